"""Lo que las mesas hacen con la base fuera del lazo: pocos hilos, cada uno con su conexión abierta de una vez a otra.

Abrir y soltar la conexión en cada pregunta costaba más que preguntar.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeVar

from asgiref.sync import SyncToAsync
from django.db import connection
from django.utils import timezone

T = TypeVar("T")

HILOS = 4
# menos hilos que la reserva de conexiones de PostgreSQL
_ejecutor = ThreadPoolExecutor(max_workers=HILOS, thread_name_prefix="mesa")
OCIOSA = 5.0
"""Segundos sin uso tras los que se comprueba que la conexión siga viva."""
_uso = threading.local()
_conservan = threading.Event()
"""Mientras haya un proceso de mesas; después, cada pregunta suelta su conexión."""


async def en_hilo(funcion: Callable[..., T], *datos: Any) -> T:
    """Corre `funcion` (que usa la base) fuera del lazo, en el ejecutor acotado."""
    resultado: T = await SyncToAsync(_con_base, thread_sensitive=False, executor=_ejecutor)(funcion, *datos)
    return resultado


def _con_base(funcion: Callable[..., T], *datos: Any) -> T:
    ociosa = connection.connection is not None and time.monotonic() - _uso.ultimo > OCIOSA
    if ociosa and not connection.is_usable():
        connection.close()
    try:
        return funcion(*datos)
    finally:
        _uso.ultimo = time.monotonic()
        if _conservan.is_set():
            # CONN_MAX_AGE es para las vistas: aquí sólo se suelta la que se rompió
            connection.close_at = None
            connection.close_if_unusable_or_obsolete()
        else:
            connection.close()


def conservar_conexiones() -> None:
    """Desde ahora y hasta `reposar_hilos`, cada hilo deja abierta la suya."""
    _conservan.set()


async def reposar_hilos(segundos: float) -> None:
    """Espera a que cada hilo acabe lo suyo y suelte su conexión."""
    _conservan.clear()
    puerta = threading.Barrier(HILOS + 1)
    for _ in range(HILOS):
        _ejecutor.submit(_pasar, puerta, segundos)
    await asyncio.to_thread(_llegar, puerta, segundos)


def _pasar(puerta: threading.Barrier, segundos: float) -> None:
    connection.close()
    _llegar(puerta, segundos)


def _llegar(puerta: threading.Barrier, segundos: float) -> None:
    with suppress(threading.BrokenBarrierError):
        puerta.wait(segundos)


class Tanda:
    """Una pregunta por cuenta que se contesta por tandas: lo pedido mientras corre una va junto en la siguiente.

    Nadie recibe una respuesta leída antes de preguntar.
    """

    def __init__(self, consulta: Callable[[Collection[int], datetime], set[int]]) -> None:
        self._consulta = consulta
        self._esperan: dict[int, asyncio.Future[bool]] = {}
        self._corre: asyncio.Future[None] | None = None

    async def cumple(self, cuenta: int) -> bool:
        """Si la cuenta está en lo que contesta la consulta. Levanta lo que levante la base."""
        if cuenta not in self._esperan:
            self._esperan[cuenta] = asyncio.get_running_loop().create_future()
        mia = self._esperan[cuenta]
        if self._corre is None or self._corre.done():
            self._corre = asyncio.ensure_future(self._correr())
        # compartida: quien deje de esperar no se la quita a los demás
        return await asyncio.shield(mia)

    async def _correr(self) -> None:
        """Tandas, hasta que nadie espere."""
        while self._esperan:
            tanda, self._esperan = self._esperan, {}
            (hecho,) = await asyncio.gather(en_hilo(self._consulta, set(tanda), timezone.now()), return_exceptions=True)
            for cuenta, futuro in tanda.items():
                if isinstance(hecho, BaseException):
                    futuro.set_exception(hecho)
                else:
                    futuro.set_result(cuenta in hecho)
