"""Vocabulario de la mesa en línea: fases, modos, motivos y votos."""

from enum import IntEnum, StrEnum


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
    """Cómo se juega: la normal cuenta; sin prisa y práctica, no, y no llevan tarjetas."""

    NORMAL = "normal"
    SIN_PRISA = "sin_prisa"
    PRACTICA = "practica"


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
