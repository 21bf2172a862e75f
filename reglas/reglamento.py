"""El reglamento: lo que cambia de un juego de dominó a otro, en una tabla de datos y funciones puras (VA1).

La mano, la partida, la mesa en línea, la vista, los automáticos, la plantilla y el análisis se lo preguntan a él: en
ninguno se escribe que son cuatro, que reciben siete o que van por parejas. Hoy hay uno, el de siempre; otro es un
renglón más aquí.

Un *bando* es quien gana o pierde junto: una pareja, o cada jugador por su cuenta. Lo que va «por asiento» o «por
bando» es una tupla en ese orden.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from reglas.fichas import TODAS
from reglas.metas import Meta

PorAsiento = tuple[int, ...]
PorBando = tuple[int, ...]

# Cuatro asientos, en el sentido del turno (RG11).
ABAJO, DERECHA, ARRIBA, IZQUIERDA = range(4)


class Relojes(NamedTuple):
    """Segundos que tiene un turno (EL7)."""

    cierre: int
    """En situación de cierre, que manda sobre la opción única."""
    unica: int
    """Con una sola opción."""
    normal: int


class DatosDeReglamento(NamedTuple):
    """Un renglón de la tabla."""

    bandos: tuple[tuple[int, ...], ...]
    """Los asientos de cada bando. Los asientos van en el sentido del turno, desde 0."""
    fichas: int
    """Las que entran en juego, en máscara."""
    por_mano: int
    """Las que recibe cada quien."""
    fichas_antes_de_cerrar: int
    """Con éstas o menos en la mesa nunca hay cierre a la siguiente: ahorra buscarlo."""
    relojes: Relojes
    metas: tuple[Meta, ...]
    """A qué se puede jugar."""
    primer_salidor: Callable[[int, int], int]
    """(número del sorteo, asientos) → quién sale en la primera mano (RG1)."""
    gana_el_cierre: Callable[[Sequence[int]], int | None]
    """Lo que le quedó a cada bando → el que gana un cierre, o None si nadie (RG3)."""


def sale_cualquiera(numero: int, asientos: int) -> int:
    """Todos salen con la misma probabilidad."""
    return numero % asientos


def el_de_menos(quedan: Sequence[int]) -> int | None:
    """El bando con menos tantos; empatado, nadie."""
    menos = min(quedan)
    return quedan.index(menos) if quedan.count(menos) == 1 else None


class Reglamento(StrEnum):
    """Un juego; su valor es el que va en las actas."""

    AMIGOS = (
        "amigos",
        DatosDeReglamento(
            bandos=((ABAJO, ARRIBA), (DERECHA, IZQUIERDA)),
            fichas=TODAS,
            por_mano=7,
            # el cierre más corto lleva diez fichas: las siete de un palo y tres que las enlazan
            fichas_antes_de_cerrar=9,
            relojes=Relojes(cierre=60, unica=5, normal=20),
            metas=tuple(Meta),
            primer_salidor=sale_cualquiera,
            gana_el_cierre=el_de_menos,
        ),
    )

    bandos: tuple[tuple[int, ...], ...]
    fichas: int
    por_mano: int
    fichas_antes_de_cerrar: int
    relojes: Relojes
    metas: tuple[Meta, ...]
    primer_salidor: Callable[[int, int], int]
    gana_el_cierre: Callable[[Sequence[int]], int | None]
    asientos: int
    """Cuántos juegan."""
    sigue: PorAsiento
    """A quién le toca después de cada quien: el turno, y la salida de la mano siguiente (RG5)."""
    bando_de: PorAsiento
    companeros: tuple[tuple[int, ...], ...]
    """Por asiento, los de su bando, en el orden en que les toca después de él."""
    contrarios: tuple[tuple[int, ...], ...]
    """Por asiento, los de otro bando, igual."""

    def __new__(cls, valor: str, *renglon: DatosDeReglamento) -> "Reglamento":
        # sólo al declararlo trae su renglón: `Reglamento("amigos")` lo busca y no pasa por aquí
        (datos,) = renglon
        uno = str.__new__(cls, valor)
        uno._value_ = valor
        uno.bandos, uno.fichas, uno.por_mano, uno.fichas_antes_de_cerrar, uno.relojes, uno.metas = datos[:6]
        uno.primer_salidor, uno.gana_el_cierre = datos[6:]
        uno.asientos = n = sum(map(len, datos.bandos))
        uno.sigue = tuple((asiento + 1) % n for asiento in range(n))
        uno.bando_de = tuple(
            bando for asiento in range(n) for bando, suyos in enumerate(datos.bandos) if asiento in suyos
        )
        despues = [[(asiento + paso) % n for paso in range(1, n)] for asiento in range(n)]
        es = uno.bando_de
        uno.companeros = tuple(tuple(otro for otro in otros if es[otro] == es[a]) for a, otros in enumerate(despues))
        uno.contrarios = tuple(tuple(otro for otro in otros if es[otro] != es[a]) for a, otros in enumerate(despues))
        return uno

    def por_bando(self, por_asiento: Sequence[int]) -> PorBando:
        """Lo de cada asiento, sumado por bando."""
        return tuple([sum([por_asiento[asiento] for asiento in suyos]) for suyos in self.bandos])


AMIGOS = Reglamento.AMIGOS
