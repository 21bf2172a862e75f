"""`/salud`: ¿responden la base y la capa? Sin cuenta y barato: el resultado vale un segundo."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, JsonResponse
from redis.asyncio import Redis

from config.base.redis_acotado import FALLAS_DE_REDIS

registro = logging.getLogger(__name__)

ESPERA = 3.0
VIGENCIA = 1.0

_ultimo: tuple[float, dict[str, bool]] | None = None


async def salud(peticion: HttpRequest) -> JsonResponse:
    """200 si todo responde; 503 si algo no. No dice por qué a quien pregunta: eso va al registro."""
    global _ultimo
    if _ultimo is None or time.monotonic() - _ultimo[0] > VIGENCIA:
        base, capa = await asyncio.gather(_responde("base", _base), _responde("capa", _capa))
        _ultimo = (time.monotonic(), {"base": base, "capa": capa})
    partes = _ultimo[1]
    bien = all(partes.values())
    respuesta = JsonResponse(
        {"estado": "bien" if bien else "mal", **{parte: "bien" if v else "mal" for parte, v in partes.items()}},
        status=200 if bien else 503,
    )
    respuesta["Cache-Control"] = "no-store"
    return respuesta


async def _responde(nombre: str, prueba: Callable[[], Awaitable[None]]) -> bool:
    try:
        await asyncio.wait_for(prueba(), ESPERA)
    except (DatabaseError, InterfaceError, *FALLAS_DE_REDIS, TimeoutError) as falla:
        registro.error("Salud: no responde la %s: %s", nombre, falla)
        return False
    return True


async def _base() -> None:
    await database_sync_to_async(_consultar, thread_sensitive=False)()


def _consultar() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


async def _capa() -> None:
    """La capa en memoria responde siempre; la de Redis, si Redis contesta."""
    if not settings.REDIS_URL:
        return
    cliente = Redis.from_url(settings.REDIS_URL, socket_timeout=ESPERA, socket_connect_timeout=ESPERA)
    async with cliente:
        await cliente.ping()
