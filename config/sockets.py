"""Rutas de websocket de todas las aplicaciones."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import re_path

from enlinea.rutas import rutas as enlinea
from recreo.rutas import rutas as recreo
from torneos.rutas import rutas as torneos


class NoHayNada(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Una ruta que no existe se rechaza sin dejar rastro de error."""

    channel_layer_alias = "ninguna"

    async def dispatch(self, mensaje: dict[str, Any]) -> None:
        """Cierra al llegar, sin pasar por la base."""
        if mensaje["type"] == "websocket.connect":
            await self.close()


rutas = [*recreo, *enlinea, *torneos, re_path(r"", NoHayNada.as_asgi())]
