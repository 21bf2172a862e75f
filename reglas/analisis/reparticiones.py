"""Las manos que los otros pueden tener, según lo que un asiento sabe: sus fichas, lo jugado y los pases (EL8).

Cada repartición coherente tiene un número, de 0 a `cuantas` − 1, y todas son igual de probables: sacar una al azar es
sacar su número, y cuando son pocas se miran todas.
"""

from collections.abc import Sequence

from reglas.automatas import VistaDeAsiento, deducir, otros_de
from reglas.fichas import de_mascara
from reglas.reglamento import PorAsiento

_Huecos = tuple[int, ...]
"""Cuántas fichas le faltan a cada uno de los otros y, si lo hay, al pozo."""


class Reparticiones:
    """Las de una vista; contarlas cuesta uno o dos milisegundos."""

    def __init__(self, vista: VistaDeAsiento) -> None:
        deduccion = deducir(vista)
        self._yo, self._mias = vista.asiento, vista.mias
        self._otros = otros_de(vista)
        self._con_pozo = vista.pozo > 0
        # primero las que menos pueden tener: la cuenta se acorta
        self._fichas = sorted(
            de_mascara(deduccion.ocultas), key=lambda ficha: len(self._pueden(deduccion.faltan, ficha))
        )
        self._duenos = [self._pueden(deduccion.faltan, ficha) for ficha in self._fichas]
        self._huecos: _Huecos = (*[vista.quedan[otro] for otro in self._otros], *([vista.pozo] if vista.pozo else ()))
        self._formas: list[dict[_Huecos, int]] = [{} for _ in range(len(self._fichas) + 1)]
        self._formas[-1][(0,) * len(self._huecos)] = 1
        self.cuantas = self._contar(0, self._huecos)

    def _pueden(self, faltan: Sequence[int], ficha: int) -> list[int]:
        pueden = [cual for cual, otro in enumerate(self._otros) if not faltan[otro] >> ficha & 1]
        return [*pueden, len(self._otros)] if self._con_pozo else pueden

    def _contar(self, desde: int, huecos: _Huecos) -> int:
        """De cuántas maneras se reparten las fichas de `desde` en adelante en esos huecos."""
        formas = self._formas[desde]
        if huecos not in formas and desde < len(self._fichas):
            formas[huecos] = sum(
                [self._contar(desde + 1, _sin(huecos, cual)) for cual in self._duenos[desde] if huecos[cual]]
            )
        return formas.get(huecos, 0)

    def manos(self, numero: int) -> PorAsiento:
        """Las manos de la repartición `numero`, con la propia en su asiento."""
        return self.reparto(numero)[0]

    def reparto(self, numero: int) -> tuple[PorAsiento, tuple[int, ...]]:
        """Las manos, y las fichas del pozo, de menor a mayor."""
        manos, huecos, pozo = [0] * (len(self._otros) + 1), self._huecos, []
        manos[self._yo] = self._mias
        for lugar, ficha in enumerate(self._fichas):
            for cual in self._duenos[lugar]:
                if not huecos[cual]:
                    continue
                formas = self._contar(lugar + 1, _sin(huecos, cual))
                if numero < formas:
                    huecos = _sin(huecos, cual)
                    if cual < len(self._otros):
                        manos[self._otros[cual]] |= 1 << ficha
                    else:
                        pozo.append(ficha)
                    break
                numero -= formas
        return tuple(manos), tuple(sorted(pozo))


def _sin(huecos: _Huecos, cual: int) -> _Huecos:
    return (*huecos[:cual], huecos[cual] - 1, *huecos[cual + 1 :])
