"""Por dónde se le escribe a un navegador: derecho al socket (`config.servidor.sobre_uvicorn`) o por ASGI."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

Enviar = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]
FALLAS_DE_ENVIO = (OSError, RuntimeError)
"""El otro lado ya se fue: lo dice cada servidor a su manera, y no es un error nuestro."""


class EscritorDeSocket(Protocol):
    """La parte de un socket que escribe."""

    lleno: bool
    """El otro lado no lee: no conviene escribir más hasta que se desahogue."""
    al_desahogar: Callable[[], None] | None

    def escribir(self, texto: bytes) -> None:
        """Un mensaje de texto, ya. Levanta algo de `FALLAS_DE_ENVIO` si no hay a quién."""

    def soltar(self) -> None:
        """Ya no se va a escribir: no se espera a que el otro lado lea."""


class PorAsgi:
    """Escribe por `send`, de a uno: sólo con otro servidor que el propio (daphne al desarrollar, y las pruebas)."""

    __slots__ = ("_enviar", "_envio", "al_desahogar", "lleno", "rota")

    def __init__(self, enviar: Enviar) -> None:
        self._enviar = enviar
        self._envio: asyncio.Task[None] | None = None
        self.al_desahogar: Callable[[], None] | None = None
        self.lleno = self.rota = False

    def escribir(self, texto: bytes) -> None:
        """Un mensaje; mientras no acabe de salir, está lleno."""
        if self.rota:
            raise ConnectionError("el otro lado ya no está")
        self.lleno = True
        self._envio = asyncio.ensure_future(self._mandar(texto.decode()))

    def soltar(self) -> None:
        """Deja de esperar a que el otro lado lea."""
        self.al_desahogar = None
        if self._envio is not None:
            self._envio.cancel()

    async def _mandar(self, texto: str) -> None:
        try:
            await self._enviar({"type": "websocket.send", "text": texto})
        except FALLAS_DE_ENVIO:
            self.rota = True
        finally:
            self._envio, self.lleno = None, False
        if self.al_desahogar is not None:
            self.al_desahogar()
