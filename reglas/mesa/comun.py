"""El secreto de cada mano: al azar o, en el Multiplicado, de la clave de su partida (TO27)."""

from collections.abc import Callable

from reglas.mesa.eventos import RepartoComun, Secreto
from reglas.multiplicado import claves_de_mano
from reglas.sorteo import compromiso_de


def secreto_de(comun: RepartoComun | None, mano: int, sortear: Callable[[], Secreto]) -> Secreto:
    """El de la mano número `mano`, desde 1."""
    if comun is None:
        return sortear()
    claves, semilla = claves_de_mano(comun.clave, mano)
    return Secreto(compromiso_de(claves, semilla), claves, semilla)
