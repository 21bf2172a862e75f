"""Configuración de la aplicación."""

from django.apps import AppConfig


class TorneosConfig(AppConfig):
    """Aplicación torneos."""

    name = "torneos"
