"""Singularidades de la mesa donde juega una persona con discapacidad (RE9; documento 000, al final).

Los incisos a) a n) son datos: qué discapacidad los trae y en qué momento tocan. Los que la aplicación puede aplicar son
funciones: quién anota y quién hace la sopa en su lugar, y quiénes conviene que lleven teléfono. Ninguna singularidad
cambia quién sale, ni el orden en que se escoge.

Decisión (el documento calla): si su pareja tampoco puede, lo hace el de la derecha, que es quien ayuda en lo demás; si
tampoco, el de la izquierda; y si nadie puede, sigue tocándole a quien le tocaba y la mesa lo resuelve.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from reglas.reglamento import AMIGOS
from reglas.roles import Rol, menos_anotadores, rol_de
from reglas.salida import companero_de
from reglas.tipos import TipoDeRol


class Discapacidad(StrEnum):
    """Las tres del documento."""

    VISUAL = "visual"
    MOTRIZ = "motriz"
    AUDITIVA = "auditiva"


class Momento(StrEnum):
    """Cuándo toca un inciso."""

    ANOTADOR = "anotador"
    """Al escoger quién anota."""
    MANO = "mano"
    """Al empezar la mano: la sopa y levantar las fichas."""
    TURNO = "turno"
    """Mientras se juega."""
    CUENTA = "cuenta"
    """Al terminar la mano."""


@dataclass(frozen=True, slots=True)
class Inciso:
    """Uno del documento; el que dice dos cosas en dos momentos va dos veces."""

    letra: str
    discapacidad: Discapacidad
    momento: Momento


INCISOS: tuple[Inciso, ...] = (
    Inciso("a", Discapacidad.VISUAL, Momento.ANOTADOR),
    Inciso("b", Discapacidad.VISUAL, Momento.MANO),
    Inciso("c", Discapacidad.VISUAL, Momento.TURNO),
    Inciso("d", Discapacidad.VISUAL, Momento.TURNO),
    Inciso("e", Discapacidad.VISUAL, Momento.TURNO),
    Inciso("f", Discapacidad.VISUAL, Momento.TURNO),
    Inciso("g", Discapacidad.MOTRIZ, Momento.ANOTADOR),
    Inciso("h", Discapacidad.MOTRIZ, Momento.MANO),
    Inciso("i", Discapacidad.MOTRIZ, Momento.MANO),
    Inciso("i", Discapacidad.MOTRIZ, Momento.CUENTA),
    Inciso("j", Discapacidad.MOTRIZ, Momento.TURNO),
    Inciso("k", Discapacidad.AUDITIVA, Momento.ANOTADOR),
    Inciso("l", Discapacidad.AUDITIVA, Momento.TURNO),
    Inciso("m", Discapacidad.AUDITIVA, Momento.TURNO),
    Inciso("n", Discapacidad.AUDITIVA, Momento.TURNO),
    Inciso("n", Discapacidad.AUDITIVA, Momento.CUENTA),
)

NO_ANOTAN = frozenset(Discapacidad)
"""Incisos a), g) y k)."""
NO_HACEN_SOPA = frozenset({Discapacidad.VISUAL, Discapacidad.MOTRIZ})
"""Incisos b) y h); con la auditiva el documento no cambia la sopa."""
DE_TODA_LA_MESA = frozenset({"e"})
"""Lo que hacen los cuatro y no nombra a nadie: se dice una vez aunque sean dos personas."""

Marcas: TypeAlias = Mapping[int, frozenset[Discapacidad]]
"""Por asiento, las discapacidades de quien se sienta ahí; quien no tiene, no está."""


@dataclass(frozen=True, slots=True)
class Recordatorio:
    """Un inciso en una mesa: de quién es y quiénes ayudan, por asiento."""

    inciso: Inciso
    de: int
    en_su_lugar: int
    """Quien anota o hace la sopa por esa persona, según el inciso; en los demás, su pareja."""
    derecha: int


def anota_por(asiento: int, marcas: Marcas) -> int:
    """Quién anota cuando le toca a ese asiento: su pareja, si tiene una discapacidad (a, g, k)."""
    return _en_lugar_de(asiento, marcas, NO_ANOTAN)


def sopa_por(asiento: int, marcas: Marcas) -> int:
    """Quién hace la sopa cuando le toca a ese asiento: su pareja, si es visual o motriz (b, h)."""
    return _en_lugar_de(asiento, marcas, NO_HACEN_SOPA)


def derecha_de(asiento: int) -> int:
    """El de la derecha: el que sigue en el turno."""
    return AMIGOS.sigue[asiento]


def _en_lugar_de(asiento: int, marcas: Marcas, impiden: frozenset[Discapacidad]) -> int:
    izquierda = AMIGOS.sigue.index(asiento)
    candidatos = (asiento, companero_de(asiento), derecha_de(asiento), izquierda)
    return next((a for a in candidatos if not marcas.get(a, frozenset()) & impiden), asiento)


def recordatorios(marcas: Marcas, momento: Momento) -> tuple[Recordatorio, ...]:
    """Lo que la mesa recuerda en ese momento, en el orden del documento."""
    return tuple(_de_cada_quien(marcas, momento))


def _de_cada_quien(marcas: Marcas, momento: Momento) -> Iterator[Recordatorio]:
    for inciso in INCISOS:
        quienes = sorted(a for a, suyas in marcas.items() if inciso.discapacidad in suyas)
        if inciso.momento is not momento:
            continue
        for asiento in quienes[:1] if inciso.letra in DE_TODA_LA_MESA else quienes:
            en_su_lugar = {Momento.ANOTADOR: anota_por, Momento.MANO: sopa_por}.get(momento, _pareja)(asiento, marcas)
            yield Recordatorio(inciso, asiento, en_su_lugar, derecha_de(asiento))


def _pareja(asiento: int, _marcas: Marcas) -> int:
    return companero_de(asiento)


def anotadores_que_tocan(rol: Rol, marcados: frozenset[int]) -> tuple[int, ...]:
    """Los del rol; si alguno tiene una discapacidad, los menos de los demás que tocan todas las mesas (RG11, RG12)."""
    if not marcados & set(rol.anotadores):
        return rol.anotadores
    return _los_demas(rol.tamano, rol.tipo, marcados)


@lru_cache(maxsize=256)
def _los_demas(tamano: int, tipo: TipoDeRol, marcados: frozenset[int]) -> tuple[int, ...]:
    """Exacto: prueba todos los conjuntos de quienes pueden. Se recuerda."""
    pueden = [n for n in range(1, tamano + 1) if n not in marcados]
    lugar = {n: k for k, n in enumerate(pueden, start=1)}
    mesas = ([lugar[n] for n in m.asientos if n in lugar] for p in rol_de(tamano, tipo).partidas for m in p.mesas)
    return tuple(pueden[k - 1] for k in menos_anotadores(len(pueden), [m for m in mesas if m]))
