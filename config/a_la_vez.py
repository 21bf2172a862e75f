"""Repartir lo mismo a muchos navegadores: el que se fue o no recibe no detiene a los demás ni a quien reparte."""

import asyncio
from collections.abc import Coroutine, Iterable
from logging import Logger
from typing import Any


async def a_la_vez(
    pendientes: Iterable[Coroutine[Any, Any, None]], segundos: float, registro: Logger, falla_con: str
) -> None:
    """Corre todo junto; lo que no acabe en `segundos` se cancela y lo que falle se anota con ese texto."""
    tareas = [asyncio.ensure_future(uno) for uno in pendientes]
    if not tareas:
        return
    hechas, atoradas = await asyncio.wait(tareas, timeout=segundos)
    for tarea in atoradas:
        tarea.cancel()
    for tarea in hechas:
        if (falla := tarea.exception()) is not None:
            registro.error(falla_con, exc_info=falla)
