"""Si un ejercicio de la casa es lo que dice, sin nada de quien lo escogió: ni `reglas`, ni `lecciones`, ni su consulta.

La mano se juega con `tests.reglas.modelo_mesa`, escrito desde los documentos. Lo que vale cada jugada se pregunta de sí
o no («¿la pareja 0 saca al menos tanto?») a una búsqueda propia, con poda y memoria, distinta de la de `exacto`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from tests.reglas.modelo_mesa import FICHAS, MARCAS, ManoModelo, derecha, pareja

EXTREMOS = (None, "A", "B")
BIT = {ficha: 1 << n for n, ficha in enumerate(FICHAS)}
DE_PALO = [sum(BIT[f] for f in FICHAS if palo in MARCAS[f]) for palo in range(7)]
OTRA = [{BIT[f]: sum(MARCAS[f]) - palo for f in FICHAS if palo in MARCAS[f]} for palo in range(7)]
VALE = {BIT[f]: sum(MARCAS[f]) for f in FICHAS}


def en_la_pregunta(uno: Mapping[str, Any]) -> tuple[ManoModelo, list[tuple[int, int, int]]]:
    """La mano jugada hasta ahí y los pases (quién, y las terminales que no tuvo). Revienta si algo no se podía."""
    manos = [[FICHAS[n] for n in suyas] for suyas in uno["reparto"]]
    assert sorted(n for suyas in uno["reparto"] for n in suyas) == list(range(28))
    assert [len(suyas) for suyas in manos] == [7, 7, 7, 7]
    mano = ManoModelo(manos, uno["salidor"])
    pases: list[tuple[int, int, int]] = []
    for ficha, extremo in uno["jugadas"]:
        mano.tirar(FICHAS[ficha], EXTREMOS[extremo])
        assert mano.fin is None
        while not mano.legales(mano.turno):
            pases.append((mano.turno, *(mano.terminales() or ())))
            mano.pasar()
    return mano, pases


def jugadas_de(uno: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """La mejor y las otras, como están guardadas."""
    return [uno["mejor"], *uno["otras"]]


def tras(mano: ManoModelo, ficha: int, extremo: int) -> ManoModelo:
    """Otra mano, con esa jugada hecha."""
    otra = ManoModelo([list(suyas) for suyas in mano.manos], mano.salidor, fila=list(mano.fila))
    otra.turno = mano.turno
    otra.tirar(FICHAS[ficha], EXTREMOS[extremo])
    return otra


class Busqueda:
    """Preguntas de sí o no sobre lo que vale una mano a 100: tantos de la pareja 0 menos los de la 1."""

    def __init__(self, mano: ManoModelo) -> None:
        self.de = [sum(BIT[ficha] for ficha in suyas) for suyas in mano.manos]
        self.sabe: dict[tuple[int, int, int, int, int], bool] = {}

    def al_menos(self, mano: ManoModelo, cuanto: int) -> bool:
        """Si con el mejor juego de todos la pareja 0 saca eso o más."""
        resto = sum(BIT[ficha] for suyas in mano.manos for ficha in suyas)
        if mano.fin is not None:
            return self._cuenta(resto, mano.quien if mano.fin == "dominada" else None) >= cuanto
        a, b = mano.terminales() or (-1, -1)
        return self._saca(resto, a, b, mano.turno, cuanto)

    def vale(self, mano: ManoModelo, cuanto: int) -> bool:
        """Si vale exactamente eso."""
        return self.al_menos(mano, cuanto) and not self.al_menos(mano, cuanto + 1)

    def _sobran(self, resto: int) -> tuple[int, int]:
        suma = [sum(v for bit, v in VALE.items() if resto & suyas & bit) for suyas in self.de]
        return suma[0] + suma[2], suma[1] + suma[3]

    def _cuenta(self, resto: int, domino: int | None) -> int:
        nuestros, suyos = self._sobran(resto)
        if domino is None and nuestros == suyos:
            return 0
        gana = pareja(domino) if domino is not None else int(suyos < nuestros)
        return -nuestros if gana else suyos

    def _saca(self, resto: int, a: int, b: int, quien: int, cuanto: int) -> bool:
        llave = (resto, min(a, b), max(a, b), quien, cuanto)
        if llave not in self.sabe:
            self.sabe[llave] = self._buscar(resto, a, b, quien, cuanto)
        return self.sabe[llave]

    def _buscar(self, resto: int, a: int, b: int, quien: int, cuanto: int) -> bool:
        caben = DE_PALO[a] | DE_PALO[b]
        while not resto & self.de[quien] & caben:
            quien = derecha(quien)
        quiere = pareja(quien) == 0
        hijos, puede = [], resto & self.de[quien] & caben
        while puede:
            una = puede & -puede
            puede ^= una
            for casa, queda in {(a, b), (b, a)}:
                if una in OTRA[casa]:
                    libre = OTRA[casa][una]
                    sigue = resto ^ una
                    quedan = sigue & (DE_PALO[libre] | DE_PALO[queda])
                    if not sigue & self.de[quien] or not quedan:
                        if (self._cuenta(sigue, None if sigue & self.de[quien] else quien) >= cuanto) == quiere:
                            return quiere
                        continue
                    # primero la que menos le deja al que sigue
                    hijos.append(((quedan & self.de[derecha(quien)]).bit_count(), sigue, libre, queda))
        for _cuantas, sigue, libre, queda in sorted(hijos):
            if self._saca(sigue, libre, queda, derecha(quien), cuanto) == quiere:
                return quiere
        return not quiere


def posibles(mano: ManoModelo, pases: Sequence[tuple[int, int, int]]) -> Iterator[list[list[str]]]:
    """Todas las manos que los otros tres podían tener, según quien pregunta: por fuerza bruta."""
    yo = mano.turno
    otros = [asiento for asiento in range(4) if asiento != yo]
    ocultas = sorted(ficha for asiento in otros for ficha in mano.manos[asiento])
    no_tiene = {asiento: {palo for quien, *palos in pases if quien == asiento for palo in palos} for asiento in otros}

    def cabe(asiento: int, fichas: Sequence[str]) -> bool:
        return not any(palo in MARCAS[ficha] for ficha in fichas for palo in no_tiene[asiento])

    uno, dos, tres = otros
    for primeras in combinations(ocultas, len(mano.manos[uno])):
        if not cabe(uno, primeras):
            continue
        quedan = [ficha for ficha in ocultas if ficha not in primeras]
        for segundas in combinations(quedan, len(mano.manos[dos])):
            terceras = [ficha for ficha in quedan if ficha not in segundas]
            if cabe(dos, segundas) and cabe(tres, terceras):
                manos = [list(suyas) for suyas in mano.manos]
                manos[uno], manos[dos], manos[tres] = list(primeras), list(segundas), terceras
                yield manos
