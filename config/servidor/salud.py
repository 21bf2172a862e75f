"""¿Vive este proceso? ¿Está listo para atender? Sin cuenta, sin `Host` y sin pasar por los hilos de las páginas.

- `/salud/vivo`: el lazo contesta. Si no, sólo queda reiniciarlo (`despliegue/salud.py`).
- `/salud`: además la base lee y guarda (un disco lleno lee bien) y la capa responde. Si no, no se le mandan visitas; se
  deja en pie, porque reiniciarlo no arregla la base. Vale un segundo: muchas preguntas son una sola escritura.
"""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from channels.db import DatabaseSyncToAsync
from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.utils import timezone
from redis.asyncio import Redis

from config.base.medidas import SALUD
from config.base.redis_acotado import FALLAS_DE_REDIS
from config.models import Latido
from config.servidor.tipos_asgi import Aplicacion, Enviar, Mensaje, Recibir

registro = logging.getLogger(__name__)

ESPERA = 3.0
VIGENCIA = 1.0
VIVO, LISTO = "/salud/vivo", "/salud"

cerrando = False
"""Este proceso se está vaciando: que nadie nuevo llegue (`sobre_uvicorn/vaciar.py`)."""

# uno: con la base colgada se queda aquí la única pregunta, y no se juntan
_hilo = ThreadPoolExecutor(max_workers=1, thread_name_prefix="salud")
_ultimo: tuple[float, dict[str, bool]] | None = None
_preguntando: dict[asyncio.AbstractEventLoop, asyncio.Task[dict[str, bool]]] = {}


def con_salud(aplicacion: Aplicacion) -> Aplicacion:
    """Contesta las dos direcciones de la vigilancia; lo demás sigue a `aplicacion`."""

    async def vigilada(scope: Mensaje, receive: Recibir, send: Enviar) -> None:
        if scope["type"] == "http" and scope["path"] in (VIVO, LISTO):
            partes = {} if scope["path"] == VIVO else await estado()
            await _contestar(send, {**partes, "cerrando": False} if cerrando else partes)
        else:
            await aplicacion(scope, receive, send)

    return vigilada


async def estado() -> dict[str, bool]:
    """Qué partes responden: `base` (lee y guarda) y `capa`. Quien pregunta a la vez recibe la misma respuesta."""
    global _ultimo
    if _ultimo is not None and time.monotonic() - _ultimo[0] <= VIGENCIA:
        return _ultimo[1]
    lazo = asyncio.get_running_loop()
    tarea = _preguntando.get(lazo)
    if tarea is None:
        tarea = _preguntando[lazo] = lazo.create_task(_preguntar())
        tarea.add_done_callback(lambda _hecha: _preguntando.pop(lazo, None))
    partes = await asyncio.shield(tarea)
    _ultimo = (time.monotonic(), partes)
    return partes


async def _preguntar() -> dict[str, bool]:
    base, capa = await asyncio.gather(_responde("base", _base), _responde("capa", _capa))
    partes = {"base": base, "capa": capa}
    for parte, bien in partes.items():
        SALUD.poner(parte, bien)
    return partes


async def _contestar(enviar: Enviar, partes: dict[str, bool]) -> None:
    """No dice por qué a quien pregunta: eso va al registro."""
    bien = all(partes.values())
    dicho = {"estado": "bien" if bien else "mal", **{parte: "bien" if v else "mal" for parte, v in partes.items()}}
    cuerpo = json.dumps(dicho).encode()
    encabezados = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(cuerpo)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await enviar({"type": "http.response.start", "status": 200 if bien else 503, "headers": encabezados})
    await enviar({"type": "http.response.body", "body": cuerpo})


async def _responde(nombre: str, prueba: Callable[[], Awaitable[None]]) -> bool:
    try:
        await asyncio.wait_for(prueba(), ESPERA)
    except (DatabaseError, InterfaceError, *FALLAS_DE_REDIS, TimeoutError) as falla:
        registro.error("Salud: no responde la %s: %s", nombre, falla)
        return False
    return True


async def _base() -> None:
    await DatabaseSyncToAsync(_guardar, thread_sensitive=False, executor=_hilo)()


def _guardar() -> None:
    """Un renglón que se pisa a sí mismo: guardarlo pide lo mismo que guardar una jugada, y no crece."""
    Latido.objects.bulk_create(
        [Latido(nombre="salud", instante=timezone.now())],
        update_conflicts=True, unique_fields=["nombre"], update_fields=["instante"],
    )  # fmt: skip


async def _capa() -> None:
    """La capa en memoria responde siempre; la de Redis, si Redis contesta."""
    if not settings.REDIS_URL:
        return
    cliente = Redis.from_url(settings.REDIS_URL, socket_timeout=ESPERA, socket_connect_timeout=ESPERA)
    async with cliente:
        await cliente.ping()
