"""Única puerta de escritura del Recreo: cada acción, una función (ver cada módulo)."""

from recreo.servicios.administracion import Fechas, recreo_cancelar_por_administracion, recreo_fechar
from recreo.servicios.alta import (
    DatosJugador,
    jugadores_guardar,
    ordenes_viejas_borrar,
    partida_siguiente,
    recreo_cancelar,
    recreo_crear,
    recreo_editar,
    recreo_empezar,
    recreos_ociosos_cancelar,
)
from recreo.servicios.anotacion import discrepancia_proponer, discrepancia_resolver, mano_anotar, mano_borrar
from recreo.servicios.base import Resultado
from recreo.servicios.cierre import (
    castigo_anular,
    castigo_aplicar,
    mesa_aplicar_default,
    mesa_cerrar,
    mesa_confirmar,
    mesa_suspender,
)
from recreo.servicios.invitacion import invitacion_no_llego, invitaciones_enviar
from recreo.servicios.mesa import (
    default_responder,
    incidencia_atender,
    mesa_confirmar_asistencia,
    mesa_elegir_anotador,
    mesa_elegir_salidor,
    organizador_llamar,
)
from recreo.servicios.participacion import (
    coorganizador_nombrar,
    jugador_liberar,
    jugador_reclamar,
    jugador_reconocer,
    mesa_pasar,
    mesa_recibir,
)

__all__ = [
    "DatosJugador",
    "Fechas",
    "Resultado",
    "castigo_anular",
    "castigo_aplicar",
    "coorganizador_nombrar",
    "default_responder",
    "discrepancia_proponer",
    "discrepancia_resolver",
    "incidencia_atender",
    "invitacion_no_llego",
    "invitaciones_enviar",
    "jugador_liberar",
    "jugador_reclamar",
    "jugador_reconocer",
    "jugadores_guardar",
    "mano_anotar",
    "mano_borrar",
    "mesa_aplicar_default",
    "mesa_cerrar",
    "mesa_confirmar",
    "mesa_confirmar_asistencia",
    "mesa_elegir_anotador",
    "mesa_elegir_salidor",
    "mesa_pasar",
    "mesa_recibir",
    "mesa_suspender",
    "ordenes_viejas_borrar",
    "organizador_llamar",
    "partida_siguiente",
    "recreo_cancelar",
    "recreo_cancelar_por_administracion",
    "recreo_crear",
    "recreo_editar",
    "recreo_empezar",
    "recreo_fechar",
    "recreos_ociosos_cancelar",
]
