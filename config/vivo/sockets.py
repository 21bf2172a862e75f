"""Lo común a los sockets que sólo cuentan lo que pasa: el Recreo y la Sala. No escriben nunca."""

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer

from config.vivo.publicar import repartir

registro = logging.getLogger(__name__)
SEGUNDOS_DE_DESPEDIDA = 2.0
"""Lo que se le da a una pestaña para recibir la despedida."""
_despidiendo: set[asyncio.Future[None]] = set()


class SocketEnVivo(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Un navegador que mira. Los avisos llegan al proceso, que los reparte: el socket no tiene canal propio."""

    channel_layer_alias = "ninguna"

    async def dispatch(self, mensaje: dict[str, Any]) -> None:
        """Sin el salto a hilo por mensaje que hace Channels para cerrar conexiones: aquí no se usa el ORM."""
        await getattr(self, get_handler_name(mensaje))(mensaje)

    async def decir(self, texto: str) -> bool:
        """Manda; falso si ya no hay a quién: pudo irse mientras se armaba."""
        try:
            await self.send(text_data=texto)
        except OSError:
            return False
        return True

    async def cerrar(self) -> None:
        """Cierra, si no se fue antes de que se le despidiera."""
        with suppress(OSError):
            await self.close()


def despedir_aparte(despedidas: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Sin que espere quien llega: la que no lee no lo detiene."""
    todas = list(despedidas)
    if todas:
        aparte = asyncio.ensure_future(repartir(todas, SEGUNDOS_DE_DESPEDIDA, registro, "No se despidió a una pestaña"))
        _despidiendo.add(aparte)
        aparte.add_done_callback(_despidiendo.discard)
