"""Configuración de los torneos."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TorneosConfig(AppConfig):
    """Los torneos presenciales."""

    name = "torneos"
    verbose_name = _("Torneos")
