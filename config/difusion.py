"""Avisar a un grupo de la capa de canales desde una vista, un servicio o una orden de administración."""

import asyncio
import logging
from concurrent.futures import Future
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from config import tareas

registro = logging.getLogger(__name__)


def difundir(grupo: str, aviso: dict[str, Any]) -> None:
    """Manda el aviso a los procesos que oyen `grupo`. En un proceso que sirve, sin esperar.

    Quien pide no se queda detrás del lazo, que estará pintando, ni de un Redis colgado (5 s, y un hilo de los que
    atienden). Perderlo no importa: cada quien relee lo suyo. Fuera de un servidor, espera y levanta lo que falle.
    """
    capa = get_channel_layer()
    if capa is None:
        return
    bucle = tareas.bucle_de_este_proceso()
    if bucle is None:
        async_to_sync(capa.group_send)(grupo, aviso)
    else:
        asyncio.run_coroutine_threadsafe(capa.group_send(grupo, aviso), bucle).add_done_callback(_anotar)


def _anotar(mandado: Future[None]) -> None:
    falla = None if mandado.cancelled() else mandado.exception()
    if falla is not None:
        registro.error("No se pudo avisar a la capa de canales", exc_info=falla)
