"""Lo que este proceso cuenta de sí a los demás y lo que sabe de ellos: quién tiene el socket de quién (EL9)."""

import asyncio
import logging
from collections.abc import Collection, Sequence
from typing import Any, Protocol
from uuid import UUID

from django.db import DatabaseError, InterfaceError

from config.vivo.tandas import Tanda
from enlinea.diario import procesos
from enlinea.diario.hora import hora
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.tareas import Lanzador

registro = logging.getLogger(__name__)


class QuienAvisa(Protocol):
    """Por dónde se avisarían."""

    hay_otros: bool


class OtrosProcesos:
    """Las conexiones de este proceso, anotadas para los demás, y las de ellos, por mesa y cuenta."""

    def __init__(self, id_de_proceso: UUID, avisos: QuienAvisa, tareas: Lanzador) -> None:
        self._id, self._avisos, self._tareas = id_de_proceso, avisos, tareas
        self._por_anotar: dict[tuple[int, int], bool] = {}
        self._anotando: asyncio.Future[Any] | None = None
        self._de_donde = Tanda(en_hilo, self._en_otro)

    @property
    def solo(self) -> bool:
        """Si no hay otros procesos: la capa en memoria no deja que los haya."""
        return not self._avisos.hay_otros

    async def rastros(self, pares: Sequence[tuple[int, int]]) -> dict[tuple[int, int], procesos.Rastro]:
        """Lo que otro proceso dejó de cada (mesa, cuenta)."""
        return await en_hilo(self._en_otro, pares)

    async def rastro(self, par: tuple[int, int]) -> procesos.Rastro | None:
        """Lo que otro dejó de quien llega; los que llegan juntos se leen juntos."""
        return await self._de_donde.de(par)

    def _en_otro(self, pares: Collection[tuple[int, int]]) -> dict[tuple[int, int], procesos.Rastro]:
        return procesos.en_otro(pares, self._id, hora.ahora())

    async def sin_atender(self, id_de_mesa: int) -> int:
        """Desde cuándo (ms) nadie la atendía."""
        return await en_hilo(procesos.sin_atender, id_de_mesa, self._id, hora.ahora())

    def latir(self) -> None:
        """En su hilo: dice en la base que este proceso vive, y en qué hora va."""
        procesos.latir(self._id)

    async def poner_en_hora(self) -> None:
        """Sigue la hora de las mesas donde la dejaron los demás, si aún no se ha hecho."""
        if not hora.puesta:
            await en_hilo(procesos.poner_en_hora)

    def anotar(self, id_de_mesa: int, cuenta: int, viva: bool) -> None:
        """Para que otros procesos sepan a quién tiene éste: todo lo que se junte, en una escritura."""
        self._por_anotar[id_de_mesa, cuenta] = viva
        if self._anotando is None or self._anotando.done():
            self._anotando = self._tareas.lanzar(self._escribir())

    async def _escribir(self) -> None:
        while self._por_anotar:
            cambios, self._por_anotar = self._por_anotar, {}
            try:
                await en_hilo(procesos.anotar_conexiones, cambios, self._id, hora.ahora())
            except (DatabaseError, InterfaceError):
                registro.exception("No se pudieron anotar %d conexiones", len(cambios))
                self._por_anotar = {**cambios, **self._por_anotar}
                await asyncio.sleep(1)
