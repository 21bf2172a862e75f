"""Las pantallas vivas del Recreo: cada una, sus zonas y quién arma sus datos.

La página y el socket pintan con las mismas plantillas: una zona es un pedazo de la página que el socket reemplaza.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from django.template.loader import render_to_string

from recreo.estado import EstadoRecreo, Visor

Contexto = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Mirada:
    """Qué pantalla se mira y, si aplica, de qué partida y mesa (0: la propia o la actual)."""

    pantalla: str
    partida: int = 0
    mesa: int = 0


Armar = Callable[[EstadoRecreo, Mirada, Visor], Contexto]
Llave = Callable[[EstadoRecreo, Mirada, Visor], Hashable]


@dataclass(frozen=True, slots=True)
class Pantalla:
    """Datos de una pantalla y la plantilla de cada zona.

    La `llave` de una zona dice de qué depende: con la misma llave su HTML es el mismo y no se vuelve a pintar. Sin
    llave, depende de toda la versión y de quien mira. Una zona a la que le basta parte del contexto puede traer el
    suyo en `propios`.
    """

    contexto: Armar
    zonas: Mapping[str, str]
    llaves: Mapping[str, Llave] = field(default_factory=dict)
    propios: Mapping[str, Armar] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ZonaComun:
    """Una zona que está en todas las pantallas y se ve igual con la misma llave, en cualquiera de ellas."""

    plantilla: str
    contexto: Armar
    llave: Llave


PANTALLAS: dict[str, Pantalla] = {}
COMUNES: dict[str, ZonaComun] = {}
# las que la página sólo abre a quien organiza; el socket y la consulta respetan lo mismo
DE_QUIEN_MANDA = frozenset({"tablero", "invitar"})


def puede_mirar(pantalla: str, visor: Visor) -> bool:
    """¿Existe esa pantalla y es para esa persona?"""
    return pantalla in PANTALLAS and (visor.manda or pantalla not in DE_QUIEN_MANDA)


class Pintadas:
    """HTML ya pintado de un Recreo: las zonas de esta versión y de la anterior, y las últimas piezas."""

    PIEZAS = 512
    """Cuatro mesas de veinte manos son 240 renglones (por pareja, y aparte quien anota, que los corrige) y unas cien
    piezas de cada quien; de medio kilobyte."""

    def __init__(self) -> None:
        self._ahora: dict[Hashable, str] = {}
        self._antes: dict[Hashable, str] = {}
        self._piezas: OrderedDict[Hashable, str] = OrderedDict()

    def cambiar_de_version(self) -> None:
        """Olvida las zonas que no se usaron en la versión que termina."""
        self._ahora, self._antes = {}, self._ahora

    def tomar(self, llave: Hashable, hacer: Callable[[], str]) -> str:
        """El HTML de la zona con esa llave; sólo se pinta si no se recuerda."""
        html = self._ahora.get(llave)
        if html is None:
            html = self._antes.get(llave)
            html = self._ahora[llave] = hacer() if html is None else html
        return html

    def tomar_pieza(self, llave: Hashable, hacer: Callable[[], str]) -> str:
        """El HTML de un pedazo de zona. Dura más que una versión: el de una mesa sirve cuando vuelve a anotar."""
        html = self._piezas.pop(llave, None)
        html = self._piezas[llave] = hacer() if html is None else html
        if len(self._piezas) > self.PIEZAS:
            self._piezas.popitem(last=False)
        return html


def contexto_de(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    """Los datos de una pantalla: los mismos para la página y para el socket."""
    comunes: Contexto = {}
    for zona in COMUNES.values():
        comunes |= zona.contexto(estado, mirada, visor)
    return {**comunes, **_armar(PANTALLAS[mirada.pantalla].contexto, estado, mirada, visor)}


def _armar(armar: Armar, estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    comunes = {"estado": estado, "visor": visor, "mirada": mirada, "zonas": PANTALLAS[mirada.pantalla].zonas}
    return {**comunes, **armar(estado, mirada, visor)}


def llaves_de(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> dict[str, Hashable]:
    """De qué depende cada zona de una pantalla: la que conserva su llave se ve igual."""
    pantalla = PANTALLAS[mirada.pantalla]

    def llave(zona: str) -> Hashable:
        propia = pantalla.llaves.get(zona)
        de_que = (estado.version, mirada, visor) if propia is None else propia(estado, mirada, visor)
        # el código va en las direcciones de casi todas: al cambiarlo, ninguna es la misma
        return (mirada.pantalla, zona, estado.codigo, de_que)

    comunes = {zona: (zona, estado.codigo, comun.llave(estado, mirada, visor)) for zona, comun in COMUNES.items()}
    return {**{zona: llave(zona) for zona in pantalla.zonas}, **comunes}


def pintar(
    estado: EstadoRecreo,
    mirada: Mirada,
    visor: Visor,
    pintadas: Pintadas | None = None,
    llaves: Mapping[str, Hashable] | None = None,
) -> dict[str, str]:
    """HTML de cada zona para el socket (sin petición: los formularios los completa el guion del navegador).

    `llaves`: sólo esas zonas, con sus llaves (de `llaves_de`); si no se dan, todas.
    """
    pantalla = PANTALLAS[mirada.pantalla]
    memoria = pintadas or Pintadas()
    contexto_con = cache(lambda armar: {**_armar(armar, estado, mirada, visor), "en_vivo": True, "pintadas": memoria})

    def pintura(zona: str) -> str:
        comun = COMUNES.get(zona)
        armar = comun.contexto if comun else pantalla.propios.get(zona, pantalla.contexto)
        # strip: además de los bordes, deja texto común, que es lo que sabe mandar el socket
        return render_to_string(comun.plantilla if comun else pantalla.zonas[zona], contexto_con(armar)).strip()

    pedidas = llaves_de(estado, mirada, visor) if llaves is None else llaves
    return {zona: memoria.tomar(llave, partial(pintura, zona)) for zona, llave in pedidas.items()}
