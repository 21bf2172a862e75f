"""El informe semanal de calidad: leerlo, repetir lo que nombra y anotar qué se concluyó. No castiga a nadie."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from config.comun.administracion import FechaPuesta, ListaExplicada, SoloLectura, direccion_de
from enlinea.academia.consultas.fuente import Fuente, mano_para_ver
from enlinea.academia.textos import jugadas_en_texto
from enlinea.calidad import consultas, textos
from enlinea.calidad.servicios.informe import LARGO_DE_NOTA, renglon_revisar
from enlinea.errores import ErrorDeServicio
from enlinea.models import InformeDeCalidad, RenglonDeCalidad
from enlinea.textos.errores import texto_de
from reglas.fichas import TEXTOS, de_mascara
from reglas.reglamento import AMIGOS
from reglas.tipos import SIN_TERMINAL


def _renglones(cuales: list[str]) -> SafeString:
    return format_html_join("", "<p>{}</p>", ((uno,) for uno in cuales))


class Renglones(SoloLectura, admin.TabularInline):
    """Los del informe, cada uno con su página."""

    model = RenglonDeCalidad
    extra = 0
    show_change_link = True
    verbose_name_plural = _l("lo que conviene mirar")
    fields = readonly_fields = ("clase", "senalado", "cuenta", "otra", "se_aparta", "probable", "revisado", "nota")

    @admin.display(description=_l("cuánto se aparta"))
    def se_aparta(self, renglon: RenglonDeCalidad) -> SafeString:
        """En palabras."""
        return _renglones(textos.cuanto_se_aparta(renglon))

    @admin.display(description=_l("qué tan probable es por azar"))
    def probable(self, renglon: RenglonDeCalidad) -> str:
        """Uno en cuántos."""
        return textos.por_azar(renglon)


@admin.register(InformeDeCalidad)
class VerInformes(SoloLectura, ListaExplicada, admin.ModelAdmin):
    """Uno por semana."""

    list_display = ("__str__", "hecho", "senalados", "sin_revisar")
    fields = readonly_fields = ("semana", "que_se_miro", "empezado", "hecho", "correo_enviado")
    inlines = (Renglones,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[InformeDeCalidad]:
        """Con sus cuentas."""
        senalados = Count("renglones", filter=Q(renglones__senalado=True))
        faltan = Count("renglones", filter=Q(renglones__senalado=True, renglones__revisado=None))
        return super().get_queryset(request).annotate(cuantos=senalados, faltan=faltan)

    @admin.display(description=_l("conviene mirar"))
    def senalados(self, informe: Any) -> int:
        """Los que conviene mirar."""
        return int(informe.cuantos)

    @admin.display(description=_l("sin revisar"))
    def sin_revisar(self, informe: Any) -> int:
        """Los señalados que nadie ha revisado."""
        return int(informe.faltan)

    @admin.display(description=_l("qué se miró"))
    def que_se_miro(self, informe: InformeDeCalidad) -> SafeString:
        """Cuánto entró en el informe y, si no hay nada que ver, por qué."""
        return _renglones([*textos.resumen_de(informe), *textos.por_que_vacio(informe), str(textos.NO_ES_PRUEBA)])

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Qué es, cuándo se hace y cuántos datos hay ahora."""
        explica = " ".join(textos.como_va(consultas.cuanto_hay(timezone.now())))
        return super().changelist_view(request, {"explica": explica, **(extra_context or {})})


class Revision(forms.ModelForm):
    """Lo que concluyó quien lo revisó."""

    nota = forms.CharField(
        label=_l("Nota de quien revisa"),
        max_length=LARGO_DE_NOTA,
        help_text=_l("Qué miraste y qué concluiste. Sólo la ve la administración; guardar lo marca como revisado."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    class Meta:
        model = RenglonDeCalidad
        fields = ("nota",)


class SiSeReviso(FechaPuesta):
    """Las que faltan y las ya vistas."""

    que, sin, con = _l("si ya se revisó"), _l("sin revisar"), _l("ya revisadas")


@admin.register(RenglonDeCalidad)
class RevisarRenglones(ListaExplicada, admin.ModelAdmin):
    """Cada cosa que mirar. Sólo se le puede agregar la nota."""

    explica = _l(
        "Lo que el informe de cada semana dice que conviene mirar. Tener una señal no prueba nada: mira las partidas, "
        "decide tú y anota qué concluiste. A nadie se castiga ni se avisa solo."
    )

    form = Revision
    list_display = ("__str__", "otra", "informe", "senalado", "revisado", "revisado_por")
    list_filter = ("senalado", ("revisado", SiSeReviso), "clase", "informe")
    search_help_text = _l("Busca por nombre, correo o algo de la nota")
    search_fields = ("cuenta__email", "cuenta__nombre", "otra__email", "otra__nombre", "nota")
    list_select_related = ("cuenta", "otra", "informe", "revisado_por")
    fields = (
        "informe", "clase", "senalado", "cuentas", "se_midio", "se_aparta", "probable", "mirar", "revisado",
        "revisado_por", "nota",
    )  # fmt: skip
    readonly_fields = tuple(campo for campo in fields if campo != "nota")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Los hace el informe."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No se borran."""
        return False

    @admin.display(description=_l("cuentas"))
    def cuentas(self, renglon: RenglonDeCalidad) -> SafeString:
        """Con enlace a cada una."""
        suyas = [una for una in (renglon.cuenta, renglon.otra) if una is not None]
        return format_html_join(" · ", '<a href="{}">{}</a>', ((direccion_de(una), una) for una in suyas))

    @admin.display(description=_l("cómo se mide"))
    def se_midio(self, renglon: RenglonDeCalidad) -> str:
        """La explicación."""
        return textos.que_se_midio(renglon)

    @admin.display(description=_l("cuánto se aparta"))
    def se_aparta(self, renglon: RenglonDeCalidad) -> SafeString:
        """Los números, dichos."""
        return _renglones(textos.cuanto_se_aparta(renglon))

    @admin.display(description=_l("qué tan probable es por azar"))
    def probable(self, renglon: RenglonDeCalidad) -> str:
        """Uno en cuántos."""
        return textos.por_azar(renglon)

    @admin.display(description=_l("qué mirar"))
    def mirar(self, renglon: RenglonDeCalidad) -> SafeString:
        """Las decisiones más notables y las partidas, cada una con su repetición."""
        notables = consultas.notables_del_renglon(renglon)
        enlaces = [
            (_direccion(renglon, una.partida, una.mano + 1, una.jugada + 1), textos.notable(una)) for una in notables
        ]
        vistas = {una.partida for una in notables}
        enlaces += [
            (_direccion(renglon, partida, 1, 1), _("Partida %(n)d") % {"n": partida})
            for partida in consultas.partidas_del_renglon(renglon)
            if partida not in vistas
        ]
        return format_html_join("", '<p><a href="{}">{}</a></p>', enlaces)

    def save_model(self, request: HttpRequest, obj: RenglonDeCalidad, form: Any, change: bool) -> None:
        """Por el servicio."""
        try:
            renglon_revisar(
                renglon_id=obj.pk, administrador_id=request.user.pk or 0, nota=obj.nota, ahora=timezone.now()
            )
        except ErrorDeServicio as error:
            self.message_user(request, texto_de(error), "error")

    # --- repetir ------------------------------------------------------------------------------------------------------
    def get_urls(self) -> list[Any]:
        """Y la de repetir una mano de las que nombra."""
        ruta = path(
            "<int:numero>/partida/<int:partida>/",
            self.admin_site.admin_view(self.repetir),
            name="enlinea_renglondecalidad_repetir",
        )
        return [ruta, *super().get_urls()]

    def repetir(self, request: HttpRequest, numero: int, partida: int) -> HttpResponse:
        """Una mano jugada por jugada (`?mano=2&jugada=7`), con las cuatro manos y lo que valía cada ficha."""
        renglon = self.get_object(request, str(numero))
        if renglon is None or not self.has_view_permission(request, renglon):
            raise PermissionDenied
        fuente = consultas.fuente_de(renglon, partida)
        if fuente is None:
            raise Http404
        contexto = {
            **self.admin_site.each_context(request),
            **_posicion(renglon, fuente, _numero(request, "mano"), _numero(request, "jugada")),
            "opts": self.opts,
            "volver": direccion_de(renglon),
        }
        return TemplateResponse(request, "admin/enlinea/renglondecalidad/repetir.html", contexto)


def _posicion(renglon: RenglonDeCalidad, fuente: Fuente, mano: int, jugada: int) -> dict[str, Any]:
    """Lo que había antes de esa jugada (desde 1); fuera de rango, la más cercana."""
    mano = min(max(mano, 1), len(fuente.manos))
    vista, estados = mano_para_ver(fuente, mano - 1), fuente.manos[mano - 1].estados
    jugada = min(max(jugada, 1), len(estados) - 1)
    antes = estados[jugada - 1]
    fichas = [" ".join(TEXTOS[ficha] for ficha in de_mascara(bits)) for bits in antes.manos]
    return {
        "title": _("%(mesa)s · mano %(mano)d, jugada %(jugada)d")
        % {"mesa": fuente.titulo, "mano": mano, "jugada": jugada},
        "mano": mano,
        "jugada": jugada,
        "manos": range(1, len(fuente.manos) + 1),
        "jugadas": jugadas_en_texto(vista, fuente.nombres),
        "a_la_vista": [(fuente.nombres[a], fichas[a], a == antes.turno) for a in range(AMIGOS.asientos)],
        "terminales": None if antes.a == SIN_TERMINAL else (antes.a, antes.b),
        "opciones": _opciones(renglon, (fuente.id, mano - 1, jugada - 1)),
    }


def _opciones(renglon: RenglonDeCalidad, cual: tuple[int, int, int]) -> list[tuple[str, int, int, bool, bool]]:
    """Lo que valía cada jugada si esa decisión es de las notables; vacío si no."""
    for una in consultas.notables_del_renglon(renglon):
        if (una.partida, una.mano, una.jugada) == cual:
            return [
                (textos.jugada(opcion), opcion[2], opcion[3], lugar == una.elegida, lugar == una.publica)
                for lugar, opcion in enumerate(una.opciones)
            ]
    return []


def _direccion(renglon: RenglonDeCalidad, partida: int, mano: int, jugada: int) -> str:
    base = reverse("admin:enlinea_renglondecalidad_repetir", args=[renglon.pk, partida])
    return format_html("{}?mano={}&jugada={}", base, mano, jugada)


def _numero(peticion: HttpRequest, nombre: str) -> int:
    texto = peticion.GET.get(nombre, "")
    return int(texto) if texto.isascii() and texto.isdecimal() and len(texto) < 5 else 1
