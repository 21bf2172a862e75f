"""Configuración del Recreo: qué hace el barrido."""

from django.apps import AppConfig
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

UNA_HORA = 3600


class RecreoConfig(AppConfig):
    """El juego recreativo."""

    name = "recreo"
    verbose_name = _("Recreo")

    def ready(self) -> None:
        """Apunta el barrido: Recreos ociosos (7 días) y órdenes viejas (30 días)."""
        from config.vivo.tareas import registrar_barrido
        from recreo import correo, servicios
        from suscripciones.servicios import al_no_llegar

        al_no_llegar(correo.TEMA, servicios.invitacion_no_llego)
        registrar_barrido(
            "recreo: cancelar ociosos", UNA_HORA, lambda: servicios.recreos_ociosos_cancelar(timezone.now())
        )
        registrar_barrido(
            "recreo: borrar órdenes viejas", UNA_HORA, lambda: servicios.ordenes_viejas_borrar(timezone.now())
        )
