"""Oír un grupo de la capa de canales desde un proceso, sin colgarse al terminar."""

import asyncio
import logging
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


class Oyente:
    """Oye un grupo aparte, y vuelve a oír si la capa falla. Vive en UN lazo; nace oyendo."""

    def __init__(self, grupo: str, al_oir: Callable[[dict[str, Any]], None], registro: logging.Logger) -> None:
        self._grupo, self._al_oir, self._registro = grupo, al_oir, registro
        self._oyendo = self._oir()

    def _oir(self) -> "asyncio.Future[None]":
        return asyncio.ensure_future(escuchar(self._grupo, self._al_oir))

    def reponer(self) -> bool:
        """Si se había caído, lo anota y vuelve a oír: lo que se perdió entretanto hay que releerlo."""
        if not self._oyendo.done():
            return False
        por_que = None if self._oyendo.cancelled() else self._oyendo.exception()
        self._registro.error("Se dejó de oír a la capa de canales", exc_info=por_que)
        self._oyendo = self._oir()
        return True

    def callar(self) -> None:
        """Deja de oír."""
        self._oyendo.cancel()
