"""Manos al azar jugadas por los automáticos, como las da `reglas.repeticion`."""

import random
from itertools import pairwise

from reglas.fichas import mascara
from reglas.mano import Mano, repartida
from reglas.repeticion import simular, terminar
from reglas.tipos import Meta


def al_azar(semilla: int, meta: Meta = Meta.CIEN) -> tuple[Mano, ...]:
    fichas = list(range(28))
    random.Random(semilla).shuffle(fichas)
    a, b, c, d = (mascara(fichas[i : i + 7]) for i in (0, 7, 14, 21))
    desde = repartida((a, b, c, d), semilla & 3)
    return simular(desde, terminar(desde, meta, semilla))


def pases_de(estados: tuple[Mano, ...], hasta: int) -> list[tuple[int, int, int]]:
    """(asiento, terminal, terminal) de cada pase antes de la jugada `hasta`, contado derecho de los estados."""
    vistos = []
    for antes, despues in pairwise(estados[: hasta + 1]):
        asiento = (antes.turno + 1) & 3
        while asiento != despues.turno:
            vistos.append((asiento, despues.a, despues.b))
            asiento = (asiento + 1) & 3
    return vistos
