"""Quién descansa y cuándo entra un comodín (TO4, TO5)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Reparto(NamedTuple):
    """Los que se sientan, con los comodines que hagan falta al final, y los que descansan, del mejor lugar al peor."""

    sientan: tuple[str, ...]
    comodines: tuple[str, ...]
    descansan: tuple[str, ...]


def apartar(tabla: Sequence[str], comodines: Sequence[str], por_mesa: int, descansos: Mapping[str, int]) -> Reparto:
    """De los presentes, en el orden de la tabla, quiénes sobran.

    Entran los comodines que dejan menos descansando y, a igual cuenta, los menos posibles. Descansa el último de la
    tabla entre quienes menos han descansado: nadie dos veces antes que todos una.
    """
    entran = min(range(len(comodines) + 1), key=lambda n: ((len(tabla) + n) % por_mesa, n))
    sobran = (len(tabla) + entran) % por_mesa if len(tabla) + entran >= por_mesa else len(tabla)
    if sobran == len(tabla):
        entran = 0
    lugar = {uno: n for n, uno in enumerate(tabla)}
    turno = sorted(tabla, key=lambda uno: (descansos.get(uno, 0), -lugar[uno]))
    fuera = set(turno[:sobran])
    return Reparto(
        sientan=tuple(uno for uno in tabla if uno not in fuera),
        comodines=tuple(comodines[:entran]),
        descansan=tuple(uno for uno in tabla if uno in fuera),
    )
