"""Lo que un socket le pregunta a la base, fuera del lazo y en pocos hilos."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from channels.db import DatabaseSyncToAsync

T = TypeVar("T")


class Hilos:
    """`await en_hilo(funcion, *datos)`: a lo más `cuantos` a la vez; cada una suelta su conexión al acabar.

    Entre todos deben ser menos que la reserva de conexiones de PostgreSQL.
    """

    def __init__(self, nombre: str, cuantos: int) -> None:
        self._ejecutor = ThreadPoolExecutor(max_workers=cuantos, thread_name_prefix=nombre)

    async def __call__(self, funcion: Callable[..., T], *datos: Any, **mas: Any) -> T:
        """Lo que devuelva `funcion`, que usa la base o tarda."""
        afuera = DatabaseSyncToAsync(funcion, thread_sensitive=False, executor=self._ejecutor)
        resultado: T = await afuera(*datos, **mas)
        return resultado
