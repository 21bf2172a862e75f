"""Cuánto puede mandar de una vez un formulario, según la página (D235)."""

from collections.abc import Callable
from typing import Any, TypeVar

V = TypeVar("V", bound=Callable[..., Any])
DE_UN_FORMULARIO = 64 * 1024
"""Octetos. El más grande, el alta de dieciséis con su lista pegada, no llega a 20 000."""


def envio_hasta(octetos: int) -> Callable[[V], V]:
    """La vista recibe más que las demás: un archivo."""

    def marcar(vista: V) -> V:
        vista.envio_maximo = octetos  # type: ignore[attr-defined]
        return vista

    return marcar


def envio_maximo(vista: Callable[..., Any]) -> int:
    """Lo que esa vista admite."""
    return int(getattr(vista, "envio_maximo", DE_UN_FORMULARIO))
