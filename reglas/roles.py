"""Roles: qué mesas y parejas se forman en cada partida (RG11 y 000 §I.D los oficiales, RG12 los equilibrados).

Cada renglón es una partida y cada mesa va como la nombra el documento: `1-2/3-4` es «1 y 2 contra 3 y 4».
En los diagramas (4, 5 y 6) la primera pareja es la vertical, Arriba-Abajo, y la segunda la del centro,
Izquierda-Derecha. Decisión: sin diagrama (7, 8, 12 y 16) se sientan igual, en el orden del texto.
Descansa quien no aparece.

Los equilibrados están en `roles_equilibrados`. Con 4, 5 y 16 el oficial ya es un torneo de whist: es el mismo. Con 9,
10, 11, 13, 14 y 15 no hay oficial.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import TypeAlias

from reglas import roles_equilibrados
from reglas.errores import ErrorDeRegla
from reglas.tipos import Formato, TipoDeRol

Pareja: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MesaRol:
    """Una mesa de una partida: quién juega con quién y dónde se sienta."""

    numero: int
    parejas: tuple[Pareja, Pareja]
    asientos: tuple[int, int, int, int]
    """Número de jugador en Abajo, Derecha, Arriba e Izquierda."""
    no_suman: frozenset[int]
    """Repetidores: la partida no les suma puntuación (000 §I.D.1.c-d)."""


@dataclass(frozen=True, slots=True)
class PartidaRol:
    """Una partida del rol, con sus mesas y quienes descansan."""

    numero: int
    mesas: tuple[MesaRol, ...]
    descansan: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rol:
    """El programa completo de un Recreo."""

    tipo: TipoDeRol
    tamano: int
    formato: Formato
    partidas: tuple[PartidaRol, ...]
    anotadores: tuple[int, ...]
    """Números que deben tener acceso para anotar (000 §I.C.3.b); en Ronda el documento no exige ninguno."""


_RENGLONES: Mapping[int, str] = {
    4: """
        1-2/3-4
        1-3/4-2
        1-4/2-3
    """,
    5: """
        1-2/3-4
        1-3/4-5
        1-4/5-2
        1-5/2-3
        3-5/2-4
    """,
    6: """
        1-4/3-5
        1-2/5-6
        1-6/4-3
        2-5/3-6
        1-5/2-4
        1-3/6-4
        4-5/6-2
        1-4/3-2
    """,
    7: """
        1-3/2-4
        4-6/5-7
        1-2/3-5
        4-7/5-6
        1-5/2-6
        4-5/3-7
        1-6/3-4
        2-5/3-6
        6-7/2-3
        1-4/2-7
        1-7/3-6
    """,
    8: """
        1-2/3-4  5-6/7-8
        1-3/5-7  2-4/6-8
        1-4/5-8  2-3/6-7
        1-5/2-6  3-7/4-8
        1-6/2-7  3-8/4-5
        1-7/4-6  2-8/3-5
        1-8/3-6  2-5/4-7
    """,
    12: """
        1-2/3-4    5-6/7-8    9-10/11-12
        5-7/2-4    1-3/10-12  9-11/6-8
        1-4/6-7    5-8/10-11  9-12/2-3
        1-5/2-6    3-9/4-10   7-11/8-12
        1-6/8-11   3-10/2-5   7-12/4-9
        1-7/4-12   3-11/6-9   5-10/2-8
        1-8/5-9    3-12/6-10  2-7/4-11
        1-9/5-11   3-7/4-8    2-10/6-12
        1-10/4-7   3-8/6-11   5-12/2-9
        1-11/8-10  3-5/2-12   7-9/4-6
        1-12/8-9   3-6/2-11   7-10/4-5
    """,
    16: """
        1-2/3-4    5-6/7-8    9-10/11-12  13-14/15-16
        1-3/2-4    5-7/6-8    9-11/10-12  13-15/14-16
        1-4/2-3    5-8/6-7    9-12/10-11  13-16/14-15
        1-5/9-13   2-6/10-14  3-7/11-15   4-8/12-16
        1-9/5-13   2-10/6-14  3-11/7-15   4-12/8-16
        1-13/5-9   2-14/6-10  3-15/7-11   4-16/8-12
        1-6/11-16  2-5/12-15  3-8/9-14    4-7/10-13
        1-11/6-16  2-12/5-15  3-9/8-14    4-10/7-13
        1-16/6-11  2-15/5-12  3-14/8-9    4-13/7-10
        1-7/12-14  2-8/11-13  3-5/10-16   4-6/9-15
        1-12/7-14  2-11/8-13  3-10/5-16   4-9/6-15
        1-14/7-12  2-13/8-11  3-16/5-10   4-15/6-9
        1-8/10-15  2-7/9-16   3-6/12-13   4-5/11-14
        1-10/8-15  2-9/7-16   3-12/6-13   4-11/5-14
        1-15/8-10  2-16/7-9   3-13/6-12   4-14/5-11
    """,
}

TAMANOS = range(4, 17)
TAMANOS_RONDA = (4, 5, 6, 7)

_ANOTADORES: Mapping[int, tuple[int, ...]] = {
    8: (1, 7, 8),
    12: (1, 2, 3, 7, 11),
    16: (1, 2, 3, 4, 5, 9, 13),
}


def _pareja(texto: str) -> Pareja:
    uno, otro = texto.split("-")
    return (int(uno), int(otro))


def _mesa(numero: int, texto: str, juntos: set[frozenset[int]]) -> MesaRol:
    """Una pareja que ya jugó junta repite: la partida no les suma (000 §I.D.1.c-d)."""
    vertical, horizontal = (_pareja(pareja) for pareja in texto.split("/"))
    no_suman: frozenset[int] = frozenset()
    for pareja in map(frozenset, (vertical, horizontal)):
        no_suman |= pareja if pareja in juntos else frozenset()
        juntos.add(pareja)
    (arriba, abajo), (izquierda, derecha) = vertical, horizontal
    return MesaRol(numero, (vertical, horizontal), (abajo, derecha, arriba, izquierda), no_suman)


def _partida(tamano: int, numero: int, renglon: str, juntos: set[frozenset[int]]) -> PartidaRol:
    mesas = tuple(_mesa(n, texto, juntos) for n, texto in enumerate(renglon.split(), start=1))
    juegan = {jugador for mesa in mesas for jugador in mesa.asientos}
    return PartidaRol(numero, mesas, tuple(j for j in range(1, tamano + 1) if j not in juegan))


def _rol(tipo: TipoDeRol, tamano: int, renglones: str, anotadores: tuple[int, ...]) -> Rol:
    juntos: set[frozenset[int]] = set()
    partidas = tuple(_partida(tamano, n, r, juntos) for n, r in enumerate(renglones.strip().splitlines(), start=1))
    formato = Formato.RONDA if tamano in TAMANOS_RONDA else Formato.TODOS_CON_TODOS
    return Rol(tipo, tamano, formato, partidas, anotadores)


ROLES: Mapping[int, Rol] = MappingProxyType(
    {n: _rol(TipoDeRol.OFICIAL, n, renglones, _ANOTADORES.get(n, ())) for n, renglones in _RENGLONES.items()}
)
"""Los oficiales."""

EQUILIBRADOS: Mapping[int, Rol] = MappingProxyType(
    {
        n: _rol(TipoDeRol.EQUILIBRADO, n, renglones, tuple(range(1, roles_equilibrados.ANOTADORES.get(n, 0) + 1)))
        for n, renglones in roles_equilibrados.RENGLONES.items()
    }
)
"""Los que no son el oficial: donde no lo hay, o donde reparte mejor a los contrarios."""


def rol_de(tamano: int, tipo: str = TipoDeRol.OFICIAL) -> Rol:
    """El rol de ese número de jugadores; si sólo hay uno, ése."""
    preferido, otro = (EQUILIBRADOS, ROLES) if tipo == TipoDeRol.EQUILIBRADO else (ROLES, EQUILIBRADOS)
    rol = preferido.get(tamano) or otro.get(tamano)
    if rol is None:
        raise ErrorDeRegla("tamano_invalido", tamano=tamano)
    return rol


def tipo_que_vale(tamano: int, tipo: TipoDeRol) -> TipoDeRol:
    """El que se pide; donde no hay oficial, el equilibrado."""
    return tipo if tamano in ROLES else TipoDeRol.EQUILIBRADO


def se_elige(tamano: int) -> bool:
    """Si hay dos roles distintos entre los que escoger."""
    return tamano in ROLES and tamano in EQUILIBRADOS


def menos_anotadores(tamano: int, mesas: Iterable[Iterable[int]]) -> tuple[int, ...]:
    """Los menos números que tocan todas las mesas; entre iguales, los primeros. Se prueban todos."""
    conjuntos = [sum(1 << j for j in mesa) for mesa in mesas]
    for cuantos in range(tamano + 1):
        for anotan in combinations(range(1, tamano + 1), cuantos):
            suyos = sum(1 << j for j in anotan)
            if all(suyos & conjunto for conjunto in conjuntos):
                return anotan
    raise AssertionError("todos los números tocan todas las mesas")


def partida_del_rol(rol: Rol, partida: int) -> PartidaRol:
    """La partida con ese número, desde 1."""
    if not 1 <= partida <= len(rol.partidas):
        maximo = len(rol.partidas)
        raise ErrorDeRegla("partida_fuera_del_rol", partida=partida, tamano=rol.tamano, maximo=maximo)
    return rol.partidas[partida - 1]


def mesa_del_rol(rol: Rol, partida: int, mesa: int) -> MesaRol:
    """La mesa con ese número, desde 1, de esa partida."""
    mesas = partida_del_rol(rol, partida).mesas
    if not 1 <= mesa <= len(mesas):
        donde = {"partida": partida, "mesa": mesa}
        raise ErrorDeRegla("mesa_fuera_del_rol", **donde, tamano=rol.tamano, maximo=len(mesas))
    return mesas[mesa - 1]


def anotadores_de_mesa(rol: Rol, partida: int, mesa: int) -> tuple[int, ...]:
    """Anotadores exigidos que se sientan en esa mesa, por número."""
    sentados = mesa_del_rol(rol, partida, mesa).asientos
    return tuple(numero for numero in rol.anotadores if numero in sentados)
