"""Configuración de la aplicación."""

from django.apps import AppConfig
from django.core import checks
from django.utils import timezone

UNA_HORA = 3600


class ConfigConfig(AppConfig):
    """Aplicación config."""

    name = "config"

    def ready(self) -> None:
        """Apunta el barrido de lo que se olvida solo, quién borra la bitácora y la revisión del aviso de privacidad."""
        from config.base import privacidad, retencion
        from config.servidor.registro import registros_viejos_borrar
        from config.servidor.servicios import bitacora_limpiar
        from config.vivo.tareas import registrar_barrido

        checks.register(privacidad.revisar, checks.Tags.security, deploy=True)
        retencion.registrar("bitacora", bitacora_limpiar)
        retencion.registrar("registros", lambda ahora: registros_viejos_borrar(timezone.localdate(ahora)))
        registrar_barrido("retención", UNA_HORA, lambda: retencion.aplicar(timezone.now()))
