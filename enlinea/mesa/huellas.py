"""Desde dónde se sienta cada quien, guardado después y por lotes: una jugada nunca espera por esto."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from django.db import DatabaseError, InterfaceError
from django.utils import timezone

from enlinea.acceso.aparato import rastro_de
from enlinea.acceso.consultas import comparten
from enlinea.acceso.servicios.huellas import Sentado, huellas_guardar
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.tareas import Lanzador

registro = logging.getLogger(__name__)

CALMA = 5.0
"""Segundos que se juntan antes de escribir: tras una caída se reconectan todos a la vez."""
PRONTO = 0.3
"""Los de una mesa que espera a comenzar: quien organiza debe saber antes si dos comparten (D214), y en otro proceso no
se sabe hasta que se escriben.
"""
LOTE = 500


class Huellas:
    """Las que este proceso debe guardar. Si la base falla o el proceso muere se pierden, y no importa."""

    def __init__(self, tareas: Lanzador) -> None:
        self._tareas = tareas
        self._lazo = asyncio.get_running_loop()
        self._por_guardar: set[Sentado] = set()
        self._espera: asyncio.TimerHandle | None = None
        self._escribe: asyncio.Future[None] | None = None

    def anotar(self, mesa_id: int, cuenta_id: int, scope: Mapping[str, Any], *, pronto: bool = False) -> None:
        """Alguien abrió su mesa. No espera nada. `pronto`: la mesa no ha comenzado."""
        self._por_guardar.add(Sentado(mesa_id, cuenta_id, rastro_de(scope)))
        cuando = self._lazo.time() + (PRONTO if pronto else CALMA)
        if self._espera is None or self._espera.when() > cuando:
            self.parar()
            self._espera = self._lazo.call_at(cuando, self._empezar)

    async def comparten(self, mesa_id: int, organiza: int) -> set[int]:
        """Las cuentas de la mesa que comparten aparato o red, también las que se acaban de sentar (D214).

        Levanta `DatabaseError` o `InterfaceError` si no se pudo leer.
        """
        if self._por_guardar:
            self.parar()
            self._empezar()
        if self._escribe is not None:
            await self._escribe
        return await en_hilo(comparten, mesa_id, organiza)

    def parar(self) -> None:
        """Ya no escribe más."""
        if self._espera is not None:
            self._espera.cancel()
            self._espera = None

    def _empezar(self) -> None:
        self._espera = None
        if self._escribe is None or self._escribe.done():
            self._escribe = self._tareas.lanzar(self._guardar())

    async def _guardar(self) -> None:
        while self._por_guardar:
            lote = [self._por_guardar.pop() for _ in range(min(LOTE, len(self._por_guardar)))]
            try:
                await en_hilo(_escribir, lote)
            except (DatabaseError, InterfaceError):
                registro.exception("No se pudieron guardar %d huellas", len(lote))


def _escribir(lote: list[Sentado]) -> None:
    huellas_guardar(sentados=lote, ahora=timezone.now())
