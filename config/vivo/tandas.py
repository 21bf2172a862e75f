"""Lo que muchos preguntan a la vez a la base, en una sola lectura (decisión 056).

Tras una caída llegan miles de navegadores juntos, y preguntar por cada uno costaba más que todo lo demás.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Hashable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from django.db import InterfaceError, OperationalError

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
CABEN = 100
"""Por tanda: más, y quien llega primero espera lo que cuestan los demás."""

ENTRE_TANDAS = 0.01
"""Segundos: a quien llega solo se le contesta al momento; de los que llegan juntos se juntan más."""


class EnHilo(Protocol):
    """Quien corre algo que usa la base fuera del lazo."""

    def __call__(self, funcion: Callable[..., V], *datos: Any) -> Coroutine[Any, Any, V]:
        """Lo que devuelva `funcion`."""


class Tanda(Generic[K, V]):
    """Lo pedido mientras corre una lectura va junto en la siguiente: nadie recibe algo leído antes de preguntar.

    `leer` contesta por lo que haya; de lo que no diga nada, nada hay. Con calma, una tanda es de uno.
    """

    def __init__(self, en_hilo: EnHilo, leer: Callable[[Collection[K]], Mapping[K, V]]) -> None:
        self._en_hilo, self._leer = en_hilo, leer
        self._esperan: dict[K, asyncio.Future[V | None]] = {}
        self._corre: asyncio.Future[None] | None = None

    async def de(self, que: K) -> V | None:
        """Lo que se leyó de eso, o None. Levanta lo que levante la base."""
        if que not in self._esperan:
            self._esperan[que] = asyncio.get_running_loop().create_future()
        mia = self._esperan[que]
        if self._corre is None or self._corre.done():
            self._corre = asyncio.ensure_future(self._correr())
        # compartida: quien deje de esperar no se la quita a los demás
        return await asyncio.shield(mia)

    async def _correr(self) -> None:
        """Tandas, hasta que nadie espere."""
        try:
            while self._esperan:
                await self._una({que: self._esperan.pop(que) for que in list(self._esperan)[:CABEN]})
                await asyncio.sleep(ENTRE_TANDAS)
        finally:
            # sólo si el lazo se acaba: ya nadie les va a contestar
            for futuro in self._esperan.values():
                futuro.cancel()
            self._esperan = {}

    async def _una(self, tanda: "Mapping[K, asyncio.Future[V | None]]") -> None:
        falla = await self._contestar(tanda)
        if falla is None:
            return
        for que, futuro in tanda.items():
            # una sola que no se puede leer no se lleva a las demás; sin base, ninguna se puede
            suya = falla if _sin_base(falla) or len(tanda) == 1 else await self._contestar({que: futuro})
            if suya is not None:
                futuro.set_exception(suya)

    async def _contestar(self, tanda: Mapping[K, "asyncio.Future[V | None]"]) -> BaseException | None:
        hecho: Mapping[K, V] | BaseException
        (hecho,) = await asyncio.gather(self._en_hilo(self._leer, list(tanda)), return_exceptions=True)
        if isinstance(hecho, BaseException):
            return hecho
        for que, futuro in tanda.items():
            futuro.set_result(hecho.get(que))
        return None


def _sin_base(falla: BaseException) -> bool:
    return isinstance(falla, OperationalError | InterfaceError)
