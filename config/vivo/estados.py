"""Lo último que un proceso leyó de cada cosa que alguien mira: una lectura por versión, aunque la pidan muchos."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from config.vivo.hilos import Hilos


class Estado(Protocol):
    """Una versión completa, que no cambia."""

    @property
    def version(self) -> int:
        """Crece con cada cambio."""


S = TypeVar("S", bound=Estado)


class Estados(Generic[S]):
    """Sólo caché: la verdad está en la base. Vive en UN lazo.

    `leer` recibe el id y lo que se sabía, en un hilo; `al_cambiar`, el id que acaba de cambiar de versión.
    """

    def __init__(self, leer: Callable[[int, S | None], S], en_hilo: Hilos, al_cambiar: Callable[[int], None]) -> None:
        self._leer, self._en_hilo, self._al_cambiar = leer, en_hilo, al_cambiar
        self._sabidos: dict[int, S] = {}
        self._candados: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    def sabido(self, cual: int) -> S | None:
        """El que se recuerda, si lo hay."""
        return self._sabidos.get(cual)

    def version(self, cual: int) -> int:
        """La que este proceso conoce; 0 si ninguna."""
        sabido = self._sabidos.get(cual)
        return sabido.version if sabido else 0

    async def traer(self, cual: int, desde: int) -> S:
        """El de la versión `desde` o posterior."""
        sabido = self._sabidos.get(cual)
        if sabido is not None and sabido.version >= desde:
            return sabido
        async with self._candados[cual]:
            sabido = self._sabidos.get(cual)
            if sabido is None or sabido.version < desde:
                sabido = self._sabidos[cual] = await self._en_hilo(self._leer, cual, sabido)
                self._al_cambiar(cual)
            return sabido

    def soltar(self, cual: int) -> None:
        """Ya nadie lo mira."""
        self._sabidos.pop(cual, None)
        self._candados.pop(cual, None)
