"""Torneos de whist por construcción: se desarrolla una partida inicial en un grupo (RG12).

En un grupo de 9 o 13 elementos cada partida descansa uno; en uno de 7 u 11 se agrega ∞ y no descansa nadie. Si en la
partida inicial cada diferencia sale una vez entre compañeros y dos entre contrarios, al sumarle cada elemento del
grupo cada par juega junto una vez y se enfrenta dos.
"""

from collections.abc import Iterator

Elemento = tuple[int, ...]
Mesa = tuple[int, int, int, int]
"""Números desde cero: los dos primeros son pareja, y los dos últimos."""

GRUPOS: dict[int, tuple[int, ...]] = {8: (7,), 9: (3, 3), 12: (11,), 13: (13,)}


class Grupo:
    """Un producto de grupos cíclicos, con los elementos numerados."""

    def __init__(self, ordenes: tuple[int, ...]) -> None:
        self.elementos: list[Elemento] = [()]
        for orden in ordenes:
            self.elementos = [(*e, n) for e in self.elementos for n in range(orden)]
        numero = {e: n for n, e in enumerate(self.elementos)}
        self.suma = [
            [numero[tuple((x + y) % o for x, y, o in zip(a, b, ordenes, strict=True))] for b in self.elementos]
            for a in self.elementos
        ]
        self.resta = [
            [numero[tuple((x - y) % o for x, y, o in zip(a, b, ordenes, strict=True))] for b in self.elementos]
            for a in self.elementos
        ]


def torneo(tamano: int) -> list[list[Mesa]]:
    """El primer torneo de whist que sale, por orden, de su grupo."""
    grupo = Grupo(GRUPOS[tamano])
    cuantos = len(grupo.elementos)
    infinito = cuantos if tamano > cuantos else None
    libres = set(range(tamano)) - (set() if infinito is not None else {0})
    inicial = next(_iniciales(grupo, infinito, libres, {}, {}))
    return [[_sumar(grupo, mesa, n) for mesa in inicial] for n in range(cuantos)]


def _sumar(grupo: Grupo, mesa: Mesa, cuanto: int) -> Mesa:
    a, b, c, d = (grupo.suma[j][cuanto] if j < len(grupo.elementos) else j for j in mesa)
    return a, b, c, d


def _iniciales(
    grupo: Grupo, infinito: int | None, libres: set[int], juntos: dict[int, int], contra: dict[int, int]
) -> Iterator[list[Mesa]]:
    """Las partidas iniciales que quedan por armar con quienes están libres."""
    if not libres:
        yield []
        return
    primero = max(libres) if infinito in libres else min(libres)
    otros = sorted(libres - {primero})
    for b in otros:
        for i, c in enumerate(otros):
            for d in otros[i + 1 :]:
                if b in (c, d):
                    continue
                mesa = (primero, b, c, d)
                j = _contar(grupo, infinito, juntos, ((primero, b), (c, d)), 1)
                k = _contar(grupo, infinito, contra, ((primero, c), (primero, d), (b, c), (b, d)), 2)
                if j is not None and k is not None:
                    for resto in _iniciales(grupo, infinito, libres - set(mesa), j, k):
                        yield [mesa, *resto]


def _contar(
    grupo: Grupo, infinito: int | None, cuenta: dict[int, int], pares: tuple[tuple[int, int], ...], tope: int
) -> dict[int, int] | None:
    """La cuenta de diferencias con esos pares; None si alguna pasa del tope."""
    nueva = dict(cuenta)
    for a, b in pares:
        if infinito in (a, b):
            continue
        for diferencia in (grupo.resta[a][b], grupo.resta[b][a]):
            nueva[diferencia] = nueva.get(diferencia, 0) + 1
            if nueva[diferencia] > tope:
                return None
    return nueva
