"""Lo común a los sockets que sólo cuentan lo que pasa: el Recreo y la Sala. No escriben nunca."""

from contextlib import suppress
from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer


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
