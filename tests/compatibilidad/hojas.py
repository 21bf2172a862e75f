"""PL1: las hojas de estilo se degradan. Todo lo moderno va después de un valor fijo, o dentro de `@supports`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import tinycss2

FUNCIONES = {
    "var", "env", "min", "max", "clamp", "color-mix", "oklch", "oklab", "lch", "lab", "hwb", "color", "light-dark",
    "round", "mod", "rem", "image-set",
}  # fmt: skip
UNIDADES = {"dvh", "svh", "lvh", "dvw", "svw", "lvw", "cqw", "cqh", "cqi", "lh", "rlh", "cap", "ic"}
PALABRAS = {
    "fit-content",
    "min-content",
    "max-content",
    "revert",
    "revert-layer",
    "unset",
}
PALABRAS_SUELTAS = {"width", "min-width", "max-width", "height", "all"}
SIN_FIJO = {"inset", "place-items", "place-content", "place-self", "translate", "rotate", "scale"}
CUADRICULA = re.compile(r"^grid(-|$)")
SEPARACION = {"gap", "row-gap", "column-gap"}
SELECTORES = {"is", "where", "has", "matches", "-webkit-any"}
# Desconocidas para alguno de los mínimos: si comparten lista, se pierde la regla entera.
SEUDOS = {
    "focus-visible", "focus-within", "placeholder-shown", "any-link", "backdrop", "marker", "placeholder",
    "user-invalid", "user-valid", "popover-open", "modal", "open", "target-text", "file-selector-button",
}  # fmt: skip
REGLAS_NUEVAS = {"layer", "container", "property", "scope", "starting-style"}


@dataclass
class _Revision:
    faltas: list[str] = field(default_factory=list)

    def falta(self, nodo: Any, texto: str) -> None:
        self.faltas.append(f"{nodo.source_line}: {texto}")

    def reglas(self, nodos: list[Any], supuesto: bool) -> None:
        for nodo in nodos:
            if nodo.type == "error":
                self.falta(nodo, f"no se entiende: {nodo.message}")
            elif nodo.type == "qualified-rule":
                self._regla(nodo, supuesto)
            elif nodo.type == "at-rule":
                self._arroba(nodo, supuesto)

    def _arroba(self, nodo: Any, supuesto: bool) -> None:
        nombre = nodo.lower_at_keyword
        preludio = tinycss2.serialize(nodo.prelude)
        if nombre in REGLAS_NUEVAS and not supuesto:
            self.falta(nodo, f"@{nombre} fuera de @supports")
        if nombre == "media" and re.search(r"[<>]", preludio):
            self.falta(nodo, "intervalo con < o > en @media; usa min-width o max-width")
        if nodo.content is None:
            return
        if nombre in ("media", "supports", "layer", "container", "scope"):
            self.reglas(
                tinycss2.parse_rule_list(nodo.content, skip_comments=True, skip_whitespace=True),
                supuesto or nombre == "supports",
            )
        elif nombre == "page":
            self._declaraciones(nodo.content, supuesto)

    def _regla(self, nodo: Any, supuesto: bool) -> None:
        self._selectores(nodo, supuesto)
        self._declaraciones(nodo.content, supuesto)

    def _selectores(self, nodo: Any, supuesto: bool) -> None:
        for ficha in nodo.prelude:
            if ficha.type == "function" and ficha.lower_name in SELECTORES and not supuesto:
                self.falta(nodo, f"selector :{ficha.lower_name}() fuera de @supports")
            if ficha.type == "function" and ficha.lower_name == "not" and _partes(ficha.arguments, ",") > 1:
                self.falta(nodo, "selector :not() con lista")
        lista = [texto.strip() for texto in tinycss2.serialize(nodo.prelude).split(",")]
        nuevas = [bool(set(re.findall(r"::?([a-z-]+)", texto)) & SEUDOS) for texto in lista]
        if any(nuevas) and not all(nuevas):
            self.falta(nodo, "una seudoclase nueva comparte lista con otros selectores: se pierde la regla entera")

    def _declaraciones(self, contenido: list[Any], supuesto: bool) -> None:
        nodos = tinycss2.parse_blocks_contents(contenido, skip_comments=True, skip_whitespace=True)
        fijas: set[str] = set()
        visto: dict[str, str] = {}
        for nodo in nodos:
            if nodo.type == "error":
                self.falta(nodo, f"no se entiende: {nodo.message}")
            elif nodo.type != "declaration":
                self.falta(nodo, "reglas anidadas")
            elif not nodo.name.startswith("--"):
                visto[nodo.lower_name] = tinycss2.serialize(nodo.value).strip().lower()
                self._declaracion(nodo, fijas, supuesto)
        letras = [n for n in nodos if n.type == "declaration" and n.lower_name in ("font-size", "font")]
        # dentro de un dibujo SVG el px es la unidad del dibujo, que crece con él
        if not visto.keys() & {"fill", "text-anchor"}:
            for letra in letras:
                if any(_en_px(ficha) for ficha in _fichas(letra.value)):
                    self.falta(letra, "letra en px: no crece con la del sistema; usa rem")
        if SEPARACION & visto.keys() and "flex" in visto.get("display", ""):
            self.falta(nodos[0], "gap en flex: usa márgenes")

    def _declaracion(self, nodo: Any, fijas: set[str], supuesto: bool) -> None:
        nombre = nodo.lower_name
        if supuesto:
            return
        valor = tinycss2.serialize(nodo.value).strip().lower()
        if CUADRICULA.match(nombre) or (nombre == "display" and "grid" in valor):
            self.falta(nodo, f"{nombre}: {valor} fuera de @supports")
        elif nombre in SEPARACION:
            self.falta(nodo, f"{nombre} fuera de @supports")
        elif nombre in SIN_FIJO:
            self.falta(nodo, f"{nombre} no existe en los navegadores mínimos")
        elif _moderno(nombre, nodo.value):
            if not any(_cubre(fija, nombre) for fija in fijas):
                self.falta(nodo, f"{nombre}: {valor} sin un valor fijo antes")
        else:
            fijas.add(nombre)


def _cubre(fija: str, nombre: str) -> bool:
    return fija == nombre or nombre.startswith(f"{fija}-") or fija.startswith(f"{nombre}-")


def _fichas(fichas: list[Any]) -> Iterator[Any]:
    for ficha in fichas:
        yield ficha
        yield from _fichas(getattr(ficha, "arguments", None) or getattr(ficha, "content", None) or [])


def _en_px(ficha: Any) -> bool:
    return ficha.type == "dimension" and ficha.lower_unit == "px" and ficha.value > 0


def _moderno(propiedad: str, valor: list[Any]) -> bool:
    for ficha in _fichas(valor):
        if ficha.type == "function" and (ficha.lower_name in FUNCIONES or _color_sin_comas(ficha)):
            return True
        if ficha.type == "dimension" and ficha.lower_unit in UNIDADES:
            return True
        if ficha.type == "hash" and len(ficha.value) in (4, 8):
            return True
        if ficha.type == "ident" and propiedad in PALABRAS_SUELTAS and ficha.lower_value in PALABRAS:
            return True
    return False


def _color_sin_comas(ficha: Any) -> bool:
    return ficha.lower_name in ("rgb", "rgba", "hsl", "hsla") and _partes(ficha.arguments, ",") == 1


def _partes(fichas: list[Any], separador: str) -> int:
    return 1 + sum(1 for ficha in fichas if ficha.type == "literal" and ficha.value == separador)


def revisar(texto: str) -> list[str]:
    """Las faltas de una hoja, con su renglón."""
    revision = _Revision()
    revision.reglas(tinycss2.parse_stylesheet(texto, skip_comments=True, skip_whitespace=True), supuesto=False)
    return revision.faltas
