"""Única puerta de escritura de las peñas: cada acción, una función (ver cada módulo)."""

from recreo.penas.servicios.caja import cuota_marcar, cuota_poner, cuota_quitar, pago_anular, pago_apuntar
from recreo.penas.servicios.citas import cita_cancelar, cita_poner, cita_responder
from recreo.penas.servicios.cuentas import cuentas_rehacer, penas_poner_al_dia
from recreo.penas.servicios.miembros import miembro_cambiar, miembro_salir, miembros_apuntar, pena_entrar
from recreo.penas.servicios.penas import enlace_cambiar, pena_borrar, pena_crear, pena_editar
from recreo.penas.servicios.recreos import recreo_desde_pena
from recreo.penas.servicios.temporadas import temporada_abrir, temporada_reglas

__all__ = [
    "cita_cancelar",
    "cita_poner",
    "cita_responder",
    "cuentas_rehacer",
    "cuota_marcar",
    "cuota_poner",
    "cuota_quitar",
    "enlace_cambiar",
    "miembro_cambiar",
    "miembro_salir",
    "miembros_apuntar",
    "pago_anular",
    "pago_apuntar",
    "pena_borrar",
    "pena_crear",
    "pena_editar",
    "pena_entrar",
    "penas_poner_al_dia",
    "recreo_desde_pena",
    "temporada_abrir",
    "temporada_reglas",
]
