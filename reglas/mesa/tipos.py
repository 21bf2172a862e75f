"""Vocabulario de la mesa en línea: fases, modos, motivos y votos."""

from enum import IntEnum, StrEnum

# Un ocupante es la persona (su lugar al armarse la mesa) o, si es automática, −1 − persona: así se guarda.


def es_automatico(ocupante: int) -> bool:
    """Si por él tira la casa."""
    return ocupante < 0


def persona_de(ocupante: int) -> int:
    """Su lugar al armarse la mesa, sea de carne y hueso o automático."""
    return ocupante if ocupante >= 0 else -1 - ocupante


def automatico(persona: int) -> int:
    """El ocupante automático de ese lugar."""
    return -1 - persona


class Fase(IntEnum):
    """En qué está la mesa."""

    SIN_ABRIR = 0
    ESPERA = 1
    REPARTIENDO = 2
    JUGANDO = 3
    FIN_DE_MANO = 4
    FIN_DE_PARTIDA = 5
    CERRADA = 6


class Modo(StrEnum):
    """Cómo se juega: la normal cuenta; las demás, no, y no llevan tarjetas.

    Intranet es la mesa de un torneo (TO26): la abre y la cierra el torneo, no quienes se sientan. Completada, la de
    varias personas con automáticos en los lugares que nadie tomó: va al paso de la sin prisa y de ella se sale como de
    la práctica (D762).
    """

    NORMAL = "normal"
    SIN_PRISA = "sin_prisa"
    PRACTICA = "practica"
    INTRANET = "intranet"
    COMPLETADA = "completada"


CON_AUTOMATICOS = (Modo.PRACTICA, Modo.COMPLETADA)
"""Los modos que no cuentan porque algunos lugares los juega la casa (D765)."""


class Eleccion(StrEnum):
    """Lo que se vota al terminar la partida (EL6)."""

    COMUNICACION = "comunicacion"
    REVANCHA = "revancha"
    ROTAR = "rotar"


class Motivo(StrEnum):
    """Por qué una partida no finalizó o la mesa se cerró."""

    ABANDONO = "abandono"
    TARJETAS = "tarjetas"
    SANCION = "sancion"
    CAIDA = "caida"
    COMUNICACION = "comunicacion"
    SIN_ACUERDO = "sin_acuerdo"
    SIN_COMENZAR = "sin_comenzar"
    SALIDA = "salida"
    SUSCRIPCION = "suscripcion"
