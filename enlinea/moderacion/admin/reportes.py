"""La cola de reportes (SA3, 002 §3.3.2): quién, a quién, qué pasó, la charla, la partida, y decidir una vez."""

from collections.abc import Iterator
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from config.comun.administracion import ListaExplicada, Parrafos, PorAtender
from config.comun.fechas import en_dia_y_hora
from config.comun.oficina import Espera, Parte, Puede, Renglon, apuntar
from enlinea.academia.consultas.fuente import Fuente, mano_para_ver
from enlinea.academia.textos import jugadas_en_texto
from enlinea.convivencia.servicios.mensajes import LARGO
from enlinea.errores import ErrorDeServicio
from enlinea.models import Reporte
from enlinea.moderacion import consultas
from enlinea.moderacion.servicios.decisiones import reporte_decidir, reporte_escalar, sube_a
from enlinea.moderacion.textos import al_senalado
from enlinea.textos.errores import texto_de

D = Reporte.Decision
BOTONES = (
    (D.IGNORADO, _l("Ignorar"), _l("No hubo falta. A las dos partes se les avisa que ya se revisó.")),
    (D.ADVERTIDO, _l("Advertir"), _l("Le llega una advertencia y puede seguir jugando.")),
    (D.ROJA, _l("Tarjeta roja"), _l("Un mes sin entrar en línea. Si está jugando, sale al momento.")),
    (
        D.BLOQUEADO,
        _l("Bloquear"),
        _l("Sin entrar en línea hasta que alguien lo levante. Si está jugando, sale al momento."),
    ),
)

GRAVES = (D.ROJA, D.BLOQUEADO)
SIN_CONFIRMAR = _l("Para dar tarjeta roja o bloquear, marca antes «Estoy seguro». No se decidió nada.")


def _jugada_por_jugada(fuente: Fuente) -> list[list[str]]:
    """Cada mano terminada, dicha jugada por jugada."""
    return [jugadas_en_texto(mano_para_ver(fuente, n), fuente.nombres) for n in range(len(fuente.manos))]


class FormaDeDecision(forms.Form):
    """Qué se decide y, si se quiere, con qué palabras se le dice al señalado."""

    decision = forms.ChoiceField(choices=[(d, d) for d, _letrero, _que in BOTONES])
    texto = Parrafos(
        required=False,
        max_length=LARGO,
        error_messages={"max_length": _l("Tu mensaje es muy largo: caben %(limit_value)d letras. No se decidió nada.")},
    )
    seguro = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Lo que deja a alguien fuera no se decide de un toque."""
        datos = super().clean() or {}
        seguro = datos.pop("seguro", False)
        if datos.get("decision") in GRAVES and not seguro:
            raise forms.ValidationError(SIN_CONFIRMAR)
        return datos


class Pendientes(PorAtender):
    """Los que faltan."""

    cuales = (("pendientes", _l("por decidir"), lambda _todos, _ahora: consultas.por_decidir()),)


@admin.register(Reporte)
class AdministrarReportes(ListaExplicada, admin.ModelAdmin):
    """Primero los que faltan. No se agregan, editan ni borran: se deciden."""

    explica = _l(
        "Lo que los jugadores señalaron de otros. Arriba, lo que falta decidir: toca el nombre para leer qué pasó, ver "
        "la partida y decidir."
    )
    list_display = ("a_quien", "quien_notifica", "estado", "que_paso", "van", "ojo", "creado", "decidido_por")
    list_filter = (Pendientes, "decision", "donde", "represalia", "creado")
    search_fields = ("senalado__email", "nombre_del_senalado", "quien__email", "nombre_de_quien", "comentario")
    list_select_related = ("quien", "senalado", "mesa", "decidido_por")
    search_help_text = _l("Busca por nombre, correo o algo del comentario")
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[Reporte]:
        """Con cuántas veces va el señalado (002 §3.3.2.4). La charla no hace falta en la lista."""
        de_cada_quien = Reporte.objects.filter(senalado=OuterRef("senalado")).order_by().values("senalado")
        cuenta = Subquery(de_cada_quien.annotate(n=Count("pk")).values("n"))
        return super().get_queryset(request).annotate(veces=cuenta).defer("charla")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Señalan los jugadores."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No se borran."""
        return False

    @admin.display(description=_l("lo señaló"), ordering="nombre_de_quien")
    def quien_notifica(self, reporte: Reporte) -> str:
        """Como se llamaba entonces; su correo está adentro."""
        return reporte.nombre_de_quien

    @admin.display(description=_l("señalado"), ordering="nombre_del_senalado")
    def a_quien(self, reporte: Reporte) -> str:
        """Como se llamaba entonces."""
        return reporte.nombre_del_senalado

    @admin.display(description=_l("comentario"))
    def que_paso(self, reporte: Reporte) -> str:
        """El principio."""
        return Truncator(reporte.comentario).chars(60)

    @admin.display(description=_l("reportes en su contra"), ordering="veces")
    def van(self, reporte: Reporte) -> int:
        """Cuántos reportes hay contra el señalado, con éste."""
        return int(getattr(reporte, "veces", 0))

    @admin.display(description=_l("posible desquite"))
    def ojo(self, reporte: Reporte) -> str:
        """Con palabras: se ve aunque no se distingan colores."""
        return _("puede ser") if reporte.represalia else ""

    @admin.display(description=_l("decisión"), ordering="decision")
    def estado(self, reporte: Reporte) -> str:
        """En palabras."""
        return reporte.get_decision_display()

    def get_urls(self) -> list[Any]:
        """Y la del registro de la partida."""
        ruta = path(
            "<int:numero>/registro.json", self.admin_site.admin_view(self.registro), name="enlinea_reporte_registro"
        )
        return [ruta, *super().get_urls()]

    def registro(self, request: HttpRequest, numero: int) -> HttpResponse:
        """El acta con las manos YA terminadas (EL8), para repetirla."""
        datos = consultas.registro_de_la_partida(self._uno(request, str(numero)))
        if datos is None:
            raise Http404
        respuesta = JsonResponse(datos, json_dumps_params={"ensure_ascii": False})
        respuesta["Content-Disposition"] = f'attachment; filename="reporte-{numero}.json"'
        respuesta["Cache-Control"] = "no-store"
        return respuesta

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """El reporte entero y, si falta decidir, con qué."""
        reporte = self._uno(request, object_id)
        if request.method == "POST":
            return self._decidir(request, reporte)
        return self._pagina(request, reporte)

    def _pagina(self, request: HttpRequest, reporte: Reporte, falta: str = "") -> HttpResponse:
        """Con lo que faltó para decidir, si algo faltó; lo escrito no se pierde."""
        puede = self.has_change_permission(request, reporte)
        fuente = consultas.fuente_del_reporte(reporte)
        contexto = {
            **self.admin_site.each_context(request),
            "title": _("Reporte %(numero)d") % {"numero": reporte.pk},
            "opts": self.opts,
            "reporte": reporte,
            "antecedentes": consultas.antecedentes(reporte),
            "lineas": [{**linea, "cuando": parse_datetime(linea["cuando"])} for linea in reporte.charla],
            "partida": consultas.partida_del_reporte(reporte),
            "manos": _jugada_por_jugada(fuente) if fuente else [],
            "puede": puede and (reporte.decision == D.PENDIENTE or bool(sube_a(reporte.decision))),
            "envios": consultas.lo_que_se_envio(reporte) if reporte.decision else [],
            "botones": [
                (d, letrero, que, al_senalado(reporte, d), d in GRAVES)
                for d, letrero, que in BOTONES
                if reporte.decision == D.PENDIENTE or d in sube_a(reporte.decision)
            ],
            "reversibles": GRAVES,
            "largo": LARGO,
            "falta": falta,
            "texto": request.POST.get("texto", ""),
        }
        return TemplateResponse(request, "admin/enlinea/reporte/reporte.html", contexto)

    def _uno(self, request: HttpRequest, numero: str) -> Reporte:
        reporte = self.get_object(request, numero)
        if reporte is None:
            raise Http404
        if not self.has_view_or_change_permission(request, reporte):
            raise PermissionDenied
        return reporte

    def _decidir(self, request: HttpRequest, reporte: Reporte) -> HttpResponse:
        forma = FormaDeDecision(request.POST)
        if not forma.is_valid():
            faltas = [*forma.non_field_errors(), *forma.errors.get("texto", ())]
            falta = faltas[0] if faltas else texto_de(ErrorDeServicio("decision_invalida"))
            return self._pagina(request, reporte, falta)
        desde = request.POST.get("desde", "")[:10]
        hacer = partial(reporte_escalar, desde=desde) if desde else reporte_decidir
        try:
            hacer(
                reporte_id=reporte.pk, administrador_id=request.user.pk or 0, ahora=timezone.now(), **forma.cleaned_data
            )
        except ErrorDeServicio as e:
            self.message_user(request, texto_de(e), "error")
            return self._pagina(request, self._uno(request, str(reporte.pk)))
        antes = reporte.get_decision_display()
        reporte.refresh_from_db()
        datos = {"antes": antes, "decision": reporte.get_decision_display()}
        hecho = _("Decidido: %(decision)s. Ya se avisó a las dos partes.") % datos
        if desde:
            hecho = _("Escalado: de %(antes)s a %(decision)s. Ya se le avisó.") % datos
        self.log_change(request, reporte, hecho)
        self.message_user(request, hecho)
        return HttpResponseRedirect(reverse("admin:enlinea_reporte_changelist"))


# --- en la oficina ----------------------------------------------------------------------------------------------------
VER = ("enlinea.view_reporte", "enlinea.change_reporte")
TOPE = 100
"""Hasta cuántos se cuenta en el inicio."""


def _suyos(cuenta_id: int, _ahora: Any, _puede: Puede) -> Iterator[Renglon]:
    for uno in consultas.reportes_de(cuenta_id):
        contra = uno.senalado_id == cuenta_id
        otro = uno.nombre_de_quien if contra else uno.nombre_del_senalado
        como = _("la señaló %(otro)s") if contra else _("señaló a %(otro)s")
        yield Renglon(
            f"{como % {'otro': otro}} · {uno.get_decision_display()}",
            en_dia_y_hora(uno.creado),
            reverse("admin:enlinea_reporte_change", args=[uno.pk]),
        )


apuntar(
    Espera(
        "reportes", 10, _l("Reportes por decidir"), VER,
        lambda _ahora: consultas.por_decidir().order_by()[:TOPE].count(), "enlinea_reporte_changelist",
        "atender=pendientes",
    ),
    Parte(
        "reportes", 60, _l("Reportes"), VER, _suyos,
        lambda correo: f"{reverse('admin:enlinea_reporte_changelist')}?{urlencode({'q': correo})}",
    ),
)  # fmt: skip
