"""La página de una persona: cómo está, qué puede, lo suyo, y lo de todos los días ahí mismo (D510)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from config.comun import oficina
from suscripciones import consultas, derechos, servicios
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.formas_de_oficina import Anotar, Cobrar, ConOrden, Extender, Suspender
from suscripciones.models import Cuenta
from suscripciones.textos import texto_de

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Cuenta]
else:
    Base = object

RUTA = "suscripciones_cuenta_persona"


def pagina_de(cuenta_id: int) -> str:
    """La dirección de la página de esa persona."""
    return reverse(f"admin:{RUTA}", args=[cuenta_id])


class Accion(NamedTuple):
    """Qué se llena, qué permiso pide y qué se hace; devuelve lo que se dice al terminar."""

    permiso: str
    forma: type[ConOrden]
    hacer: Callable[[Cuenta, Any, int], str]


def _cobrar(cuenta: Cuenta, forma: Cobrar, quien: int) -> str:
    plan, moneda = forma.plan_y_moneda
    cobro = servicios.pago_registrar(
        cuenta_id=cuenta.pk, plan=plan, moneda=moneda, forma=forma.cleaned_data["forma"],
        referencia=forma.cleaned_data["referencia"], registrado_por_id=quien, ahora=timezone.now(),
        id_orden=forma.cleaned_data["id_orden"],
    )  # fmt: skip
    datos = {"numero": cobro.numero, "cuanto": cobro.cuanto, "como": derechos.en_palabras(cuenta.pk, timezone.now())}
    return _("Pago %(numero)s registrado: %(cuanto)s. %(como)s.") % datos


def _extender(cuenta: Cuenta, forma: Extender, quien: int) -> str:
    datos = forma.cleaned_data
    servicios.suscripcion_extender(
        cuenta_id=cuenta.pk, dias=datos["dias"], motivo=datos["motivo"], registrada_por_id=quien, ahora=timezone.now(),
        id_orden=datos["id_orden"],
    )  # fmt: skip
    return _("Se le dieron %(dias)d días. %(como)s.") % {
        "dias": datos["dias"], "como": derechos.en_palabras(cuenta.pk, timezone.now())
    }  # fmt: skip


def _suspender(cuenta: Cuenta, forma: Suspender, quien: int) -> str:
    servicios.suspension_a_mano(
        cuenta_id=cuenta.pk, hasta=forma.fin, motivo=forma.cleaned_data["motivo"], puesta_por_id=quien,
        id_orden=forma.cleaned_data["id_orden"], ahora=timezone.now(),
    )  # fmt: skip
    return _("Bloqueada. Ya no juega ni organiza.") if forma.sin_fin else _("Suspendida. Ya no juega ni organiza.")


def _anotar(cuenta: Cuenta, forma: Anotar, quien: int) -> str:
    servicios.nota_escribir(
        cuenta_id=cuenta.pk, texto=forma.cleaned_data["texto"], por_id=quien, ahora=timezone.now(),
        id_orden=forma.cleaned_data["id_orden"],
    )  # fmt: skip
    return _("Nota guardada.")


def _cerrar_sesiones(cuenta: Cuenta, _forma: ConOrden, _quien: int) -> str:
    servicios.sesiones_cerrar(cuenta_id=cuenta.pk)
    return _("Sus sesiones quedaron cerradas en todos sus aparatos.")


ACCIONES = {
    "cobrar": Accion("suscripciones.add_suscripcion", Cobrar, _cobrar),
    "extender": Accion("suscripciones.add_suscripcion", Extender, _extender),
    "suspender": Accion("suscripciones.add_suspension", Suspender, _suspender),
    "bloquear": Accion("suscripciones.add_suspension", Suspender, _suspender),
    "anotar": Accion("suscripciones.add_notadelacasa", Anotar, _anotar),
    "cerrar_sesiones": Accion("suscripciones.change_cuenta", ConOrden, _cerrar_sesiones),
}


class ListaDePersonas(ChangeList):
    """Tocar un renglón abre la página de la persona, no la de sus datos."""

    def url_for_result(self, result: Any) -> str:
        """La suya."""
        return pagina_de(result.pk)


class PaginaDePersona(Base):
    """Agrega a la administración de cuentas la página de cada persona."""

    def get_urls(self) -> list[Any]:
        """Y la suya."""
        ruta = path("<int:numero>/persona/", self.admin_site.admin_view(self.persona), name=RUTA)
        return [ruta, *super().get_urls()]

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """La que abre personas."""
        return ListaDePersonas

    def persona(self, request: HttpRequest, numero: int) -> HttpResponse:
        """GET: cómo está. POST: lo que se pidió, y regresa; lo que falta se dice ahí mismo, con lo escrito."""
        cuenta = self.get_object(request, str(numero))
        if cuenta is None:
            raise Http404
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        formas = self._formas(request)
        pedida = request.POST.get("que_se_hace", "")[:20]
        if request.method == "POST":
            if pedida not in formas:
                raise PermissionDenied
            dicho = self._hacer(request, cuenta, pedida, formas[pedida])
            if dicho:
                self.log_change(request, cuenta, dicho)
                self.message_user(request, dicho, messages.SUCCESS)
                return HttpResponseRedirect(pagina_de(cuenta.pk))
        return TemplateResponse(
            request, "admin/suscripciones/cuenta/persona.html", self._contexto(request, cuenta, formas, pedida)
        )

    def _formas(self, request: HttpRequest) -> dict[str, ConOrden]:
        """Las de lo que esa persona puede hacer; la que mandó, con lo que escribió."""
        pedida = request.POST.get("que_se_hace", "")
        suyas: dict[str, ConOrden] = {}
        for clave, accion in ACCIONES.items():
            if request.user.has_perm(accion.permiso):  # type: ignore[union-attr]
                datos = request.POST if pedida == clave else None
                mas = {"sin_fin": clave == "bloquear"} if accion.forma is Suspender else {}
                suyas[clave] = accion.forma(datos, auto_id=f"{clave}_%s", **mas)
                suyas[clave].accion = clave
        return suyas

    def _hacer(self, request: HttpRequest, cuenta: Cuenta, pedida: str, forma: ConOrden) -> str:
        if not forma.is_valid():
            return ""
        try:
            return ACCIONES[pedida].hacer(cuenta, forma, request.user.pk or 0)
        except ErrorDeSuscripcion as error:
            forma.add_error(None, texto_de(error))
            return ""

    def _contexto(
        self, request: HttpRequest, cuenta: Cuenta, formas: dict[str, ConOrden], pedida: str
    ) -> dict[str, Any]:
        ahora, puede = timezone.now(), request.user.has_perm  # type: ignore[union-attr]
        partes = oficina.partes_de(cuenta.pk, cuenta.email, puede, ahora)
        corre = consultas.suspension_vigente(cuenta.pk, ahora)
        return {
            **self.admin_site.each_context(request),
            "title": cuenta.nombre or cuenta.email,
            "opts": self.opts,
            "persona": cuenta,
            "como": derechos.en_palabras(cuenta.pk, ahora),
            "corre": corre,
            "derechos": derechos.derechos_de(cuenta.pk, ahora),
            "partes": partes,
            "vacias": [una.titulo for una in partes if not una.renglones],
            "formas": formas,
            "pedida": pedida,
            "cambia": self.has_change_permission(request, cuenta),
        }
