"""Administración de los mensajes: se redactan, se ve a cuántos llegan y se mandan; luego, cuántos los leyeron."""

import uuid
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l
from django.utils.translation import ngettext

from config.comun.administracion import ListaExplicada, Parrafos, SoloLectura
from config.comun.qr import completo
from enlinea.convivencia.consultas import mensajes as consultas
from enlinea.convivencia.consultas.mensajes import AQuienes
from enlinea.convivencia.servicios.mensajes import LARGO, mensaje_enviar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Lectura, MensajeDelAdministrador
from enlinea.textos.errores import texto_de
from suscripciones import consultas as suscripciones

MUESTRA = 10
QUINTILES = (
    (1, _l("Q1, los mejores")), (2, "Q2"), (3, "Q3"), (4, "Q4"), (5, _l("Q5, los que empiezan")),
)  # fmt: skip
LECTURAS_A_LA_VISTA = 200


class FormaDeEnvio(forms.Form):
    """Qué se dice y a quién; de «algunos», lo que deben cumplir."""

    orden = forms.UUIDField(widget=forms.HiddenInput)
    texto = Parrafos(
        label=_l("Mensaje"), max_length=LARGO, widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_l(
            "Lo ven en la Sala y en «Mensajes»; quien no puede entrar a ella lo lee al entrar y por correo. Hasta 1000 "
            "letras."
        ),
    )  # fmt: skip
    a = forms.ChoiceField(
        label=_l("A quién"), initial="todos", widget=forms.RadioSelect,
        choices=[("todos", _l("a todos")), ("uno", _l("a una persona")), ("algunos", _l("a quienes cumplan esto"))],
    )  # fmt: skip
    correo = forms.EmailField(label=_l("Correo de la persona"), required=False)
    quintil = forms.TypedChoiceField(
        label=_l("Quintil (su lugar en la clasificación)"), coerce=int, empty_value=0, required=False,
        choices=[("", _l("cualquiera")), *((str(q), nombre) for q, nombre in QUINTILES)],
    )  # fmt: skip
    vigencia = forms.ChoiceField(
        label=_l("Suscripción"), required=False,
        choices=[
            ("", _l("cualquiera")), ("vigente", _l("vigente")), ("por_vencer", _l("por vencer (15 días o menos)")),
            ("vencida", _l("vencida")), ("ninguna", _l("nunca ha tenido")),
        ],
    )  # fmt: skip
    plan = forms.ChoiceField(label=_l("Plan"), required=False)
    desde = forms.DateField(
        label=_l("Con cuenta desde el día"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    suspendidas = forms.TypedChoiceField(
        label=_l("Suspensión"), coerce=lambda v: v == "si", empty_value=None, required=False,
        choices=[("", _l("da igual")), ("si", _l("suspendidas o bloqueadas")), ("no", _l("sin suspensión"))],
    )  # fmt: skip

    def __init__(self, *args: Any, **datos: Any) -> None:
        super().__init__(*args, **datos)
        planes = [(p.clave, p.nombre) for p in suscripciones.planes_activos()]
        self.fields["plan"].choices = [("", _("cualquiera")), *planes]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Que haya a quién mandarlo."""
        datos = super().clean() or {}
        if datos.get("a") == "uno":
            datos["para"] = suscripciones.cuenta_de(datos.get("correo") or "")
            if datos["para"] is None:
                self.add_error("correo", _("No hay ninguna cuenta con ese correo."))
        if datos.get("a") == "algunos" and not self.a_quienes():
            self.add_error("a", _("Di al menos una cosa que deban cumplir."))
        return datos

    def a_quienes(self) -> AQuienes | None:
        """El filtro; None si no va a algunos."""
        d = self.cleaned_data
        if d.get("a") != "algunos":
            return None
        return AQuienes(
            d.get("quintil") or 0, d.get("vigencia") or "", d.get("plan") or "", d.get("desde"), d.get("suspendidas")
        )


class QuienLoLeyo(SoloLectura, admin.TabularInline):
    """Quién lo leyó y cuándo."""

    model = Lectura
    extra = 0
    fields = readonly_fields = ("cuenta", "leido")


@admin.register(MensajeDelAdministrador)
class AdministrarMensajes(ListaExplicada, admin.ModelAdmin):
    """A todos, a uno o a algunos. Enviado, ya no se cambia: quien lo leyó, lo leyó así."""

    explica = _l(
        "Lo que la administración le dijo a la gente y cuántos lo leyeron. Para escribir otro, toca «Escribir un "
        "mensaje»: antes de mandarlo ves a cuántos les llega."
    )
    titulo_de_alta = _l("Escribir un mensaje")

    list_display = ("texto_corto", "destino", "enviado", "enviado_por", "leido_por", "por_correo")
    list_filter = ("enviado",)
    search_fields = ("texto", "para__email", "para__nombre")
    search_help_text = _l("Busca por lo que dice o por el nombre o correo de quien lo recibió")
    list_select_related = ("para", "enviado_por")
    fields = readonly_fields = ("destino", "texto", "enviado", "enviado_por", "leido_por", "por_correo")

    def get_queryset(self, request: HttpRequest) -> QuerySet[MensajeDelAdministrador]:
        """Con cuántos lo leyeron y a cuántos fue."""
        return consultas.con_cuantos(super().get_queryset(request))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Enviado, sólo se mira."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Lo dicho, dicho está."""
        return False

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        """Los nombres, mientras quepan en una página."""
        return (QuienLoLeyo,) if obj is not None and obj.lecturas.count() <= LECTURAS_A_LA_VISTA else ()

    @admin.display(description=_l("texto"))
    def texto_corto(self, mensaje: MensajeDelAdministrador) -> str:
        """El principio."""
        return str(mensaje)

    @admin.display(description=_l("para"))
    def destino(self, mensaje: MensajeDelAdministrador) -> str:
        """A quién fue."""
        if mensaje.a_algunos:
            van = getattr(mensaje, "van", 0)
            quienes = ngettext("%(n)d persona", "%(n)d personas", van) % {"n": van}
            return f"{quienes} ({mensaje.a_quienes})"
        return str(mensaje.para) if mensaje.para else _("todos")

    @admin.display(description=_l("lo leyeron"))
    def leido_por(self, mensaje: MensajeDelAdministrador) -> str:
        """Cuántos; y de cuántos, si se sabe."""
        leyeron, van = getattr(mensaje, "leyeron", 0), getattr(mensaje, "van", 0) or (1 if mensaje.para_id else 0)
        return _("%(leyeron)d de %(van)d") % {"leyeron": leyeron, "van": van} if van else str(leyeron)

    @admin.display(description=_l("por correo"))
    def por_correo(self, mensaje: MensajeDelAdministrador) -> str:
        """Cuántos correos; si todavía se están escribiendo, en qué va."""
        if not mensaje.a_cuantas:
            return ""
        correos = ngettext("%(n)d correo", "%(n)d correos", mensaje.correos) % {"n": mensaje.correos}
        if not mensaje.por_repartir:
            return correos
        datos = {"correos": correos, "van": mensaje.revisadas, "de": mensaje.a_cuantas}
        return _("se están escribiendo: %(correos)s, revisadas %(van)d de %(de)d personas") % datos

    # --- redactar -----------------------------------------------------------------------------------------------------
    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Primero se escribe, luego se ve a cuántos llega y entonces se manda."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        inicial = {"orden": uuid.uuid4(), "a": "todos", **_de_la_direccion(request)}
        forma = FormaDeEnvio(request.POST or None, initial=inicial)
        if request.method != "POST" or "corregir" in request.POST or not forma.is_valid():
            return self._pagina(request, forma)
        if "enviar" in request.POST:
            return self._enviar(request, forma)
        return self._pagina(request, forma, vista_previa=True, **_a_cuantos(forma))

    def _enviar(self, request: HttpRequest, forma: FormaDeEnvio) -> HttpResponse:
        datos = forma.cleaned_data
        try:
            numero = mensaje_enviar(
                administrador_id=request.user.pk or 0, para_id=datos.get("para"), texto=datos["texto"],
                ahora=timezone.now(), a_quienes=forma.a_quienes(), id_orden=datos["orden"],
                sitio=completo(request, "/").rstrip("/"),
            )  # fmt: skip
        except ErrorDeServicio as e:
            if e.codigo == "orden_ajena":
                return self._con_otra_orden(request)
            self.message_user(request, texto_de(e), "error")
            return self._pagina(request, forma)
        enviado = self.get_queryset(request).get(pk=numero)
        self.log_addition(request, enviado, [{"added": {}}])
        self.message_user(request, _("Mensaje enviado a %(quien)s.") % {"quien": self.destino(enviado)})
        if enviado.por_repartir:
            self.message_user(
                request, _("Los correos se van escribiendo aparte: abajo, en «por correo», ves en qué van.")
            )
        return HttpResponseRedirect(reverse("admin:enlinea_mensajedeladministrador_changelist"))

    def _con_otra_orden(self, request: HttpRequest) -> HttpResponse:
        """Se volvió atrás y se escribió otro: lo escrito se queda, listo para mandarse como nuevo."""
        datos = request.POST.copy()
        datos["orden"] = str(uuid.uuid4())
        dicho = _("Desde esta página ya se mandó otro mensaje. Éste todavía no sale: revísalo y vuelve a mandarlo.")
        self.message_user(request, dicho, "warning")
        return self._pagina(request, FormaDeEnvio(datos))

    def _pagina(self, request: HttpRequest, forma: FormaDeEnvio, **mas: Any) -> HttpResponse:
        contexto = {
            **self.admin_site.each_context(request),
            "title": _("Escribir un mensaje"),
            "opts": self.model._meta,
            "forma": forma,
            **mas,
        }
        return TemplateResponse(request, "admin/enlinea/mensajedeladministrador/redactar.html", contexto)


def _de_la_direccion(request: HttpRequest) -> dict[str, str]:
    """A quién, si se viene de la página de una persona."""
    correo = request.GET.get("correo", "")[:254]
    return {"a": "uno", "correo": correo} if correo else {}


def _a_cuantos(forma: FormaDeEnvio) -> dict[str, Any]:
    """A cuántos llegaría ahora y los primeros nombres."""
    datos = forma.cleaned_data
    a_quienes = forma.a_quienes()
    if a_quienes is not None:
        cuentas, como = consultas.cuentas_que_cumplen(a_quienes, timezone.now()), a_quienes.en_palabras()
    elif datos.get("para"):
        cuentas, como = [datos["para"]], ""
    else:
        cuentas, como = suscripciones.cuentas_que_cumplen(timezone.now()), _("todas las cuentas activas")
    nombres = suscripciones.nombres_publicos(cuentas[:MUESTRA])
    muestra = [nombres[c] for c in cuentas[:MUESTRA]]
    van = consultas.alcance_de(cuentas, timezone.now())
    sin_correo = suscripciones.sin_correo_de_mensajes(van.fuera)
    return {
        "cuantas": len(cuentas), "como": como, "muestra": muestra, "otras": len(cuentas) - len(muestra),
        "en_la_sala": len(van.sala), "fuera": len(van.fuera), "sin_correo": sin_correo,
    }  # fmt: skip
