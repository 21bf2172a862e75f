"""Las tarjetas: colores, con cuántas se suspende y las que se ven junto a un nombre (SA1-SA3, EL3; 002 §3)."""

from enum import StrEnum
from typing import NamedTuple


class Color(StrEnum):
    """Amarilla, falta leve; azul, no volver; roja, jugador nocivo."""

    AMARILLA = "amarilla"
    AZUL = "azul"
    ROJA = "roja"


CUANTAS: dict[Color, int] = {Color.AMARILLA: 28, Color.AZUL: 2, Color.ROJA: 1}
"""Con cuántas se suspende: amarillas en una partida, azules en la cuenta, rojas una sola [002 §3.3.3]."""


class Graves(NamedTuple):
    """Las de una persona que se ven junto a su nombre; las amarillas son de la partida y las lleva la mesa."""

    azules: int = 0
    """Las que van para la siguiente suspensión."""
    rojas: int = 0
    """Las que no se anularon."""


SIN_GRAVES = Graves()
