"""Qué es un conjunto: una lista ordenada de hojas o de guiones. Su nombre se deduce de ella."""

from hashlib import sha256
from pathlib import PurePosixPath

CARPETA = "conjuntos/"

Piezas = tuple[str, ...]
"""Rutas en `static/`, en el orden en que la página las pide; todas hojas o todas guiones."""


def tipo_de(pieza: str) -> str:
    """`.css` o `.js`."""
    tipo = PurePosixPath(pieza).suffix
    if tipo not in (".css", ".js"):
        raise ValueError(f"no es hoja ni guion: {pieza}")
    return tipo


def nombre_de(piezas: Piezas) -> str:
    """El del conjunto, en `static/`. La misma lista da siempre el mismo: se arma antes y lo pide la página."""
    tipos = {tipo_de(pieza) for pieza in piezas}
    if len(tipos) != 1:
        raise ValueError(f"un conjunto es de hojas o de guiones: {piezas}")
    primera = PurePosixPath(piezas[0])
    huella = sha256("\n".join(piezas).encode()).hexdigest()[:8]
    return f"{CARPETA}{primera.parent.name}-{primera.stem}-{huella}{tipos.pop()}"
