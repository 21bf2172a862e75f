"""Si alguien tarda de un modo que no es de persona. Con medianas y cuartiles: ir a abrir la puerta no cambia nada.

Sólo cuentan jugadas que la persona tiró: las que el sistema tiró por ella, al acabarse el reloj, no dicen nada.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from statistics import median, quantiles
from typing import NamedTuple

from reglas.mano import legales, reloj_de
from reglas.reglamento import AMIGOS
from reglas.repeticion import Repetida

SE_ACABO = 250
"""Ms antes del reloj: lo que tarde eso o más, lo tiró el sistema."""
DIFICIL = 4
"""Fichas distintas con cabida."""
MINIMO = 60
MINIMO_DE_DIFICILES = 40

CASI_IGUALES = 0.15
"""La mitad de las veces, a menos de 7.5 % de lo de siempre; en una persona anda por 0.6."""
MUY_RAPIDA = 900
"""Ms para ver cuatro fichas con cabida, elegir, tocar y que llegue: menos no da tiempo."""
SEPARA = 0.99
"""De cada cien parejas de jugadas, una forzada y otra no, en 99 la misma tarda más."""


class Tardanza(NamedTuple):
    """Una jugada hecha por la persona."""

    opciones: int
    fichas: int
    """Fichas distintas con cabida."""
    ms: int


class Tiempos(NamedTuple):
    """Las tres medidas de una persona; None la que no tuvo bastantes datos."""

    jugadas: int
    con_opciones: int
    dificiles: int
    mediana: int | None
    """Ms, con dos opciones o más."""
    dispersion: float | None
    """Distancia entre cuartiles sobre la mediana, con dos opciones o más: cerca de cero, siempre tarda lo mismo."""
    mediana_dificil: int | None
    """Ms, con cuatro fichas o más."""
    separacion: float | None
    """De 0.5 a 1: qué tan bien se adivina, sólo por lo que tarda, si tenía una opción o varias."""

    @property
    def motivos(self) -> tuple[str, ...]:
        """Lo que se sale de lo normal: `constante`, `rapida` y `separa`."""
        return tuple(
            clave
            for clave, rara in (
                ("constante", self.dispersion is not None and self.dispersion < CASI_IGUALES),
                ("rapida", self.mediana_dificil is not None and self.mediana_dificil < MUY_RAPIDA),
                ("separa", self.separacion is not None and self.separacion >= SEPARA),
            )
            if rara
        )


def tardanzas_de(mano: Repetida) -> tuple[tuple[Tardanza, ...], ...]:
    """Por asiento, lo que tardó en cada jugada suya de la mano; sin las que no se midieron o tiró el sistema."""
    suyas: list[list[Tardanza]] = [[] for _ in range(AMIGOS.asientos)]
    for antes, ms in zip(mano.estados, mano.ms, strict=False):
        opciones = legales(antes)
        if ms is not None and ms < 1000 * reloj_de(antes, opciones) - SE_ACABO:
            suyas[antes.turno].append(Tardanza(len(opciones), len({ficha for ficha, _ in opciones}), ms))
    return tuple(map(tuple, suyas))


def medir(tardanzas: Sequence[Tardanza]) -> Tiempos:
    """Las tres medidas de lo que tardó una persona en muchas manos."""
    con_opciones = [una.ms for una in tardanzas if una.opciones > 1]
    dificiles = [una.ms for una in tardanzas if una.fichas >= DIFICIL]
    bastan = len(con_opciones) >= MINIMO
    return Tiempos(
        jugadas=len(tardanzas),
        con_opciones=len(con_opciones),
        dificiles=len(dificiles),
        mediana=int(median(con_opciones)) if bastan else None,
        dispersion=_dispersion(con_opciones) if bastan else None,
        mediana_dificil=int(median(dificiles)) if len(dificiles) >= MINIMO_DE_DIFICILES else None,
        separacion=_separacion(tardanzas),
    )


def _dispersion(ms: Sequence[int]) -> float:
    primero, mediana, tercero = quantiles(ms, n=4)
    return (tercero - primero) / mediana if mediana else 0.0


def _separacion(tardanzas: Sequence[Tardanza]) -> float | None:
    """Sólo entre las de menos de 5 s, que es todo lo que da el reloj con una opción: más allá separa el reloj."""
    cortas = [una for una in tardanzas if una.ms < 1000 * AMIGOS.relojes.unica - SE_ACABO]
    una = [t.ms for t in cortas if t.opciones == 1]
    varias = [t.ms for t in cortas if t.opciones > 1]
    if min(len(una), len(varias)) < MINIMO:
        return None
    una.sort()
    # cuántas forzadas tardan menos que cada una de las otras; los empates, la mitad
    menos = sum((bisect_left(una, ms) + bisect_right(una, ms)) / 2 for ms in varias) / (len(una) * len(varias))
    return max(menos, 1 - menos)
