"""Lo que las mesas hacen con la base fuera del lazo: pocos hilos, cada uno con su conexión abierta de una vez a otra.

Abrir y soltar la conexión en cada pregunta costaba más que preguntar.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeVar

from asgiref.sync import SyncToAsync
from django.db import connection
from django.utils import timezone

from config.vivo.tandas import Tanda

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


class Cuentas(Tanda[int, bool]):
    """Una pregunta de sí o no por cuenta, por tandas."""

    def __init__(self, consulta: Callable[[set[int], datetime], set[int]]) -> None:
        super().__init__(en_hilo, lambda cuentas: dict.fromkeys(consulta(set(cuentas), timezone.now()), True))

    async def cumple(self, cuenta: int) -> bool:
        """Si la cuenta está en lo que contesta la consulta. Levanta lo que levante la base."""
        return await self.de(cuenta) is True
