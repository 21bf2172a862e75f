"""Con quién y contra quién ha estado cada quien en las mesas ya publicadas, y quién ha descansado (TO5, TO7, TO9).

Cuenta toda mesa publicada, aunque fuera forzada o acabara por ausencia: la gente ya se vio el nombre al lado.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reglas.suizo.tipos import DE_MESA, Partida

RECIENTES = 2
"""Con *una vez*, a quien fue contrario en las dos partidas previas no se le vuelve a enfrentar (TO7 d)."""


@dataclass(frozen=True, slots=True)
class Historia:
    """Todo simétrico; lo que no está, es cero."""

    companeros: Mapping[str, Mapping[str, int]]
    contrarios: Mapping[str, Mapping[str, int]]
    recientes: Mapping[str, frozenset[str]]
    """Contrarios en las dos partidas previas."""
    descansos: Mapping[str, int]
    laterales: Mapping[str, int]
    """Veces que cada quien se sentó en 1 o 3, menos las que se sentó en 0 o 2 (TO12)."""


def historia_de(partidas: Sequence[Partida]) -> Historia:
    """La de estas partidas, que van en orden; en Parejas y Equipos los contrarios son sujetos."""
    companeros: dict[str, Counter[str]] = defaultdict(Counter)
    contrarios: dict[str, Counter[str]] = defaultdict(Counter)
    recientes: dict[str, set[str]] = defaultdict(set)
    laterales: Counter[str] = Counter()
    for atras, partida in enumerate(reversed(partidas), start=1):
        for uno, otro in _enfrentados(partida):
            contrarios[uno][otro] += 1
            if atras <= RECIENTES:
                recientes[uno].add(otro)
        for mesa in partida.mesas:
            for asiento, quien in enumerate(mesa.asientos):
                laterales[quien] += 1 if asiento % 2 else -1
                if mesa.entidades is None:
                    companeros[quien][mesa.asientos[(asiento + 2) % DE_MESA]] += 1
    return Historia(
        companeros=companeros,
        contrarios=contrarios,
        recientes={uno: frozenset(otros) for uno, otros in recientes.items()},
        descansos=_descansos(partidas),
        laterales=laterales,
    )


def _enfrentados(partida: Partida) -> list[tuple[str, str]]:
    """Los pares de contrarios, en los dos sentidos; dos equipos, una vez aunque sean dos mesas."""
    pares: set[tuple[str, str]] = set()
    lista: list[tuple[str, str]] = []
    for mesa in partida.mesas:
        if mesa.entidades is not None:
            pares |= {mesa.entidades, mesa.entidades[::-1]}
            continue
        unos, otros = mesa.parejas
        lista += [par for uno in unos for otro in otros for par in ((uno, otro), (otro, uno))]
    return lista + sorted(pares)


def _descansos(partidas: Sequence[Partida]) -> Counter[str]:
    cuantos: Counter[str] = Counter()
    for partida in partidas:
        cuantos.update(partida.descansan)
    return cuantos
