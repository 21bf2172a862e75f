"""La pareja contraria revisa la hoja antes de cerrarla (RE6, D373, D374).

Quien anota ya dijo con la pluma que está conforme: falta la otra pareja. Si anota alguien que no juega en la mesa,
ninguna de las dos la ha dicho y hace falta una persona de cada una.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Conformidad(StrEnum):
    """Cómo está la hoja según quienes la revisan."""

    FALTA = "falta"
    CONFORME = "conforme"
    OBJETADA = "objetada"


@dataclass(frozen=True, slots=True)
class Parecer:
    """Lo que alguien de la mesa dijo de su hoja; `jugador` es su lugar del programa, como el salidor (D377)."""

    jugador: int
    conforme: bool
    motivo: str = ""


def parejas_que_revisan(anota: int | None) -> tuple[int, ...]:
    """Las parejas (0 y 1) que deben revisar; `anota` es la de quien anota, o None si no juega en esa mesa."""
    return (0, 1) if anota is None else (1 - anota,)


def conformidad(revisan: Iterable[int], pareceres: Iterable[tuple[int, bool]]) -> Conformidad:
    """`pareceres`: la pareja de cada quien y si está conforme, sólo lo que sigue valiendo.

    Basta uno de cada pareja que revisa; una sola objeción, sea de quien sea, la deja objetada.
    """
    dichos = list(pareceres)
    if not all(conforme for _pareja, conforme in dichos):
        return Conformidad.OBJETADA
    conformes = {pareja for pareja, _conforme in dichos}
    return Conformidad.CONFORME if conformes.issuperset(revisan) else Conformidad.FALTA
