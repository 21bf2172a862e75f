"""Lo que corre en el lazo aparte de quien lo pidió: no lo recoge la basura, y al terminar se sabe qué falta."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

registro = logging.getLogger(__name__)
T = TypeVar("T")

OTRA_VEZ = 1.0
"""Segundos que tarda en volver a empezar una de siempre que se cayó."""


class Lanzador(Protocol):
    """Lo que usa quien deja algo corriendo."""

    def lanzar(self, corrutina: Coroutine[Any, Any, T]) -> "asyncio.Future[T]":
        """Corre algo aparte."""


class Tareas:
    """Las de un lazo."""

    def __init__(self) -> None:
        self._lazo = asyncio.get_running_loop()
        self._todas: set[asyncio.Future[Any]] = set()
        self._de_siempre: set[asyncio.Future[Any]] = set()

    def lanzar(self, corrutina: Coroutine[Any, Any, T]) -> "asyncio.Future[T]":
        """Corre algo aparte, sin que lo recoja la basura."""
        tarea = asyncio.ensure_future(corrutina)
        self._todas.add(tarea)
        tarea.add_done_callback(self._todas.discard)
        return tarea

    def para_siempre(self, corrutina: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Una que no debe acabar: si algo la tumba, se registra y vuelve a empezar."""
        tarea = self.lanzar(corrutina())
        self._de_siempre.add(tarea)

        def al_acabar(acabada: "asyncio.Future[None]") -> None:
            self._de_siempre.discard(acabada)
            if not acabada.cancelled() and (falla := acabada.exception()) is not None:
                registro.error("Se cayó una tarea de las mesas y vuelve a empezar", exc_info=falla)
                self._lazo.call_later(OTRA_VEZ, self.para_siempre, corrutina)

        tarea.add_done_callback(al_acabar)

    def cancelar_las_de_siempre(self) -> None:
        """Sólo quedará lo que tiene fin."""
        for tarea in list(self._de_siempre):
            tarea.cancel()

    async def acabar(self, hasta: float) -> None:
        """Espera lo que tiene fin, y lo que de ello salga, a lo más hasta ese instante del lazo."""
        while (pendientes := self._todas - self._de_siempre) and (falta := hasta - self._lazo.time()) > 0:
            await asyncio.wait(pendientes, timeout=falta)

    def cancelar(self) -> None:
        """Todo lo que quede."""
        # las de un lazo ya cerrado murieron con él, y cancelarlas falla
        for tarea in () if self._lazo.is_closed() else list(self._todas):
            tarea.cancel()
