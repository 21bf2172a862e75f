"""Desde dónde se sienta cada quien, guardado después y por lotes: una jugada nunca espera por esto."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from django.db import DatabaseError, InterfaceError
from django.utils import timezone

from enlinea.acceso.aparato import rastro_de
from enlinea.acceso.servicios.huellas import Sentado, huellas_guardar
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.tareas import Lanzador

registro = logging.getLogger(__name__)

CALMA = 5.0
"""Segundos que se juntan antes de escribir: tras una caída se reconectan todos a la vez."""
LOTE = 500


class Huellas:
    """Las que este proceso debe guardar. Si la base falla o el proceso muere se pierden, y no importa."""

    def __init__(self, tareas: Lanzador) -> None:
        self._tareas = tareas
        self._lazo = asyncio.get_running_loop()
        self._por_guardar: set[Sentado] = set()
        self._espera: asyncio.TimerHandle | None = None

    def anotar(self, mesa_id: int, cuenta_id: int, scope: Mapping[str, Any]) -> None:
        """Alguien abrió su mesa. No espera nada."""
        self._por_guardar.add(Sentado(mesa_id, cuenta_id, rastro_de(scope)))
        if self._espera is None:
            self._espera = self._lazo.call_later(CALMA, self._empezar)

    def parar(self) -> None:
        """Ya no escribe más."""
        if self._espera is not None:
            self._espera.cancel()

    def _empezar(self) -> None:
        self._tareas.lanzar(self._guardar())

    async def _guardar(self) -> None:
        while self._por_guardar:
            lote = [self._por_guardar.pop() for _ in range(min(LOTE, len(self._por_guardar)))]
            try:
                await en_hilo(_escribir, lote)
            except (DatabaseError, InterfaceError):
                registro.exception("No se pudieron guardar %d huellas", len(lote))
        self._espera = None


def _escribir(lote: list[Sentado]) -> None:
    huellas_guardar(sentados=lote, ahora=timezone.now())
