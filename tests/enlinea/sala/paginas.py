"""Una pestaña de la Sala, por su socket."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from channels.testing import WebsocketCommunicator
from django.conf import settings

from config.asgi import application
from tests.enlinea.sala.zonas import aplicar

Abrir = Callable[..., Any]
PACIENCIA = 20
"""Segundos; sólo corta lo que no va a llegar: con la máquina ocupada, lo que tarda centésimas tarda segundos."""


class Pagina:
    """Una pestaña de la Sala."""

    def __init__(self, galleta: str) -> None:
        encabezados = [(b"origin", b"http://testserver"), (b"host", b"testserver")]
        if galleta:
            encabezados.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={galleta}".encode()))
        self.galleta = galleta
        self.zonas: dict[str, str] = {}
        self.socket = WebsocketCommunicator(application, "/ws/sala/", headers=encabezados)

    async def abrir(self, pantalla: str = "sala") -> "Pagina":
        conectado, _protocolo = await self.socket.connect(timeout=PACIENCIA)
        assert conectado
        await self.mandar("mirar", pantalla=pantalla)
        return self

    async def mandar(self, tipo: str, **datos: Any) -> None:
        await self.socket.send_to(text_data=json.dumps({"tipo": tipo, "version": 0, "datos": datos}))

    async def recibir(self, plazo: float = PACIENCIA) -> dict[str, Any]:
        mensaje: dict[str, Any] = json.loads(await self.socket.receive_from(timeout=plazo))
        aplicar(self.zonas, mensaje["datos"])
        return mensaje

    async def hasta(self, tipo: str, dice: str = "", plazo: float = PACIENCIA) -> dict[str, Any]:
        """El primer mensaje de ese tipo que contenga eso."""
        async with asyncio.timeout(plazo):
            while True:
                mensaje = await self.recibir(plazo)
                if mensaje["tipo"] == tipo and dice in json.dumps(mensaje, ensure_ascii=False):
                    return mensaje

    async def cerrar(self) -> None:
        # con el plazo de Channels (1 s), al que no alcanza a despedirse se le cancela a medias
        await self.socket.disconnect(timeout=PACIENCIA)
