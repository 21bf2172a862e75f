"""Avisar a un grupo de la capa de canales desde una vista, un servicio o una orden de administración."""

from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from config import tareas
from config.pregonero import Pregonero

_pregonero: Pregonero | None = None
"""El del lazo que sirve; sólo se toca en él."""


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
        bucle.call_soon_threadsafe(_encargar, capa, grupo, aviso)


def _encargar(capa: Any, grupo: str, aviso: dict[str, Any]) -> None:
    global _pregonero
    if _pregonero is None or _pregonero.capa is not capa:
        _pregonero = Pregonero(capa)
    # el mismo aviso, una vez: sólo dice que algo cambió
    _pregonero.mandar(grupo, aviso, tuple(sorted(aviso.items())))
