"""Cuánto puede mandar de una vez un formulario, según la página (D235)."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest

V = TypeVar("V", bound=Callable[..., Any])
DE_UN_FORMULARIO = 64 * 1024
"""Octetos. El más grande, el alta de dieciséis con su lista pegada, no llega a 20 000."""


def envio_hasta(octetos: int) -> Callable[[V], V]:
    """La vista recibe más que las demás: un archivo."""

    def marcar(vista: V) -> V:
        vista.envio_maximo = octetos  # type: ignore[attr-defined]
        return vista

    return marcar


def archivo_de(peticion: HttpRequest, campo: str, maximo: int) -> bytes | None:
    """El archivo que se mandó en ese campo, si lo hay. Lee uno de más de `maximo`: con él se sabe que no cabe."""
    archivo = peticion.FILES.get(campo)
    if archivo is None:
        return None
    leido: bytes = archivo.read(maximo + 1)
    return leido


def envio_maximo(vista: Callable[..., Any]) -> int:
    """Lo que esa vista admite."""
    return int(getattr(vista, "envio_maximo", DE_UN_FORMULARIO))
