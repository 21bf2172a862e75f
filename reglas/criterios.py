"""Los criterios de la clasificación, en orden (RG10; 000 §II.B.2-3). La misma lista sirve a las tres metas.

A juegos ganados, puntos, eficiencia y tantos valen cero para todos y no separan a nadie.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Actuacion:
    """Lo que una partida cerrada le dejó a un jugador."""

    jugador: int
    rivales: tuple[int, int]
    suma: bool
    """False si es repetidor y la partida no le suma puntuación (RG8)."""
    puntos: int
    juegos_ganados: int
    tantos_favor: int
    tantos_contra: int
    valor: int
    diferencia: int


@dataclass(frozen=True, slots=True)
class Acumulado:
    """Lo que un jugador lleva tras las partidas que se clasifican."""

    jugador: int
    puntos: int
    juegos_ganados: int
    eficiencia: int
    tantos_favor: int
    tantos_contra: int
    castigos: int
    valor: int
    actuaciones: tuple[Actuacion, ...]


Grupo: TypeAlias = Sequence[Acumulado]


@dataclass(frozen=True, slots=True)
class Criterio:
    """Ordena a los que siguen empatados: de mayor a menor `valor`, o al revés si `ascendente`."""

    codigo: str
    nombre: str
    valor: Callable[[Acumulado, Grupo], int]
    ascendente: bool = False

    def clave(self, acumulado: Acumulado, grupo: Grupo) -> int:
        """Clave de ordenación: la menor va primero."""
        valor = self.valor(acumulado, grupo)
        return valor if self.ascendente else -valor


def diferencial(acumulado: Acumulado, grupo: Grupo) -> int:
    """RG10: suma de las partidas en que enfrentó a otro de los empatados, cada partida una vez.

    La partida que no le suma a un repetidor no entra en el suyo, aunque sí en el de sus rivales.
    """
    empatados = {otro.jugador for otro in grupo}
    return sum(
        actuacion.diferencia
        for actuacion in acumulado.actuaciones
        if actuacion.suma and not empatados.isdisjoint(actuacion.rivales)
    )


CRITERIOS: tuple[Criterio, ...] = (
    Criterio("puntos", "Puntos", lambda a, _: a.puntos),
    Criterio("juegos_ganados", "Juegos ganados", lambda a, _: a.juegos_ganados),
    Criterio("eficiencia", "Eficiencia", lambda a, _: a.eficiencia),
    Criterio("tantos_favor", "Tantos a favor", lambda a, _: a.tantos_favor),
    Criterio("tantos_contra", "Tantos en contra", lambda a, _: a.tantos_contra, ascendente=True),
    Criterio("diferencial", "Diferencial entre los empatados", diferencial),
    Criterio("numero", "Número de jugador", lambda a, _: a.jugador, ascendente=True),
)


@dataclass(frozen=True, slots=True)
class Puesto:
    """Un jugador ya ordenado; `desempate` es el criterio que lo separó del anterior."""

    acumulado: Acumulado
    desempate: str | None
    diferencial: int | None
    """El que se le calculó, si llegó empatado hasta ese criterio."""


def ordenar(grupo: Grupo, criterios: Sequence[Criterio] = CRITERIOS) -> tuple[Puesto, ...]:
    """Aplica los criterios uno tras otro; cada uno mira sólo a los que siguen empatados al llegar a él."""
    return tuple(_ordenar(grupo, criterios, None, None))


def _ordenar(grupo: Grupo, criterios: Sequence[Criterio], desempate: str | None, suyo: int | None) -> Iterator[Puesto]:
    if len(grupo) == 1 or not criterios:
        for miembro in grupo:
            yield Puesto(miembro, desempate, suyo)
        return
    criterio, *siguientes = criterios
    claves = {miembro.jugador: criterio.clave(miembro, grupo) for miembro in grupo}
    por_clave = sorted(grupo, key=lambda miembro: claves[miembro.jugador])
    for clave, subgrupo in groupby(por_clave, key=lambda miembro: claves[miembro.jugador]):
        if criterio.codigo == "diferencial":
            suyo = -clave
        yield from _ordenar(tuple(subgrupo), siguientes, desempate, suyo)
        desempate = criterio.codigo
