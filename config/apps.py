"""Configuración de la aplicación."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Aplicación config."""

    name = "config"
