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
from recreo.servicios.anotacion import (
    discrepancia_proponer,
    discrepancia_resolver,
    mano_anotar,
    mano_borrar,
    mano_devolver,
)
from recreo.servicios.base import Resultado
from recreo.servicios.captura import hoja_capturar
from recreo.servicios.cierre import (
    castigo_anular,
    castigo_aplicar,
    mesa_aplicar_default,
    mesa_cerrar,
    mesa_confirmar,
    mesa_suspender,
)
from recreo.servicios.conformidad import conformidad_exigir, hoja_asentar, hoja_revisar
from recreo.servicios.discapacidad import discapacidad_marcar
from recreo.servicios.final import final_anunciar, recreo_reabrir, recreo_terminar_aqui
from recreo.servicios.fotos import foto_agregar, foto_quitar
from recreo.servicios.invitacion import invitacion_no_llego, invitaciones_enviar
from recreo.servicios.llamadas import llamada_insistir, llamada_retirar
from recreo.servicios.mesa import (
    default_responder,
    incidencia_atender,
    mesa_confirmar_asistencia,
    mesa_elegir_anotador,
    mesa_elegir_salidor,
    organizador_llamar,
)
from recreo.servicios.otra import otra_ahora_no, recreo_repetir
from recreo.servicios.participacion import (
    aprobacion_pedir,
    codigo_cambiar,
    coorganizador_nombrar,
    invitacion_aceptar,
    jugador_liberar,
    jugador_reclamar,
    jugador_reconocer,
    mesa_pasar,
    mesa_recibir,
    solicitud_responder,
)
from recreo.servicios.pausa import lugar_retomar, recreo_pausar, recreo_retomar
from recreo.servicios.personas import ausencia_poner, persona_cambiar, persona_llego
from recreo.servicios.reabrir import mesa_reabrir, partida_deshacer
from recreo.servicios.relevo import (
    anotador_no_esta,
    anotador_relevar,
    anotador_sigue,
    anotador_volver,
    incidencia_ver,
)
from recreo.servicios.reloj import reloj_ajustar
from recreo.servicios.sorteo import numeros_sortear
from recreo.servicios.suplentes import relevo_deshacer, suplente_poner, titular_volver
from recreo.servicios.tamano import tamano_cambiar
from recreo.servicios.tele import tele_abrir, tele_anular

__all__ = [
    "DatosJugador",
    "Fechas",
    "Resultado",
    "anotador_no_esta",
    "anotador_relevar",
    "anotador_sigue",
    "anotador_volver",
    "aprobacion_pedir",
    "ausencia_poner",
    "castigo_anular",
    "castigo_aplicar",
    "codigo_cambiar",
    "conformidad_exigir",
    "coorganizador_nombrar",
    "default_responder",
    "discapacidad_marcar",
    "discrepancia_proponer",
    "discrepancia_resolver",
    "final_anunciar",
    "foto_agregar",
    "foto_quitar",
    "hoja_asentar",
    "hoja_capturar",
    "hoja_revisar",
    "incidencia_atender",
    "incidencia_ver",
    "invitacion_aceptar",
    "invitacion_no_llego",
    "invitaciones_enviar",
    "jugador_liberar",
    "jugador_reclamar",
    "jugador_reconocer",
    "jugadores_guardar",
    "llamada_insistir",
    "llamada_retirar",
    "lugar_retomar",
    "mano_anotar",
    "mano_borrar",
    "mano_devolver",
    "mesa_aplicar_default",
    "mesa_cerrar",
    "mesa_confirmar",
    "mesa_confirmar_asistencia",
    "mesa_elegir_anotador",
    "mesa_elegir_salidor",
    "mesa_pasar",
    "mesa_reabrir",
    "mesa_recibir",
    "mesa_suspender",
    "numeros_sortear",
    "ordenes_viejas_borrar",
    "organizador_llamar",
    "otra_ahora_no",
    "partida_deshacer",
    "partida_siguiente",
    "persona_cambiar",
    "persona_llego",
    "recreo_cancelar",
    "recreo_cancelar_por_administracion",
    "recreo_crear",
    "recreo_editar",
    "recreo_empezar",
    "recreo_fechar",
    "recreo_pausar",
    "recreo_reabrir",
    "recreo_repetir",
    "recreo_retomar",
    "recreo_terminar_aqui",
    "recreos_ociosos_cancelar",
    "relevo_deshacer",
    "reloj_ajustar",
    "solicitud_responder",
    "suplente_poner",
    "tamano_cambiar",
    "tele_abrir",
    "tele_anular",
    "titular_volver",
]
