"""Cómo sigue una mano desde una jugada con el mejor juego de todos, contada para explicarla (AC3)."""

from typing import Any, NamedTuple

from reglas.analisis.exacto import Alternativa, Solucion
from reglas.fichas import TEXTOS, tantos_de
from reglas.mano import EXTREMOS, Mano, contar, pasar, puede_tirar, tirar
from reglas.metas import AQueSeJuega, Suma
from reglas.reglamento import PorAsiento


class Pase(NamedTuple):
    """Uno de una línea."""

    asiento: int
    tiradas: int
    """Cuántas fichas de la línea había ya en la mesa, con la propia jugada."""


class Linea(NamedTuple):
    """Una jugada y, tras ella, una de las mejores de cada quien hasta el fin."""

    tras: Mano
    """La mesa recién hecha la jugada, sin saltar pases."""
    final: Mano
    pases: tuple[Pase, ...]

    def veces(self, asiento: int) -> int:
        """Cuántas pasa ese asiento."""
        return sum([pase.asiento == asiento for pase in self.pases])

    def enseguida(self) -> tuple[int, ...]:
        """Los que pasan antes de que alguien vuelva a tirar, en orden de turno."""
        return tuple(pase.asiento for pase in self.pases if pase.tiradas == 1)

    @property
    def tiradas(self) -> int:
        """Cuántas fichas, con la propia jugada."""
        return (len(self.final.cadena) - len(self.tras.cadena)) // 3 + 1

    def tantos(self, asiento: int) -> int:
        """Con los que se queda ese asiento."""
        return tantos_de(self.final.manos[asiento])


def linea_de(exacta: Solucion, posicion: Mano, desde: Alternativa) -> Linea:
    """La de una jugada legal en esa posición; `desde.valor`, el exacto."""
    tras = mano = tirar(posicion, desde.ficha, desde.extremo)
    pases: list[Pase] = []
    tiradas = 1
    while mano.desenlace is None:
        if puede_tirar(mano, mano.turno):
            mano = tirar(mano, *exacta.que_vale(mano, desde.valor))
            tiradas += 1
        else:
            pases.append(Pase(mano.turno, tiradas))
            mano = pasar(mano)
    return Linea(tras, mano, tuple(pases))


def jugadas_de(linea: Linea) -> list[dict[str, Any]]:
    """Para JSON: quién tira qué y dónde, con la propia jugada primero; `extremo` es null en la primera ficha."""
    cadena = linea.final.cadena[len(linea.tras.cadena) - 3 :]
    return [
        {"asiento": asiento, "ficha": TEXTOS[ficha], "extremo": EXTREMOS[extremo] or None}
        for ficha, extremo, asiento in zip(cadena[::3], cadena[1::3], cadena[2::3], strict=True)
    ]


def puesto_por(final: Mano, meta: AQueSeJuega, bando: int) -> PorAsiento:
    """Lo que la ficha no jugada de cada asiento pone en el valor de esa mano para `bando`: sumados, dan el valor.

    A juegos ganados nadie pone nada: no hay tantos que repartir.
    """
    ganadora = contar(final, meta).ganadora
    if ganadora is None or meta.suma is Suma.NINGUNA:
        return (0,) * len(final.manos)
    signo = 1 if ganadora == bando else -1
    bandos = final.reglamento.bando_de
    todas = meta.suma is Suma.TODAS
    return tuple(
        [
            signo * tantos_de(bits) if todas or bandos[asiento] != ganadora else 0
            for asiento, bits in enumerate(final.manos)
        ]
    )
