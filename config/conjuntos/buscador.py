"""Los conjuntos, como cualquier otro estático: fuera de producción se sirven de aquí y en ella se recogen, se les pone
su huella y se comprimen con los demás."""

from collections.abc import Iterator
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

from config.conjuntos.disco import apuntar, armado, raiz
from config.conjuntos.nombres import CARPETA


class Conjuntos(BaseFinder):
    """Un buscador de `STATICFILES_FINDERS`."""

    def check(self, **_otros: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **_otros: Any) -> Any:
        """El armado, si la página lo pidió; se arma al pedirse."""
        archivo = armado(path) if path.startswith(CARPETA) and path.endswith((".css", ".js")) else None
        if find_all:
            return [str(archivo)] if archivo else []
        return str(archivo) if archivo else None

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """Todos los que alguna página puede pedir."""
        from config.conjuntos.plantillas import todos

        bodega = FileSystemStorage(location=raiz())
        for piezas in todos():
            nombre = apuntar(piezas)
            armado(nombre)
            yield nombre, bodega
