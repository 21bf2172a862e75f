"""Arma un conjunto: sus piezas, reducidas y una tras otra."""

import posixpath
import re
from collections.abc import Callable

import rcssmin
import rjsmin

from config.conjuntos.nombres import CARPETA, Piezas, tipo_de

RELATIVA = re.compile(r"""url\(\s*(["']?)(?![a-z]+:|[/#])([^"')]+)\1\s*\)""", re.IGNORECASE)


def armar(piezas: Piezas, leer: Callable[[str], str]) -> str:
    """El texto del conjunto. `leer` da el de cada pieza."""
    una = _hoja if tipo_de(piezas[0]) == ".css" else _guion
    return "\n".join(una(pieza, leer(pieza)) for pieza in piezas) + "\n"


def _hoja(pieza: str, texto: str) -> str:
    """Lo que nombra junto a sí, desde la carpeta de los conjuntos."""
    if "@import" in texto or "@charset" in texto:
        raise ValueError(f"{pieza}: @import y @charset sólo valen al principio, y aquí no lo estarían")
    desde = posixpath.dirname(pieza)

    def movida(hallada: re.Match[str]) -> str:
        destino = posixpath.relpath(posixpath.join(desde, hallada.group(2)), CARPETA)
        return f'url("{destino}")'

    return str(rcssmin.cssmin(RELATIVA.sub(movida, texto)))


def _guion(pieza: str, texto: str) -> str:
    """Aparte de los demás, como cuando era otro archivo: si revienta al cargar, se sabe y los que siguen corren."""
    return f"try{{{rjsmin.jsmin(texto)}\n}}catch(e){{setTimeout(function(){{throw e}},0)}}"
