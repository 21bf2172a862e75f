"""La oficina: qué espera a quien administra y qué se ve de una persona; cada app apunta lo que sabe (D510).

Las apps conocen a este módulo y no al revés: se apuntan desde su administración. Lo que a alguien no le toca ni se
cuenta ni se pregunta.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.urls import reverse

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Texto = _StrPromise | str
else:
    Texto = str

Puede = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Espera:
    """Algo que se atiende: cuántas hay y dónde se ven ésas, y sólo ésas. `permisos`: con uno basta."""

    clave: str
    orden: int
    nombre: Texto
    permisos: tuple[str, ...]
    cuantas: Callable[[datetime], int]
    lista: str
    """El nombre de la ruta, sin «admin:»."""
    filtro: str

    @property
    def ir(self) -> str:
        """A su lista, ya filtrada."""
        return f"{reverse(f'admin:{self.lista}')}?{self.filtro}"


@dataclass(frozen=True, slots=True)
class Pendiente:
    """Lo que se enseña: el nombre, cuántas y a dónde; `mas` si hay tantas que no se contaron todas."""

    nombre: str
    cuantas: int
    mas: bool
    ir: str


@dataclass(frozen=True, slots=True)
class Renglon:
    """Uno de la página de una persona: qué, cuándo, a dónde lleva y qué se le puede hacer."""

    texto: str
    cuando: str = ""
    ir: str = ""
    accion: str = ""
    accion_ir: str = ""


@dataclass(frozen=True, slots=True)
class Parte:
    """Un pedazo de la página de una persona. `todo`: la lista entera, si la hay."""

    clave: str
    orden: int
    titulo: Texto
    permisos: tuple[str, ...]
    renglones: Callable[[int, datetime, Puede], Iterable[Renglon]]
    todo: Callable[[str], str] | None = None
    """De su correo, la dirección de la lista entera."""


@dataclass(frozen=True, slots=True)
class ParteVista:
    """Ya preguntada."""

    clave: str
    titulo: str
    renglones: list[Renglon]
    todo: str


_esperan: dict[str, Espera] = {}
_partes: dict[str, Parte] = {}


def apuntar(*cosas: Espera | Parte) -> None:
    """Apunta lo que espera, o un pedazo de la página de una persona; apuntarlo otra vez lo sustituye."""
    for una in cosas:
        if isinstance(una, Espera):
            _esperan[una.clave] = una
        else:
            _partes[una.clave] = una


def lo_que_espera(puede: Puede, ahora: datetime, tope: int) -> list[Pendiente]:
    """Lo que a esa persona le toca atender, aunque sea cero; una pregunta corta por cosa."""
    suyas = sorted((e for e in _esperan.values() if any(map(puede, e.permisos))), key=lambda e: e.orden)
    cuentas = [(una, una.cuantas(ahora)) for una in suyas]
    return [Pendiente(str(una.nombre), min(n, tope - 1), n >= tope, una.ir) for una, n in cuentas]


def partes_de(cuenta_id: int, correo: str, puede: Puede, ahora: datetime) -> list[ParteVista]:
    """Lo que esa persona puede ver de esta otra, en orden."""
    suyas = sorted((p for p in _partes.values() if any(map(puede, p.permisos))), key=lambda p: p.orden)
    return [
        ParteVista(
            una.clave, str(una.titulo), list(una.renglones(cuenta_id, ahora, puede)),
            una.todo(correo) if una.todo else "",
        )
        for una in suyas
    ]  # fmt: skip
