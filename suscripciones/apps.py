"""Configuración de la aplicación."""

from django.apps import AppConfig
from django.core import checks
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

HORA = 3600


class SuscripcionesConfig(AppConfig):
    """Cuentas, planes y suscripciones."""

    name = "suscripciones"
    verbose_name = _("Cuentas y suscripciones")

    def ready(self) -> None:
        """Apunta el barrido: el correo por salir, avisos de vencimiento y lo viejo."""
        from django.db.models.signals import post_migrate

        from config.base import retencion
        from config.vivo.tareas import registrar_barrido
        from suscripciones import buzon
        from suscripciones.pasarelas import revision
        from suscripciones.servicios import (
            barrer,
            borrado,
            cartero,
            cobros_conciliar,
            cobros_olvidar,
            codigos_limpiar,
            grupos,
        )

        # al final de migrar: los grupos de la oficina (D509)
        post_migrate.connect(grupos.al_migrar, sender=self, dispatch_uid="suscripciones: grupos")
        checks.register(revision.revisar, checks.Tags.security, deploy=True)

        registrar_barrido(buzon.TAREA, cartero.CADA, cartero.repartir)
        registrar_barrido("correo por medir", cartero.CADA_MEDIDA, lambda: cartero.medir(timezone.now()))
        registrar_barrido("suscripciones", HORA, barrer)
        registrar_barrido("cobros: conciliar", HORA, lambda: cobros_conciliar(timezone.now()))
        registrar_barrido("cuentas borradas: repaso", HORA, borrado.cuentas_borradas_repasar)
        retencion.registrar("codigos", codigos_limpiar)
        retencion.registrar("cobros", cobros_olvidar)
        retencion.registrar("correos", cartero.limpiar)
        retencion.registrar("sanciones", borrado.sanciones_olvidar)
