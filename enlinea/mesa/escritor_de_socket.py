"""Por dónde se le escribe a un navegador: derecho al socket (`config.servidor.sobre_uvicorn`) o por ASGI."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
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
    """Escribe por `send`, que es una corrutina: mientras no espere, se acaba en el momento, sin tarea."""

    __slots__ = ("_enviar", "_resto", "al_desahogar", "lleno", "rota")

    def __init__(self, enviar: Enviar) -> None:
        self._enviar = enviar
        self._resto: asyncio.Task[None] | None = None
        self.al_desahogar: Callable[[], None] | None = None
        self.lleno = self.rota = False

    def escribir(self, texto: bytes) -> None:
        """Un mensaje; si `send` espera a que el otro lado lea, acaba aparte y mientras está lleno."""
        if self.rota:
            raise ConnectionError("el otro lado ya no está")
        envio = self._enviar({"type": "websocket.send", "text": texto.decode()})
        try:
            futuro = envio.send(None)
        except StopIteration:
            return
        self.lleno = True
        self._resto = asyncio.ensure_future(self._acabar(_Resto(envio, futuro)))

    def soltar(self) -> None:
        """Deja de esperar a que el otro lado lea."""
        self.al_desahogar = None
        if self._resto is not None:
            self._resto.cancel()

    async def _acabar(self, resto: "_Resto") -> None:
        try:
            await resto
        except FALLAS_DE_ENVIO:
            self.rota = True
        finally:
            self._resto, self.lleno = None, False
        if self.al_desahogar is not None:
            self.al_desahogar()


class _Resto:
    """Lo que le falta a una corrutina que ya empezó y espera `futuro`."""

    __slots__ = ("_corrutina", "_futuro")

    def __init__(self, corrutina: Coroutine[Any, Any, None], futuro: Any) -> None:
        self._corrutina, self._futuro = corrutina, futuro

    def __await__(self) -> Generator[Any, Any, None]:
        yield self._futuro
        yield from self._corrutina.__await__()
