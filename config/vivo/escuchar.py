"""Oír un grupo de la capa de canales desde un proceso, sin colgarse al terminar."""

import asyncio
from collections.abc import Callable
from typing import Any

from channels.layers import get_channel_layer


async def escuchar(grupo: str, al_oir: Callable[[dict[str, Any]], None]) -> None:
    """Llama a `al_oir` con cada aviso, para siempre. Levanta lo de la capa: sin Redis, `FALLAS_DE_REDIS`."""
    capa = get_channel_layer()
    if capa is None:
        return
    yo = asyncio.current_task()
    canal = await capa.new_channel()
    try:
        await capa.group_add(grupo, canal)
        while True:
            if yo is not None and yo.cancelling():
                # el `wait_for` de Python 3.11 con que se habla a Redis puede tragarse la cancelación; si no se
                # repite, aquí se espera para siempre y el proceso no termina
                yo.cancel()
            al_oir(await capa.receive(canal))
    finally:
        await capa.group_discard(grupo, canal)
