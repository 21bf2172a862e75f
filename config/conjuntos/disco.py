"""Los conjuntos armados, en disco: lo que se sirve fuera de producción y lo que recoge `collectstatic`.

Junto a cada uno, su lista: cualquier proceso lo puede volver a armar si una pieza cambió.
"""

import os
import tempfile
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

from config.conjuntos.armar import armar
from config.conjuntos.nombres import Piezas, nombre_de


def raiz() -> Path:
    """La carpeta que hace de `static/`."""
    return Path(settings.CARPETA_DE_CONJUNTOS)


@cache
def apuntar(piezas: Piezas) -> str:
    """Deja dicho de qué está hecho, para quien lo pida; devuelve su nombre."""
    nombre = nombre_de(piezas)
    lista = _lista(nombre)
    if not lista.exists():
        _escribir(lista, "\n".join(piezas))
    return nombre


def piezas_de(nombre: str) -> Piezas:
    """De qué está hecho; vacío si nadie lo apuntó."""
    lista = _lista(nombre)
    return tuple(lista.read_text(encoding="utf-8").split("\n")) if lista.is_file() else ()


def armado(nombre: str) -> Path | None:
    """El archivo, al día con sus piezas; nada si nadie lo apuntó."""
    archivo, piezas = raiz() / nombre, piezas_de(nombre)
    if not piezas:
        return None
    rutas = {pieza: _ruta(pieza) for pieza in piezas}
    ultimo = max(ruta.stat().st_mtime_ns for ruta in rutas.values())
    if not archivo.exists() or archivo.stat().st_mtime_ns < ultimo:
        _escribir(archivo, armar(piezas, lambda pieza: rutas[pieza].read_text(encoding="utf-8")))
    return archivo


def _ruta(pieza: str) -> Path:
    hallada = finders.find(pieza)
    if hallada is None:
        raise ValueError(f"no existe static/{pieza}")
    return Path(str(hallada))


def _lista(nombre: str) -> Path:
    return raiz() / f"{nombre}.lista"


def _escribir(archivo: Path, texto: str) -> None:
    """De una vez: otro proceso puede estar leyéndolo."""
    archivo.parent.mkdir(parents=True, exist_ok=True)
    descriptor, nuevo = tempfile.mkstemp(dir=archivo.parent)
    with os.fdopen(descriptor, "w", encoding="utf-8") as salida:
        salida.write(texto)
    Path(nuevo).chmod(0o644)
    Path(nuevo).replace(archivo)
