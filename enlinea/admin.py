"""Administración de lo que pasa en línea. Lo de cada cosa, en su archivo; aquí, lo que sólo se mira."""

from django.contrib import admin
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

import enlinea.calidad.admin
import enlinea.convivencia.admin
import enlinea.moderacion.admin.reportes
import enlinea.moderacion.admin.tarjetas  # noqa: F401 - se apuntan al importarse
from config.comun.administracion import ListaExplicada, SoloLectura
from enlinea.models import Charla


@admin.register(Charla)
class VerCharla(SoloLectura, ListaExplicada, admin.ModelAdmin):
    """La plática de la Sala y de las mesas, para atender reportes (SA3)."""

    explica = _l("Todo lo que se ha escrito en la Sala y en las mesas, como se escribió. Sólo se lee.")

    list_display = ("nombre", "dijo", "donde", "instante")
    list_filter = ("instante",)
    search_fields = ("texto", "original", "nombre", "autor__email")
    search_help_text = _l("Busca por una palabra, un nombre o un correo")
    list_select_related = ("mesa",)
    fields = readonly_fields = ("nombre", "autor", "dijo", "vieron", "donde", "instante")

    @admin.display(description=_l("qué escribió"))
    def dijo(self, charla: Charla) -> str:
        """Como se escribió, aunque a los demás se les haya tapado algo."""
        return charla.original or charla.texto

    @admin.display(description=_l("qué vieron los demás"))
    def vieron(self, charla: Charla) -> str:
        """Con lo que el filtro tapó."""
        return charla.texto

    @admin.display(description=_l("dónde"))
    def donde(self, charla: Charla) -> str:
        """La Sala o su mesa."""
        return _("mesa «%(mesa)s»") % {"mesa": charla.mesa.nombre} if charla.mesa else _("la Sala")
