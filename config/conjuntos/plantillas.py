"""Qué conjuntos puede pedir alguna página: se leen de las plantillas ya compiladas, sin pintarlas.

Un `{% if %}` da los dos caminos, un bloque el de quien hereda. Así `collectstatic` los arma todos antes de que nadie
los pida, y ninguna lista se escribe dos veces.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template import engines
from django.template.base import Node, Template, VariableNode
from django.template.defaulttags import IfNode
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode

from config.conjuntos.nodos import Conjunto, Pieza
from config.conjuntos.nombres import Piezas

SUPER = "block.super"
CORTE = ""
"""Donde un conjunto de dentro parte al de fuera."""


def todos() -> list[Piezas]:
    """Los de todas las plantillas de la casa, ordenados."""
    halladas: set[Piezas] = set()
    for nombre in _nombres():
        _Lectura.de(nombre, halladas).recorrer()
    return sorted(halladas)


def _nombres() -> Iterator[str]:
    raiz = Path(str(settings.RAIZ))
    for carpeta in (raiz / "templates", *sorted(raiz.glob("*/templates"))):
        yield from (ruta.relative_to(carpeta).as_posix() for ruta in sorted(carpeta.rglob("*.html")))


@dataclass
class _Lectura:
    """Una plantilla con las que hereda: la de hasta abajo y, por bloque, quién lo escribe, del último al primero."""

    raiz: Template
    halladas: set[Piezas]
    bloques: dict[str, list[BlockNode]] = field(default_factory=dict)

    @classmethod
    def de(cls, nombre: str, halladas: set[Piezas]) -> "_Lectura":
        motor: Any = engines["django"].engine  # type: ignore[attr-defined]
        plantilla = motor.get_template(nombre)
        lectura, vistas = cls(plantilla, halladas), [plantilla.origin]
        while True:
            lectura.raiz = plantilla
            for bloque in plantilla.nodelist.get_nodes_by_type(BlockNode):
                lectura.bloques.setdefault(bloque.name, []).append(bloque)
            hereda = next((nodo for nodo in plantilla.nodelist if isinstance(nodo, ExtendsNode)), None)
            # la que hereda de lo que diga una variable se lee sola: la otra es una plantilla más
            madre: Any = hereda.parent_name if hereda else None
            if madre is None or not isinstance(madre.var, str):
                return lectura
            plantilla, origen = motor.find_template(madre.var, skip=vistas)
            vistas.append(origen)

    def recorrer(self) -> None:
        """Apunta los conjuntos de la página."""
        for camino in self._caminos(self.raiz.nodelist, fuera=True):
            assert camino == (), camino

    def _caminos(self, nodos: Iterable[Node], nivel: tuple[str, int] = ("", 0), fuera: bool = False) -> set[Piezas]:
        """Las listas que pueden salir de ahí. `fuera` de todo conjunto, cada uno se apunta y no suma."""
        listas: set[Piezas] = {()}
        for nodo in nodos:
            siguen = self._de_nodo(nodo, nivel, fuera)
            listas = {antes + luego for antes in listas for luego in siguen}
        return listas

    def _de_nodo(self, nodo: Node, nivel: tuple[str, int], fuera: bool) -> set[Piezas]:
        if isinstance(nodo, Pieza):
            return self._apuntar({(nodo.ruta,)}) if fuera else {(nodo.ruta,)}
        if isinstance(nodo, Conjunto):
            dentro = self._caminos(nodo.nodelist, nivel)
            return self._apuntar(dentro) if fuera else {(CORTE, *camino, CORTE) for camino in dentro}
        if isinstance(nodo, IfNode):
            ramas = [self._caminos(lista, nivel, fuera) for _condicion, lista in nodo.conditions_nodelists]
            sin_otra = nodo.conditions_nodelists[-1][0] is not None
            return set().union(*ramas, {()} if sin_otra else ())
        if isinstance(nodo, BlockNode):
            return self._de_bloque(nodo.name, 0, fuera)
        if isinstance(nodo, VariableNode):
            return self._de_bloque(nivel[0], nivel[1] + 1, fuera) if nodo.filter_expression.token == SUPER else {()}
        if isinstance(nodo, IncludeNode):
            return self._de_incluida(nodo, fuera)
        listas = [getattr(nodo, hijos, None) or [] for hijos in nodo.child_nodelists]
        return self._caminos([hijo for lista in listas for hijo in lista], nivel, fuera)

    def _de_bloque(self, nombre: str, cual: int, fuera: bool) -> set[Piezas]:
        escritos = self.bloques.get(nombre, [])
        return self._caminos(escritos[cual].nodelist, (nombre, cual), fuera) if cual < len(escritos) else {()}

    def _de_incluida(self, nodo: IncludeNode, fuera: bool) -> set[Piezas]:
        incluida = nodo.template.var
        if not isinstance(incluida, str):
            return {()}
        return _Lectura.de(incluida, self.halladas)._caminos_de_raiz(fuera)

    def _caminos_de_raiz(self, fuera: bool) -> set[Piezas]:
        return self._caminos(self.raiz.nodelist, fuera=fuera)

    def _apuntar(self, caminos: set[Piezas]) -> set[Piezas]:
        for camino in caminos:
            self.halladas.update(_tramos(camino))
        return {()}


def _tramos(camino: Piezas) -> Iterator[Piezas]:
    tramo: list[str] = []
    for pieza in (*camino, CORTE):
        if pieza != CORTE:
            tramo.append(pieza)
        elif tramo:
            yield tuple(tramo)
            tramo = []
