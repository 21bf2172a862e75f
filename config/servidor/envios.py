"""Cuánto puede mandar de una vez un formulario, según la página (D235)."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest

V = TypeVar("V", bound=Callable[..., Any])
DE_UN_FORMULARIO = 64 * 1024
"""Octetos. El más grande, el alta de dieciséis con su lista pegada, no llega a 20 000."""


def envio_hasta(octetos: int, *, solo_archivo: bool = False) -> Callable[[V], V]:
    """La vista recibe más que las demás: un archivo. Con `solo_archivo`, nada más si viene como archivo: un formulario
    de megas, que hay que desenredar letra por letra, no.
    """

    def marcar(vista: V) -> V:
        vista.envio_maximo = octetos  # type: ignore[attr-defined]
        vista.envio_solo_archivo = solo_archivo  # type: ignore[attr-defined]
        return vista

    return marcar


def archivo_de(peticion: HttpRequest, campo: str, maximo: int) -> bytes | None:
    """El archivo que se mandó en ese campo, si lo hay. Lee uno de más de `maximo`: con él se sabe que no cabe."""
    archivo = peticion.FILES.get(campo)
    if archivo is None:
        return None
    leido: bytes = archivo.read(maximo + 1)
    return leido


def envio_maximo(vista: Callable[..., Any], con_archivo: bool) -> int:
    """Lo que esa vista admite; `con_archivo`: si lo que llega viene en partes, como los archivos."""
    if getattr(vista, "envio_solo_archivo", False) and not con_archivo:
        return DE_UN_FORMULARIO
    return int(getattr(vista, "envio_maximo", DE_UN_FORMULARIO))
