"""Los automáticos que calculan, fuera del proceso de las mesas: ni el lazo ni sus hilos cargan con esa cuenta (EL3).

Un proceso aparte, de prioridad baja, que sólo conoce `reglas` y recibe lo que su asiento ve (EL8). Si no contesta a
tiempo, si se cae o si no lo hay, tira el sencillo: la partida no espera.
"""

import asyncio
import logging
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

from reglas.automatas import Opcion, VistaDeAsiento, elegir
from reglas.niveles import Nivel, elegir_como

registro = logging.getLogger(__name__)

PIENSA = 0.2
"""Segundos tras los que ya no empieza otra muestra."""
ESPERA = 0.3
"""Lo más que la mesa espera la respuesta, con la fila y el viaje (issue: 300 ms)."""
REPOSO = 30.0
"""Tras caerse, lo que tarda en volver a intentarse."""
BAJA_PRIORIDAD = 10


class Pensador:
    """La reserva de un lazo; nace con la primera mesa que la pida. `procesos` 0: siempre el sencillo."""

    def __init__(self, procesos: int = 1) -> None:
        self._procesos = procesos
        self._reserva: ProcessPoolExecutor | None = None
        self._no_antes = 0.0

    def calentar(self) -> None:
        """Arranca ya: la primera jugada no paga el arranque."""
        reserva = self._abrir()
        if reserva is not None:
            try:
                reserva.submit(_preparar)
            except (BrokenExecutor, RuntimeError, OSError):
                self._soltar()

    async def jugada(self, vista: VistaDeAsiento, nivel: Nivel, semilla: int) -> Opcion:
        """La (ficha, extremo) que tira, siempre legal y en a lo más `ESPERA` segundos."""
        reserva = self._abrir() if nivel is not Nivel.SIMPLE and len(vista.opciones) > 1 else None
        if reserva is not None:
            try:
                pedida = asyncio.wrap_future(reserva.submit(pensar, vista, nivel, semilla))
            except (BrokenExecutor, RuntimeError, OSError):
                registro.exception("No se pudo pensar por el automático: tira el sencillo")
                self._soltar()
            else:
                pensada = await self._esperar(pedida)
                if pensada is not None:
                    return pensada
        return elegir(vista, semilla)

    async def _esperar(self, pedida: "asyncio.Future[Opcion]") -> Opcion | None:
        await asyncio.wait({pedida}, timeout=ESPERA)
        if not pedida.done():
            pedida.cancel()
            registro.info("El automático no contestó en %s s: tira el sencillo", ESPERA)
            return None
        falla = pedida.exception()
        if falla is None:
            return pedida.result()
        registro.error("El automático no pudo pensar: tira el sencillo", exc_info=falla)
        if isinstance(falla, BrokenExecutor):
            self._soltar()
        return None

    def parar(self) -> None:
        """Suelta la reserva sin esperarla."""
        if self._reserva is not None:
            self._reserva.shutdown(wait=False, cancel_futures=True)
            self._reserva = None

    def _abrir(self) -> ProcessPoolExecutor | None:
        if self._reserva is None and self._procesos > 0 and time.monotonic() >= self._no_antes:
            # spawn: el hijo no hereda sockets, hilos ni conexiones de la base
            contexto = multiprocessing.get_context("spawn")
            self._reserva = ProcessPoolExecutor(self._procesos, mp_context=contexto, initializer=_con_calma)
        return self._reserva

    def _soltar(self) -> None:
        self.parar()
        self._no_antes = time.monotonic() + REPOSO


def pensar(vista: VistaDeAsiento, nivel: Nivel, semilla: int) -> Opcion:
    """En el proceso aparte: la jugada, cortando por tiempo."""
    return elegir_como(nivel, vista, semilla, con_reloj(PIENSA))


def con_reloj(segundos: float, reloj: Callable[[], float] = time.monotonic) -> Callable[[], bool]:
    """Si da tiempo de otra muestra como la más larga de las que van."""
    empezo = antes = reloj()
    mayor = 0.0

    def sigue() -> bool:
        nonlocal antes, mayor
        ahora = reloj()
        mayor, antes = max(mayor, ahora - antes), ahora
        return ahora + mayor < empezo + segundos

    return sigue


def _con_calma() -> None:
    if hasattr(os, "nice"):
        os.nice(BAJA_PRIORIDAD)


def _preparar() -> None:
    """Nada: con pedirlo, el proceso ya cargó las reglas."""
