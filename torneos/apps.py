"""Configuración de los torneos: qué hace el barrido y qué se olvida."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

CADA_SEGUNDO = 1
CADA_CINCO = 5


class TorneosConfig(AppConfig):
    """Los torneos presenciales."""

    name = "torneos"
    verbose_name = _("Torneos")

    def ready(self) -> None:
        """Apunta el emparejamiento, que corre aparte, y lo que es de cada cuenta."""
        from config.base import retencion
        from config.vivo.tareas import registrar_barrido
        from enlinea.salon.servicios import al_cambiar_mesa, al_pedir_asiento
        from suscripciones.servicios import datos_de_cuenta
        from torneos import servicios
        from torneos.consultas.puestos import toma_de
        from torneos.servicios import convocatoria, datos_propios, ensayo, intranet, multiplicado

        registrar_barrido(ensayo.TAREA, CADA_SEGUNDO, servicios.ensayos_preparar)
        registrar_barrido(convocatoria.TAREA, CADA_CINCO, servicios.convocatorias_repartir)
        registrar_barrido(intranet.TAREA, CADA_CINCO, servicios.en_linea_conciliar)
        registrar_barrido(multiplicado.TAREA, CADA_CINCO, servicios.embargos_conciliar)
        al_pedir_asiento(toma_de)
        al_cambiar_mesa(intranet.recibir)
        retencion.registrar("ordenes_de_torneo", servicios.ordenes_viejas_borrar)
        retencion.registrar("inscripciones", datos_propios.inscripciones_olvidar)
        datos_de_cuenta(datos_propios.SUYO)
