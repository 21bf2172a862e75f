"""Qué número lleva cada mesa (TO12): las de quien no puede moverse, el suyo; las demás, por orden en los que quedan."""

from collections.abc import Sequence

from reglas.errores import ErrorDeRegla
from reglas.suizo.tipos import Mesa

Fijas = Sequence[tuple[str, int]]
"""Quién no puede moverse y de qué mesa; en Parejas y Equipos vale nombrar a la persona o a su conjunto."""


def numerar(en_orden: Sequence[Mesa], fijas: Fijas = ()) -> tuple[Mesa, ...]:
    """Las mesas con su número, de la 1 en adelante. Levanta `mesa_fija_invalida`.

    Si dos que no pueden moverse coinciden en una mesa, manda el primero de la lista.
    """
    numeros: dict[int, Mesa] = {}
    sueltas = list(en_orden)
    for quien, numero in fijas:
        suya = next((m for m in sueltas if quien in (*m.asientos, *(m.entidades or ()))), None)
        if suya is None:
            continue
        if numero in numeros or not 1 <= numero <= len(en_orden):
            raise ErrorDeRegla("mesa_fija_invalida", id=quien, mesa=numero)
        numeros[numero] = suya
        sueltas.remove(suya)
    libres = (n for n in range(1, len(en_orden) + 1) if n not in numeros)
    numeros.update(zip(libres, sueltas, strict=True))
    return tuple(Mesa(n, m.asientos, m.entidades, m.forzada) for n, m in sorted(numeros.items()))
