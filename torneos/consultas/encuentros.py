"""En qué partidas anteriores coincidió cada quien, o cada conjunto, con cada cual: lo que un motivo enlaza (D730)."""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from itertools import combinations

from torneos.models import Asiento

Encuentros = Mapping[tuple[int, int, bool], tuple[int, ...]]
"""Por par (el menor antes) y si fueron pareja: las partidas, en orden."""


@lru_cache(maxsize=4)
def encuentros(torneo_id: int, antes_de: int, _ultima: datetime) -> Encuentros:
    """Los de las partidas publicadas antes de ésa. `_ultima`, cuándo se publicó la última: si se deshace, se relee."""
    leidos = Asiento.objects.filter(mesa__partida__torneo=torneo_id, mesa__partida__numero__lt=antes_de)
    filas = leidos.order_by("mesa__partida__numero", "mesa", "lugar")
    campos = ("mesa__partida__numero", "mesa", "jugador__numero", "jugador__conjunto__numero")
    mesas: dict[tuple[int, int], list[int]] = {}
    conjuntos: dict[int, set[tuple[int, ...]]] = {}
    rivales: dict[tuple[int, int], set[int]] = {}
    for partida, mesa, numero, conjunto in filas.values_list(*campos):
        mesas.setdefault((partida, mesa), []).append(numero)
        if conjunto is not None:
            rivales.setdefault((partida, mesa), set()).add(conjunto)
    pares: dict[tuple[int, int, bool], list[int]] = {}
    for (partida, _mesa), dos in rivales.items():
        conjuntos.setdefault(partida, set()).add(tuple(sorted(dos)))
    for partida, enfrentados in sorted(conjuntos.items()):
        for uno, otro in enfrentados:  # el encuentro de dos equipos, una vez aunque sean dos mesas
            pares.setdefault((uno, otro, False), []).append(partida)
    for (partida, _mesa), cuatro in mesas.items():
        for (i, uno), (j, otro) in combinations(enumerate(cuatro), 2):
            pares.setdefault((min(uno, otro), max(uno, otro), j - i == 2), []).append(partida)
    return {par: tuple(partidas) for par, partidas in pares.items()}
