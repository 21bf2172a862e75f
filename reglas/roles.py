"""Roles oficiales: qué mesas y parejas se forman en cada partida (RG11, 000 §I.D).

Cada renglón es una partida y cada mesa va como la nombra el documento: `1-2/3-4` es «1 y 2 contra 3 y 4».
En los diagramas (4, 5 y 6) la primera pareja es la vertical, Arriba-Abajo, y la segunda la del centro,
Izquierda-Derecha. Decisión: sin diagrama (7, 8, 12 y 16) se sientan igual, en el orden del texto.
Descansa quien no aparece.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from reglas.errores import ErrorDeRegla
from reglas.tipos import Formato

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

_FORMATOS: Mapping[int, Formato] = {
    **dict.fromkeys((4, 5, 6, 7), Formato.RONDA),
    **dict.fromkeys((8, 12, 16), Formato.TODOS_CON_TODOS),
}

# (tamaño, partida) → repetidores a los que esa partida no les suma.
_REPETIDORES: Mapping[tuple[int, int], frozenset[int]] = {
    (6, 8): frozenset({1, 4}),
    (7, 11): frozenset({3, 6}),
}

_ANOTADORES: Mapping[int, tuple[int, ...]] = {
    8: (1, 7, 8),
    12: (1, 2, 3, 7, 11),
    16: (1, 2, 3, 4, 5, 9, 13),
}


def _pareja(texto: str) -> Pareja:
    uno, otro = texto.split("-")
    return (int(uno), int(otro))


def _mesa(numero: int, texto: str, no_suman: frozenset[int]) -> MesaRol:
    vertical, horizontal = (_pareja(pareja) for pareja in texto.split("/"))
    (arriba, abajo), (izquierda, derecha) = vertical, horizontal
    return MesaRol(numero, (vertical, horizontal), (abajo, derecha, arriba, izquierda), no_suman)


def _partida(tamano: int, numero: int, renglon: str) -> PartidaRol:
    no_suman = _REPETIDORES.get((tamano, numero), frozenset())
    mesas = tuple(_mesa(n, texto, no_suman) for n, texto in enumerate(renglon.split(), start=1))
    juegan = {jugador for mesa in mesas for jugador in mesa.asientos}
    return PartidaRol(numero, mesas, tuple(j for j in range(1, tamano + 1) if j not in juegan))


def _rol(tamano: int) -> Rol:
    renglones = _RENGLONES[tamano].strip().splitlines()
    partidas = tuple(_partida(tamano, numero, renglon) for numero, renglon in enumerate(renglones, start=1))
    return Rol(tamano, _FORMATOS[tamano], partidas, _ANOTADORES.get(tamano, ()))


ROLES: Mapping[int, Rol] = MappingProxyType({tamano: _rol(tamano) for tamano in _RENGLONES})


def rol_de(tamano: int) -> Rol:
    """El rol oficial de ese número de jugadores."""
    rol = ROLES.get(tamano)
    if rol is None:
        raise ErrorDeRegla("tamano_invalido", tamano=tamano)
    return rol


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
