"""Hasta dónde llega un navegador por sus sockets, igual en la mesa, la Sala y el Recreo (D233).

Cuántos tiene una persona en un lugar, cuántos salen de una red y cuántos mensajes manda cada uno. Todo se cuenta en el
proceso que atiende: no cuesta un viaje, y con varios el tope de la red es de cada uno.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from math import ceil
from typing import NamedTuple, TypeVar

from django.conf import settings

T = TypeVar("T")

PESTANAS = 4
"""Las que una persona tiene en un lugar (una mesa, la Sala, un Recreo). Con otra más se va la que lleva más callada."""


def sobrantes(suyas: Iterable[T], latido: Callable[[T], float]) -> list[T]:
    """De las pestañas de una persona, las que se van para que quepa otra."""
    ordenadas = sorted(suyas, key=latido)
    return ordenadas[: max(len(ordenadas) - PESTANAS + 1, 0)]


# --- mensajes por segundo ---------------------------------------------------------------------------------------------
class Tope(NamedTuple):
    """`mensajes` en `ventana` segundos; a los `avisos` que sigan se les contesta `despacio` y al otro se le corta."""

    mensajes: int
    ventana: float
    avisos: int


DE_JUGAR = Tope(600, 2.0, 60)
"""Más de lo que alcanza a mandar quien contesta al instante: una mesa confirma a lo más una orden por milisegundo y de
cada cuatro una es suya. Una persona manda uno o dos por segundo.
"""
DE_MIRAR = Tope(60, 10.0, 10)
"""La Sala y el Recreo no juegan por su socket: late cada 4 s y cambia de pantalla. Cada mirada puede leer la base."""
CORTAR = -1


class Ritmo:
    """Los mensajes de un socket. Sólo pregunta la hora cuando se juntó el tope."""

    __slots__ = ("_desde", "_tope", "_van")

    def __init__(self, tope: Tope, desde: float) -> None:
        self._tope, self._desde, self._van = tope, desde, 0

    def frena(self, hora: Callable[[], float]) -> int:
        """Cuenta uno: 0 si pasa, los segundos que faltan si hay que decirle despacio, o `CORTAR`."""
        self._van += 1
        if self._van <= self._tope.mensajes:
            return 0
        ahora = hora()
        falta = self._desde + self._tope.ventana - ahora
        if falta <= 0:
            self._desde, self._van = ahora, 1
            return 0
        return CORTAR if self._van > self._tope.mensajes + self._tope.avisos else ceil(falta)


# --- por red ----------------------------------------------------------------------------------------------------------
class PorRed:
    """Sockets abiertos de cada red. Lo que no sale de este equipo (`""`) no se cuenta."""

    def __init__(self) -> None:
        self._van: Counter[str] = Counter()

    def entrar(self, red: str) -> bool:
        """¿Cabe otro? Si cabe, queda contado hasta `salir`."""
        if red and self._van[red] >= settings.SOCKETS_POR_RED:
            return False
        self._van[red] += 1
        return True

    def salir(self, red: str) -> None:
        """Se cerró uno de los que cupieron."""
        self._van[red] -= 1
        if not self._van[red]:
            del self._van[red]


por_red = PorRed()
