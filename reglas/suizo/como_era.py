"""El torneo tal como estaba al emparejar una partida ya publicada (TO13, TO19; D330).

Una corrección, un castigo o un prohibido posteriores cambian la tabla o lo que sigue, pero no las mesas publicadas:
para repetirlas se descuenta lo que llegó después. Quien se retiró más tarde no estorba: `hasta` es la última suya.
"""

from collections.abc import Iterable
from dataclasses import replace

from reglas.suizo.tipos import Mesa, Par, Partida, Siguiente, Torneo


def vigentes(torneo: Torneo, pares: Iterable[Par], partida: int) -> tuple[Par, ...]:
    """De unos prohibidos o *evitar*, los que rigen en esa partida."""
    plazos = {frozenset(vigencia.par): vigencia for vigencia in torneo.vigencias}
    return tuple(par for par in pares if (plazo := plazos.get(frozenset(par))) is None or plazo.rige(partida))


def mesa_en(mesa: Mesa, partida: int) -> Mesa:
    """La mesa con el resultado que tenía al emparejarse esa partida."""
    antes = next((c for c in mesa.correcciones if c.tras >= partida), None)
    if antes is None:
        return mesa
    return replace(
        mesa, fin=antes.fin, ganadora=antes.ganadora, marcador=antes.marcador, ausentes=antes.ausentes, manos=None
    )


def como_era(torneo: Torneo, publicada: Partida) -> Torneo:
    """El torneo con que se emparejó esa partida, con lo que el organizador dispuso para ella."""
    numero = publicada.numero
    anteriores = sorted((p for p in torneo.partidas if p.numero < numero), key=lambda p: p.numero)
    forzadas: dict[tuple[str, ...], None] = {}
    for mesa in sorted(publicada.mesas, key=lambda m: m.numero):
        if mesa.forzada:
            forzadas[mesa.entidades or mesa.asientos] = None
    return replace(
        torneo,
        partidas=tuple(replace(p, mesas=tuple(mesa_en(m, numero) for m in p.mesas)) for p in anteriores),
        castigos=tuple(c for c in torneo.castigos if c.tras is None or c.tras < numero),
        siguiente=Siguiente(publicada.ausentes, tuple(forzadas), publicada.fijas),
    )
