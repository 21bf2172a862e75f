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
        """Apunta el barrido de los Recreos ociosos (7 días), a quién se oye y se avisa, lo que se olvida y lo que es de
        cada cuenta.
        """
        from config.base import retencion
        from config.vivo.tareas import registrar_barrido, registrar_por_proceso
        from recreo import correo, oidos, servicios
        from recreo.penas.servicios import datos_propios as datos_de_penas
        from recreo.penas.servicios import penas_poner_al_dia
        from recreo.servicios import datos_propios, desgloses, discapacidad, empuje, fotos, relevo
        from suscripciones.servicios import al_no_llegar, datos_de_cuenta

        al_no_llegar(correo.TEMA, servicios.invitacion_no_llego)
        registrar_barrido(
            "recreo: cancelar ociosos", UNA_HORA, lambda: servicios.recreos_ociosos_cancelar(timezone.now())
        )
        registrar_por_proceso("recreo: a quién se oye", oidos.CADA, oidos.renovar)
        registrar_barrido("recreo: quién ya no anota", 10, lambda: relevo.anotadores_revisar(timezone.now()))
        registrar_barrido("recreo: avisos con push", empuje.CADA, lambda: empuje.repartir(timezone.now()))
        retencion.registrar("ordenes", servicios.ordenes_viejas_borrar)
        retencion.registrar("invitaciones", datos_propios.invitaciones_olvidar)
        retencion.registrar("fotos", fotos.fotos_olvidar)
        retencion.registrar("avisos", empuje.avisos_olvidar)
        retencion.registrar("discapacidades", discapacidad.discapacidades_olvidar)
        registrar_barrido(
            "recreo: cuentas de las peñas",
            desgloses.CADA,
            lambda: penas_poner_al_dia(desgloses.desgloses_poner(timezone.now())),
        )
        datos_de_cuenta(datos_propios.SUYO)
        datos_de_cuenta(datos_de_penas.SUYO)
