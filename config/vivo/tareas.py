"""Trabajo periódico: lo que hace cada proceso y el barrido de todo el sistema.

Las aplicaciones se apuntan en su `AppConfig.ready`:

- `registrar_por_proceso`: corre en cada proceso ASGI (relee versiones, late en la base).
- `registrar_al_parar`: corre una vez al terminar un proceso ASGI (acaba de escribir lo empezado).
- `registrar_barrido`: una función síncrona para el sistema entero (cancelar lo olvidado, avisar vencimientos).
  Puede correr en varios procesos a la vez: debe bloquear lo que toca y no hacer nada la segunda vez.

Una tarea que falla se anota en el registro y las demás siguen; ninguna se encima consigo misma en un proceso.
"""

import asyncio
import inspect
import json
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from django.conf import settings

from config.base.medidas import TAREA_DURA, TAREA_EXITO, TAREA_FALLAS, TAREA_PLAZO

registro = logging.getLogger(__name__)

Funcion = Callable[[], Any]

CADA_LATIDO = 5.0
TARDA = 120.0
"""Segundos que una vuelta del barrido puede durar, si no dice otra cosa."""
PACIENCIA_AL_PARAR = 7.0
"""Segundos. Con los que uvicorn da a los sockets para cerrar, menos de los que espera `docker-compose.yml`."""


@dataclass(frozen=True, slots=True)
class Tarea:
    """Qué se hace, cada cuántos segundos y cuánto puede durar una vuelta."""

    nombre: str
    cada: float
    funcion: Funcion
    tarda: float = TARDA

    @property
    def plazo(self) -> float:
        """Segundos que puede pasar sin acabar bien: tres vueltas y lo que una dura."""
        return 3 * self.cada + self.tarda


class _Marcha(NamedTuple):
    """Las tareas que andan en un lazo, y la señal de que ya está parando."""

    tareas: list[asyncio.Task[None]]
    alto: threading.Event


_por_proceso: dict[str, Tarea] = {}
_barrido: dict[str, Tarea] = {}
_al_parar: dict[str, Tarea] = {}
_en_marcha: dict[asyncio.AbstractEventLoop, _Marcha] = {}
_alto: ContextVar[threading.Event | None] = ContextVar("alto", default=None)
_campanas: dict[str, tuple[asyncio.AbstractEventLoop, asyncio.Event]] = {}


def registrar_por_proceso(nombre: str, cada_segundos: float, funcion: Funcion) -> None:
    """Apunta una tarea (función o corrutina) que corre en cada proceso que sirve."""
    _apuntar(_por_proceso, Tarea(nombre, cada_segundos, funcion))


def registrar_barrido(nombre: str, cada_segundos: float, funcion: Funcion, tarda: float = TARDA) -> None:
    """Apunta una función síncrona e idempotente del barrido. `tarda`: los segundos que puede durar una vuelta."""
    if inspect.iscoroutinefunction(funcion):
        raise TypeError(f"El barrido «{nombre}» debe ser una función síncrona.")
    _apuntar(_barrido, Tarea(nombre, cada_segundos, funcion, tarda))


def registrar_al_parar(nombre: str, funcion: Funcion) -> None:
    """Apunta una corrutina que corre una vez, cuando el servidor ya cerró sus sockets y antes de que acabe su lazo."""
    _apuntar(_al_parar, Tarea(nombre, PACIENCIA_AL_PARAR, funcion))


def _apuntar(registro_de_tareas: dict[str, Tarea], tarea: Tarea) -> None:
    if tarea.cada <= 0:
        raise ValueError(f"La tarea «{tarea.nombre}» necesita un periodo mayor que cero.")
    otra = registro_de_tareas.get(tarea.nombre)
    if otra is not None and otra.funcion is not tarea.funcion:
        raise ValueError(f"Ya hay una tarea llamada «{tarea.nombre}».")
    registro_de_tareas[tarea.nombre] = tarea


def del_barrido() -> list[Tarea]:
    """Las tareas del barrido, en el orden en que se apuntaron."""
    return list(_barrido.values())


def de_este_proceso() -> list[Tarea]:
    """Las que le tocan a un proceso ASGI: las suyas y, si va solo, el barrido."""
    return [*_por_proceso.values(), *(del_barrido() if settings.BARRIDO_DENTRO else [])]


async def correr(tarea: Tarea) -> bool:
    """Corre una vez la tarea; si falla lo anota y devuelve falso. Deja medido cuándo acabó bien y cuánto duró."""
    empezo = time.monotonic()
    futuro = asyncio.ensure_future(_llamar(tarea.funcion))
    try:
        await asyncio.wait({futuro})
    finally:
        futuro.cancel()  # si ya acabó no hace nada; si nos paran a medias, se lo lleva
    if futuro.cancelled():
        return False
    falla = futuro.exception()
    TAREA_DURA.poner(tarea.nombre, time.monotonic() - empezo)
    if falla is not None:
        TAREA_FALLAS.sumar(tarea.nombre)
        registro.error("Falló la tarea «%s»", tarea.nombre, exc_info=falla)
        return False
    TAREA_EXITO.poner(tarea.nombre, time.time())
    return True


async def _llamar(funcion: Funcion) -> None:
    if inspect.iscoroutinefunction(funcion):
        await funcion()
        return
    # en su hilo y con su conexión: no hace fila con las vistas
    pendiente = await database_sync_to_async(funcion, thread_sensitive=False)()
    if isinstance(pendiente, Awaitable):
        await pendiente


async def repetir(tarea: Tarea, al_terminar: Callable[[], None] | None = None) -> None:
    """Corre la tarea para siempre, cada tantos segundos o al `despertar`, sin encimarse."""
    campana = asyncio.Event()
    _campanas[tarea.nombre] = (asyncio.get_running_loop(), campana)
    while True:
        campana.clear()  # antes de correr: si suena durante la vuelta, hay otra
        await correr(tarea)
        if al_terminar is not None:
            al_terminar()
        with suppress(TimeoutError):
            async with asyncio.timeout(tarea.cada):
                await campana.wait()


def despertar(nombre: str) -> None:
    """Que la tarea corra ya, si anda en este proceso; desde cualquier hilo. En otro proceso, a su hora."""
    bucle, campana = _campanas.get(nombre, (None, None))
    if bucle is not None and campana is not None:
        with suppress(RuntimeError):  # el bucle ya cerró
            bucle.call_soon_threadsafe(campana.set)


def apagandose() -> bool:
    """Si a la tarea que llama, aunque sea en su hilo, ya se le pidió parar: lo que tarda se deja para el que siga.

    El servidor no acaba mientras uno de sus hilos trabaje; fuera de una tarea y de lo apartado con `en_su_marcha`,
    nunca.
    """
    alto = _alto.get()
    return alto is not None and alto.is_set()


def en_su_marcha(hacer: Callable[[], None]) -> Callable[[], None]:
    """`hacer`, para un hilo que no es de ninguna tarea: también ahí `apagandose` dice si se pidió parar."""
    contexto = Context()
    marcha = next((marcha for bucle, marcha in tuple(_en_marcha.items()) if bucle.is_running()), None)
    if marcha is not None:
        contexto.run(_alto.set, marcha.alto)
    return lambda: contexto.run(hacer)


def arrancar(tareas: Iterable[Tarea] | None = None) -> None:
    """Echa a andar las tareas en el bucle actual; si ya andan, nada."""
    bucle = asyncio.get_running_loop()
    if bucle in _en_marcha:
        return
    for muerto in [otro for otro in _en_marcha if otro.is_closed()]:
        del _en_marcha[muerto]
    elegidas = [*(de_este_proceso() if tareas is None else tareas)]
    for tarea in elegidas:
        TAREA_PLAZO.poner(tarea.nombre, tarea.plazo)
        # la que nunca acaba bien también se atrasa: su plazo corre desde que arranca
        TAREA_EXITO.poner(tarea.nombre, time.time())
    alto, contexto = threading.Event(), copy_context()
    contexto.run(_alto.set, alto)
    _en_marcha[bucle] = _Marcha(
        [bucle.create_task(repetir(tarea), name=tarea.nombre, context=contexto.copy()) for tarea in elegidas], alto
    )


def bucle_de_este_proceso() -> asyncio.AbstractEventLoop | None:
    """El lazo del servidor que corre aquí; None en una orden de administración o en una prueba sin servidor."""
    return next((bucle for bucle in tuple(_en_marcha) if bucle.is_running()), None)


async def parar() -> None:
    """Cancela las tareas del bucle actual, corre lo que se apuntó para el final y espera a que suelten lo suyo."""
    bucle = asyncio.get_running_loop()
    marcha = _en_marcha.get(bucle)
    if marcha is not None:
        marcha.alto.set()
        for pendiente in marcha.tareas:
            pendiente.cancel()
        finales = [bucle.create_task(correr(final)) for final in _al_parar.values()]
        if marcha.tareas or finales:  # lo que no suelte no impide cerrar
            await asyncio.wait([*marcha.tareas, *finales], timeout=PACIENCIA_AL_PARAR)
    # hasta ahora: mientras se acaba lo empezado, quien avisa sigue sin esperar
    _en_marcha.pop(bucle, None)


async def barrer_una_vez() -> bool:
    """Corre cada tarea del barrido una vez; verdadero si ninguna falló."""
    return all([await correr(tarea) for tarea in del_barrido()])


async def barrer(alto: asyncio.Event, latido: Path) -> None:
    """El barrido de producción: corre hasta que se pida alto; deja en `latido` lo que mira el vigía de salud."""
    desde = time.time()
    tareas = [*del_barrido(), Tarea("latido", CADA_LATIDO, lambda: latir(latido, desde))]
    arrancar(tareas)
    await alto.wait()
    await parar()


def latir(archivo: Path, desde: float) -> None:
    """Escribe de cada tarea su último éxito (s desde 1970) y el plazo que tiene para otro; sin ninguno, `desde`.

    De una vez: quien lo lee nunca lo halla a medias.
    """
    exitos = TAREA_EXITO.valores()
    dicho = {tarea.nombre: (max(exitos.get(tarea.nombre, 0.0), desde), tarea.plazo) for tarea in del_barrido()}
    nuevo = archivo.with_suffix(".nuevo")
    nuevo.write_text(json.dumps(dicho), encoding="utf-8")
    nuevo.replace(archivo)
