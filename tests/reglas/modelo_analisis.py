"""El valor de una posición por pura fuerza: todas las jugadas hasta el final, sin podar y sin usar `reglas`.

Las reglas son las de `modelo_mesa`, en estados inmutables. `Fuerza(recordar=False)` no recuerda ni lo ya visto: es la
búsqueda más simple que puede haber, para finales; con memoria alcanza para repartos recortados. `sin_poda` es lo mismo
en enteros, para que quepan los millones de posiciones de un reparto completo.
"""

import random
from typing import Any, NamedTuple

from tests.reglas.actas_modelo import repartir
from tests.reglas.modelo_mesa import MARCAS, ManoModelo, derecha, pareja, tantos

Manos = tuple[tuple[str, ...], ...]


class Punto(NamedTuple):
    """Manos, terminales A y B y turno; quien tiró la última decide el desenlace al vuelo."""

    manos: Manos
    a: int
    b: int
    turno: int


class Fuerza:
    """El mejor juego de las dos parejas, recorriéndolo todo."""

    def __init__(self, meta: str, recordar: bool) -> None:
        self.meta, self.recordar = meta, recordar
        self.sabe: dict[Punto, int] = {}

    def alternativas(self, mano: ManoModelo) -> list[dict[str, Any]]:
        """Las legales del modelo, con su valor; la mano no se toca."""
        salen = []
        for ficha, extremo in mano.legales(mano.turno):
            copia = ManoModelo([list(suyas) for suyas in mano.manos], mano.salidor, fila=list(mano.fila))
            copia.turno = mano.turno
            copia.tirar(ficha, extremo)
            salen.append({"ficha": ficha, "extremo": extremo, "valor": self._tras(copia)})
        return salen

    def _tras(self, mano: ManoModelo) -> int:
        if mano.fin is not None:
            return self.cuenta(tuple(map(tuple, mano.manos)), mano.quien if mano.fin == "dominada" else None)
        a, b = mano.terminales() or (-1, -1)
        return self.valor(Punto(tuple(tuple(sorted(suyas)) for suyas in mano.manos), a, b, mano.turno))

    def valor(self, punto: Punto) -> int:
        if punto in self.sabe:
            return self.sabe[punto]
        manos, a, b, turno = punto
        hijos = []
        for ficha in manos[turno]:
            x, y = MARCAS[ficha]
            for casa, otra, en_a in ((a, b, True), (b, a, False)):
                for toca, queda in {(x, y), (y, x)}:
                    if toca == casa:
                        hijos.append(self._tirar(punto, ficha, (queda, otra) if en_a else (otra, queda)))
        if not hijos:
            return self.valor(punto._replace(turno=derecha(turno)))
        valor = max(hijos) if pareja(turno) == 0 else min(hijos)
        if self.recordar:
            self.sabe[punto] = valor
        return valor

    def _tirar(self, punto: Punto, ficha: str, terminales: tuple[int, int]) -> int:
        manos = list(punto.manos)
        manos[punto.turno] = tuple(una for una in manos[punto.turno] if una != ficha)
        if not manos[punto.turno]:
            return self.cuenta(tuple(manos), punto.turno)
        if not any(marca in terminales for suyas in manos for una in suyas for marca in MARCAS[una]):
            return self.cuenta(tuple(manos), None)
        return self.valor(Punto(tuple(manos), *terminales, derecha(punto.turno)))

    def cuenta(self, manos: Manos, domino: int | None) -> int:
        """Tantos de la pareja 0 menos los de la 1; `domino` es quien dominó, o None si cerró."""
        sobran = [tantos([*manos[0], *manos[2]]), tantos([*manos[1], *manos[3]])]
        if domino is None and (self.meta == "juegos_ganados" or sobran[0] == sobran[1]):
            return 0
        gana = pareja(domino) if domino is not None else sobran.index(min(sobran))
        cuantos = {"100": sobran[1 - gana], "200": sum(sobran), "juegos_ganados": 1}[self.meta]
        return cuantos if gana == 0 else -cuantos


def sin_poda(manos: list[list[str]], terminales: tuple[int, int], turno: int, meta: str) -> int:
    """El valor de la posición recorriendo todas las que se alcanzan, cada una una vez; la mano no ha terminado."""
    fichas = sorted(una for suyas in manos for una in suyas)
    bit = {ficha: 1 << n for n, ficha in enumerate(fichas)}
    de = [sum(bit[ficha] for ficha in suyas) for suyas in manos]
    llevan = [[sum(b for ficha, b in bit.items() if set(MARCAS[ficha]) & {x, y}) for y in range(7)] for x in range(7)]
    otra = [{b: sum(MARCAS[f]) - x for f, b in bit.items() if x in MARCAS[f]} for x in range(7)]
    cuenta = Fuerza(meta, recordar=False).cuenta
    sabe: dict[int, int] = {}

    def cerrar(resto: int, domino: int | None) -> int:
        return cuenta(tuple(tuple(f for f in fichas if resto & de[q] & bit[f]) for q in range(4)), domino)

    def valor(resto: int, a: int, b: int, quien: int) -> int:
        if a > b:
            a, b = b, a
        llave = ((resto * 7 + a) * 7 + b) * 4 + quien
        if llave not in sabe:
            hijos = []
            puede = resto & de[quien] & llevan[a][b]
            while puede:
                una = puede & -puede
                puede ^= una
                queda = resto ^ una
                for casa, sobra in {(a, b), (b, a)}:
                    if una in otra[casa]:
                        hijos.append(tras(queda, otra[casa][una], sobra, quien))
            mejor = max if quien % 2 == 0 else min
            sabe[llave] = mejor(hijos) if hijos else valor(resto, a, b, derecha(quien))
        return sabe[llave]

    def tras(queda: int, a: int, b: int, quien: int) -> int:
        if not queda & de[quien]:
            return cerrar(queda, quien)
        return valor(queda, a, b, derecha(quien)) if queda & llevan[a][b] else cerrar(queda, None)

    return valor(sum(bit.values()), *terminales, turno)


def final_al_azar(azar: random.Random, quedan: int) -> tuple[list[list[str]], ManoModelo]:
    """Un reparto y la mano jugada al azar hasta que queden a lo más `quedan` fichas y alguien deba decidir."""
    while True:
        reparto = repartir(azar)
        mano = ManoModelo([list(suyas) for suyas in reparto], azar.randrange(4))
        while mano.fin is None and (sum(map(len, mano.manos)) > quedan or not mano.legales(mano.turno)):
            legales = mano.legales(mano.turno)
            if legales:
                mano.tirar(*azar.choice(legales))
            else:
                mano.pasar()
        if mano.fin is None:
            return reparto, mano
