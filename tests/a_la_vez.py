"""Hacer cosas a la vez, cada una en su hilo y con su propia conexión a la base."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection

NOCHE = os.environ.get("PERFIL") == "noche"
PLAZO = 60


def vueltas(normal: int = 20) -> int:
    """Cuántas veces se corre una carrera: `VUELTAS` manda; en SQLite, menos, porque ahí ya van en fila."""
    pedidas = int(os.environ.get("VUELTAS", 0)) or normal * (10 if NOCHE else 1)
    return pedidas if connection.vendor == "postgresql" else max(2, pedidas // 5)


def correr_a_la_vez(esperado: type[Exception], *acciones: Callable[[], Any]) -> list[Any]:
    """Lo que dio cada acción, en su orden: su resultado o su error `esperado`. Otro error revienta la prueba."""
    salida = threading.Barrier(len(acciones))

    def correr(accion: Callable[[], Any]) -> Any:
        try:
            salida.wait(PLAZO)
            return accion()
        except esperado as e:
            return e
        finally:
            connection.close()

    # sin `with`: al salir esperaría sin límite a un hilo atorado, y aquí basta con que la prueba falle
    hilos = ThreadPoolExecutor(len(acciones))
    try:
        return [futuro.result(PLAZO) for futuro in [hilos.submit(correr, accion) for accion in acciones]]
    finally:
        hilos.shutdown(wait=False, cancel_futures=True)
