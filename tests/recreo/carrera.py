"""Dar órdenes a la vez, cada una en su hilo y con su propia conexión a la base."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from django.db import connection

from recreo import servicios
from recreo.errores import ErrorDeServicio
from recreo.models import Orden
from tests.recreo.mesa import Mesero

NOCHE = os.environ.get("PERFIL") == "noche"
PLAZO = 60


def vueltas(normal: int = 20) -> int:
    """Cuántas veces se corre una carrera: `VUELTAS` manda; en SQLite, menos, porque ahí ya van en fila."""
    pedidas = int(os.environ.get("VUELTAS", 0)) or normal * (10 if NOCHE else 1)
    return pedidas if connection.vendor == "postgresql" else max(2, pedidas // 5)


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

    # sin `with`: al salir esperaría sin límite a un hilo atorado, y aquí basta con que la prueba falle
    hilos = ThreadPoolExecutor(len(acciones))
    try:
        return [futuro.result(PLAZO) for futuro in [hilos.submit(correr, accion) for accion in acciones]]
    finally:
        hilos.shutdown(wait=False, cancel_futures=True)


def codigos(quedo: list[Any]) -> list[str]:
    """El código de cada error y «ok» de cada orden aplicada, en orden alfabético."""
    return sorted(r.codigo if isinstance(r, ErrorDeServicio) else "ok" for r in quedo)


@contextmanager
def cuenta_exacta(*meseros: Mesero) -> Iterator[list[Any]]:
    """La versión de cada Recreo sube uno por orden aplicada, y cada orden aplicada queda escrita una vez."""
    antes = [(m.version, Orden.objects.filter(recreo_id=m.id).count()) for m in meseros]
    quedo: list[Any] = []
    yield quedo
    aplicadas = sum(isinstance(r, servicios.Resultado) and not r.repetida for r in quedo)
    subio = [m.version - v for m, (v, _n) in zip(meseros, antes, strict=True)]
    escritas = [Orden.objects.filter(recreo_id=m.id).count() - n for m, (_v, n) in zip(meseros, antes, strict=True)]
    assert subio == escritas
    assert sum(subio) == aplicadas
