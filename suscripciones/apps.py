"""Configuración de la aplicación."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

HORA = 3600


class SuscripcionesConfig(AppConfig):
    """Cuentas, planes y suscripciones."""

    name = "suscripciones"
    verbose_name = _("Cuentas y suscripciones")

    def ready(self) -> None:
        """Apunta el barrido: el correo por salir, avisos de vencimiento y lo viejo."""
        from config.vivo.tareas import registrar_barrido
        from suscripciones import buzon
        from suscripciones.servicios import barrer, cartero

        registrar_barrido(buzon.TAREA, cartero.CADA, cartero.repartir)
        registrar_barrido("suscripciones", HORA, barrer)
