"""Administración de lo que pasa en línea. Lo de cada cosa, en su archivo; aquí, lo que sólo se mira."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from config.administracion import SoloLectura

# se apuntan al importarse
from enlinea import admin_calidad as admin_calidad
from enlinea import admin_mensajes as admin_mensajes
from enlinea import admin_reportes as admin_reportes
from enlinea import admin_tarjetas as admin_tarjetas
from enlinea.models import Charla


@admin.register(Charla)
class VerCharla(SoloLectura, admin.ModelAdmin):
    """La plática de la Sala y de las mesas, para atender reportes (SA3)."""

    list_display = ("instante", "nombre", "dijo", "mesa")
    list_filter = ("instante",)
    search_fields = ("texto", "original", "nombre", "autor__email")
    list_select_related = ("mesa",)

    @admin.display(description=_("dijo"))
    def dijo(self, charla: Charla) -> str:
        """Como se escribió, aunque a los demás se les haya tapado algo."""
        return charla.original or charla.texto
