"""Qué número lleva cada mesa (TO12): las de quien no puede moverse, el suyo; las demás, por orden en los que quedan."""

from collections.abc import Sequence
from itertools import groupby

from reglas.errores import ErrorDeRegla
from reglas.suizo.tipos import Mesa

Fijas = Sequence[tuple[str, int]]
"""Quién no puede moverse y de qué mesa; en Parejas y Equipos vale nombrar a la persona o a su conjunto."""


def numerar(en_orden: Sequence[Mesa], fijas: Fijas = ()) -> tuple[Mesa, ...]:
    """Las mesas con su número, de la 1 en adelante. Levanta `mesa_fija_invalida`.

    Si dos que no pueden moverse coinciden en una mesa, manda el primero de la lista. El encuentro de dos equipos va
    entero en dos mesas contiguas, 1 y 2, 3 y 4…: fijar una es fijar las dos (TO10, D390).
    """
    sueltos = [tuple(suyas) for _, suyas in groupby(en_orden, key=lambda m: m.entidades or m.asientos)]
    de, cuantos = max(map(len, sueltos), default=1), len(sueltos)
    puestos: dict[int, tuple[Mesa, ...]] = {}
    for quien, numero in fijas:
        suyo = next((suyas for suyas in sueltos if any(_esta(quien, m) for m in suyas)), None)
        if suyo is None:
            continue
        lugar = (numero - 1) // de
        if lugar in puestos or not 0 <= lugar < cuantos:
            raise ErrorDeRegla("mesa_fija_invalida", id=quien, mesa=numero)
        puestos[lugar] = suyo
        sueltos.remove(suyo)
    libres = (n for n in range(cuantos) if n not in puestos)
    puestos.update(zip(libres, sueltos, strict=True))
    numeradas = (mesa for _, suyas in sorted(puestos.items()) for mesa in suyas)
    return tuple(Mesa(n, m.asientos, m.entidades, m.forzada) for n, m in enumerate(numeradas, start=1))


def _esta(quien: str, mesa: Mesa) -> bool:
    return quien in (*mesa.asientos, *(mesa.entidades or ()))
