"""Las formas de ASGI, para anotar."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Mensaje = MutableMapping[str, Any]
Recibir = Callable[[], Awaitable[Mensaje]]
Enviar = Callable[[Mensaje], Awaitable[None]]
Aplicacion = Callable[[Mensaje, Recibir, Enviar], Awaitable[None]]
