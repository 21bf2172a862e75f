"""Lo que se puede saber desde un asiento: repartos coherentes con lo visto y la jugada que de ellos conviene.

Coherente: cada quien tiene las fichas que le quedan y ninguna de los palos en que pasó. Todos los coherentes son igual
de probables: no se lee nada más de cómo juega cada quien.
"""

from collections.abc import Iterator, Sequence

from reglas.analisis.exacto import SIGNO, Solucion
from reglas.analisis.reparticiones import Reparticiones
from reglas.automatas import mirar
from reglas.mano import Mano, legales
from reglas.metas import AQueSeJuega, Meta
from reglas.reglamento import PorAsiento

_64 = (1 << 64) - 1


class Dado:
    """Azar que se repite: misma semilla, mismas tiradas (splitmix64)."""

    def __init__(self, *semilla: int) -> None:
        self._estado = 0
        for parte in semilla:
            self._estado = (self._estado ^ parte) & _64
            self.tirar(1)

    def tirar(self, caras: int) -> int:
        """De 0 a `caras` − 1; el sesgo, menor que caras/2⁶⁴, no cuenta."""
        self._estado = (self._estado + 0x9E3779B97F4A7C15) & _64
        x = self._estado
        x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & _64
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & _64
        return (x ^ x >> 31) * caras >> 64


def coherentes(mano: Mano, cuantos: int, dado: Dado) -> Iterator[PorAsiento]:
    """Repartos de lo que queda, al azar y todos igual de probables, con la mano propia de quien está en turno."""
    reparticiones = Reparticiones(mirar(mano, Meta.CIEN))
    return (reparticiones.manos(dado.tirar(reparticiones.cuantas)) for _ in range(cuantos))


def lo_que_conviene(mano: Mano, meta: AQueSeJuega, cuantos: int, dado: Dado) -> Sequence[int]:
    """Por cada jugada legal de quien está en turno, lo que suma su pareja en esos repartos con el mejor juego."""
    signo = SIGNO[mano.turno]
    sumas = [0] * len(legales(mano))
    for manos in coherentes(mano, cuantos, dado):
        for i, una in enumerate(Solucion(manos, meta).alternativas(mano._replace(manos=manos))):
            sumas[i] += signo * una.valor
    return sumas
