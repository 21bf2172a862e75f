"""Desde dónde se sienta cada quien, guardado después y por lotes: una jugada nunca espera por esto."""

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError, InterfaceError
from django.utils import timezone

from enlinea.acceso.aparato import rastro_de
from enlinea.acceso.servicios.huellas import Sentado, huellas_guardar

if TYPE_CHECKING:
    from enlinea.mesa.proceso import Proceso

registro = logging.getLogger(__name__)

CALMA = 5.0
"""Segundos que se juntan antes de escribir: tras una caída se reconectan todos a la vez."""
LOTE = 500


class Huellas:
    """Las que este proceso debe guardar. Si la base falla o el proceso muere se pierden, y no importa."""

    def __init__(self, proceso: "Proceso") -> None:
        self._proceso = proceso
        self._por_guardar: set[Sentado] = set()
        self._espera: asyncio.TimerHandle | None = None

    def anotar(self, mesa_id: int, cuenta_id: int, scope: Mapping[str, Any]) -> None:
        """Alguien abrió su mesa. No espera nada."""
        self._por_guardar.add(Sentado(mesa_id, cuenta_id, rastro_de(scope)))
        if self._espera is None:
            self._espera = self._proceso.lazo.call_later(CALMA, self._empezar)

    def parar(self) -> None:
        """Ya no escribe más."""
        if self._espera is not None:
            self._espera.cancel()

    def _empezar(self) -> None:
        self._proceso.tarea(self._guardar())

    async def _guardar(self) -> None:
        while self._por_guardar:
            lote = [self._por_guardar.pop() for _ in range(min(LOTE, len(self._por_guardar)))]
            try:
                await self._proceso.en_hilo(_escribir, lote)
            except (DatabaseError, InterfaceError):
                registro.exception("No se pudieron guardar %d huellas", len(lote))
        self._espera = None


def _escribir(lote: list[Sentado]) -> None:
    huellas_guardar(sentados=lote, ahora=timezone.now())
