"""Configuración de la aplicación."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

HORA = 3600


class SuscripcionesConfig(AppConfig):
    """Cuentas, planes y suscripciones."""

    name = "suscripciones"
    verbose_name = _("Cuentas y suscripciones")

    def ready(self) -> None:
        """Apunta el barrido: avisos de vencimiento y códigos viejos."""
        from config.tareas import registrar_barrido
        from suscripciones.avisos import barrer

        registrar_barrido("suscripciones", HORA, barrer)
