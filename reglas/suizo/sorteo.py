"""El sorteo del torneo (TO6): todo sale de una semilla que se publica, y nadie lo puede acomodar después."""

from collections.abc import Iterable, Mapping
from hashlib import sha256

PRIMO = (1 << 61) - 1


def huella(semilla: str, *datos: object) -> str:
    """SHA-256 en hexadecimal de «semilla:dato:dato…», en UTF-8 (lo que no cabe en UTF-8 se escapa)."""
    return sha256(":".join([semilla, *map(str, datos)]).encode("utf-8", "backslashreplace")).hexdigest()


def orden_de_sorteo(semilla: str, quienes: Iterable[str]) -> Mapping[str, int]:
    """El número de sorteo de cada quien, desde 0: orden ascendente de SHA-256("semilla:id")."""
    return {uno: n for n, uno in enumerate(sorted(quienes, key=lambda uno: (huella(semilla, uno), uno)))}


class Dado:
    """Números repetibles para las patadas de la búsqueda: los mismos en cualquier Python.

    No es azar para nadie: quien tenga la semilla los repite (TO13). Congruencial con módulo primo.
    """

    def __init__(self, *semilla: object) -> None:
        self._estado = int(huella("dado", *semilla)[:15], 16) % PRIMO or 1

    def menor_que(self, tope: int) -> int:
        """Un entero de 0 a tope − 1."""
        self._estado = self._estado * 437799614237992725 % PRIMO
        return (self._estado >> 20) % tope
