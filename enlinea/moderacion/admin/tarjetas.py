"""Administración de las tarjetas (SA1-SA3): verlas, dar una roja y anular con motivo. Todo por los servicios."""

import uuid
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from config.comun.administracion import (
    AltaQueSeNiega,
    DeshacerConMotivo,
    FechaPuesta,
    FormaDeMotivo,
    Seguro,
    cuando,
    direccion_de,
)
from config.comun.escrito import TextoCorto
from config.comun.fechas import en_dia_y_hora
from config.comun.oficina import Parte, Puede, Renglon, apuntar
from enlinea.convivencia.consultas.tarjetas import tarjetas_de
from enlinea.convivencia.servicios import tarjetas as servicios
from enlinea.errores import ErrorDeServicio
from enlinea.models import Tarjeta
from enlinea.moderacion.consultas import reporte_de_la_roja
from enlinea.moderacion.servicios.decisiones import roja_a_mano
from enlinea.textos.errores import texto_de


class AltaDeRoja(forms.ModelForm):
    """A quién, por qué y que es en serio; el color no se elige: a mano sólo se da la roja."""

    orden = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    motivo = TextoCorto(
        label=_l("Motivo"),
        max_length=200,
        help_text=_l(
            "Lo lee la persona. Su cuenta queda suspendida un mes desde ahora y, si está jugando, sale de la mesa."
        ),
        error_messages=FormaDeMotivo.base_fields["motivo"].error_messages,
    )
    seguro = Seguro(_l("Para dar la tarjeta roja, marca antes «Estoy seguro». No se dio nada."))

    class Meta:
        model = Tarjeta
        fields = ("cuenta", "motivo")
        help_texts = {"cuenta": _l("Escribe su nombre o su correo y elígela de la lista.")}


class SiCuenta(FechaPuesta):
    """Las que valen y las anuladas."""

    que, sin, con = _l("si cuenta"), _l("sólo las que cuentan"), _l("sólo las anuladas")


@admin.register(Tarjeta)
class AdministrarTarjetas(AltaQueSeNiega, DeshacerConMotivo, admin.ModelAdmin):
    """«Agregar» da una roja; a las demás las da la mesa. No se editan ni se borran: se anulan."""

    explica = _l(
        "Las amarillas y las azules las da el sistema al jugar; la roja la das tú, desde un reporte o aquí. Si una "
        "está mal dada, ábrela y toca «Anular la tarjeta»."
    )
    titulo_de_alta = _l("Dar tarjeta roja")
    accion = "anular"
    letrero = _l("Anular la tarjeta")
    que_pasa = _l(
        "Deja de contar. Si una suspensión que corre dependía de ella, se levanta. A la persona le llega un mensaje "
        "con el motivo que escribas."
    )
    hecho = _l("Tarjeta anulada.")

    list_display = ("cuenta", "color", "instante", "de_donde_salio", "motivo", "vale")
    list_filter = ("color", ("anulada_en", SiCuenta), "instante")
    search_fields = ("cuenta__email", "cuenta__nombre", "mesa__nombre", "motivo")
    search_help_text = _l("Busca por nombre, correo, mesa o motivo")
    autocomplete_fields = ("cuenta",)
    list_select_related = ("cuenta", "mesa", "dada_por")
    form = AltaDeRoja

    @admin.display(description=_l("de dónde salió"))
    def de_donde_salio(self, tarjeta: Tarjeta) -> str:
        """El hecho, dicho: la partida, el reporte o quien la dio a mano."""
        mesa = tarjeta.mesa.nombre if tarjeta.mesa else ""
        if tarjeta.color != Tarjeta.Color.ROJA:
            return _("La dio el sistema en la mesa «%(mesa)s», partida %(partida)s") % {
                "mesa": mesa, "partida": tarjeta.partida
            }  # fmt: skip
        reporte = reporte_de_la_roja(tarjeta)
        if reporte is None:
            return _("La dio a mano %(quien)s") % {"quien": tarjeta.dada_por}
        return format_html('<a href="{}">{}</a>', direccion_de(reporte), _("Reporte %(n)d") % {"n": reporte.pk})

    @admin.display(description=_l("sigue contando"))
    def vale(self, tarjeta: Tarjeta) -> str:
        """En palabras: se ve aunque no se distingan colores."""
        return _("anulada") if tarjeta.anulada_en else _("sí")

    def get_fields(self, request: HttpRequest, obj: Tarjeta | None = None) -> Any:
        """En el alta, a quién y por qué."""
        if obj is None:
            return ("cuenta", "motivo", "seguro", "orden")
        anulada = ("anulada_en", "anulada_por", "motivo_de_anulacion") if obj.anulada_en else ()
        motivo = ("motivo", "dada_por") if obj.color == Tarjeta.Color.ROJA else ()
        return ("cuenta", "color", "instante", "de_donde_salio", *motivo, "vale", *anulada)

    def get_readonly_fields(self, request: HttpRequest, obj: Tarjeta | None = None) -> Any:
        """Lo dado sólo se lee."""
        return () if obj is None else self.get_fields(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No se borra: se anula y queda el rastro."""
        return False

    def save_model(self, request: HttpRequest, obj: Tarjeta, form: Any, change: bool) -> None:
        """Por el servicio: suspende y saca de donde esté jugando. La misma orden no da dos."""
        if change:
            return
        try:
            dada = roja_a_mano(
                cuenta_id=obj.cuenta_id, administrador_id=request.user.pk or 0, motivo=obj.motivo,
                id_orden=form.cleaned_data["orden"], ahora=timezone.now(),
            )  # fmt: skip
        except ErrorDeServicio as error:
            self.message_user(request, texto_de(error), "error")
        else:
            obj.__dict__.update(dada.__dict__)

    # --- anular -------------------------------------------------------------------------------------------------------
    def ya_no(self, objeto: Tarjeta) -> str:
        """Si ya está anulada."""
        if objeto.anulada_en is None:
            return ""
        return _("Esta tarjeta ya está anulada: la anuló %(quien)s %(cuando)s. Motivo: %(motivo)s") % {
            "quien": objeto.anulada_por, "cuando": cuando(objeto.anulada_en), "motivo": objeto.motivo_de_anulacion
        }  # fmt: skip

    def hacer(self, objeto: Tarjeta, administrador_id: int, motivo: str, ahora: datetime) -> str:
        """La anula; si otra persona se adelantó, lo dice."""
        try:
            una = servicios.tarjeta_anular(
                tarjeta_id=objeto.pk, administrador_id=administrador_id, motivo=motivo, ahora=ahora
            )
        except ErrorDeServicio as error:
            return texto_de(error)
        return "" if una.anulada_en == ahora else self.ya_no(una)


# --- en la oficina ----------------------------------------------------------------------------------------------------
VER = ("enlinea.view_tarjeta", "enlinea.change_tarjeta")
CABEN = 10


def _suyas(cuenta_id: int, _ahora: datetime, puede: Puede) -> Iterator[Renglon]:
    for una in tarjetas_de(cuenta_id).order_by("-instante", "-pk")[:CABEN]:
        anular = una.anulada_en is None and puede("enlinea.change_tarjeta")
        donde = una.mesa.nombre if una.mesa else una.motivo
        anulada = f" · {_('anulada')}" if una.anulada_en else ""
        yield Renglon(
            f"{una.get_color_display()} · {donde}{anulada}",
            en_dia_y_hora(una.instante),
            direccion_de(una),
            _("Anular") if anular else "",
            reverse("admin:enlinea_tarjeta_anular", args=[una.pk]) if anular else "",
        )


apuntar(
    Parte(
        "tarjetas", 50, _l("Tarjetas"), VER, _suyas,
        lambda correo: f"{reverse('admin:enlinea_tarjeta_changelist')}?{urlencode({'q': correo})}",
    )
)  # fmt: skip
