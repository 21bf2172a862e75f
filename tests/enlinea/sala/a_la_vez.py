"""Servicios en línea a la vez, cada uno en su hilo y con su propia conexión."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection

from enlinea.errores import ErrorDeServicio

PLAZO = 60


def a_la_vez(*acciones: Callable[[], Any]) -> list[Any]:
    """Lo que dio cada acción, en su orden: su resultado o su ErrorDeServicio. Otra cosa revienta la prueba."""
    salida = threading.Barrier(len(acciones))

    def correr(accion: Callable[[], Any]) -> Any:
        try:
            salida.wait(PLAZO)
            return accion()
        except ErrorDeServicio as e:
            return e
        finally:
            connection.close()

    hilos = ThreadPoolExecutor(len(acciones))
    try:
        return [futuro.result(PLAZO) for futuro in [hilos.submit(correr, accion) for accion in acciones]]
    finally:
        hilos.shutdown(wait=False, cancel_futures=True)
