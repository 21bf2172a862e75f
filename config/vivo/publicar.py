"""Avisar que algo cambió: a los procesos que oyen un grupo de la capa de canales, y a los navegadores de este proceso.

Nadie espera y una capa colgada no junta trabajo sin fin: la de Redis publica de a uno y tarda hasta cinco segundos en
decir que no puede; con un envío por aviso, cada jugada y cada mensaje del chat dejaba otra tarea formada.
"""

import asyncio
import logging
from collections.abc import Coroutine, Hashable, Iterable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from config.base.redis_acotado import FALLAS_DE_REDIS
from config.vivo import tareas

registro = logging.getLogger(__name__)

ESPERAN = 1_000
"""Avisos formados; con más, se tira el más viejo."""


class Publicador:
    """Manda de a uno, en orden, lo que se le encarga. Vive en UN lazo. Lo que no pudo salir se pierde."""

    def __init__(self, capa: Any) -> None:
        self.capa = capa
        self._faltan: dict[Hashable, tuple[str, dict[str, Any]]] = {}
        self._corre: asyncio.Future[Any] | None = None
        self._callado = self._rebosa = False
        """Si ya se dijo que no se puede, o que se tiran avisos: una vez por caída, no una por aviso."""

    def mandar(self, grupo: str, aviso: dict[str, Any], que: Hashable) -> None:
        """Sin esperar. Si de eso mismo (`que`) hay uno que no ha salido, toma su lugar en la fila."""
        llave = (grupo, que)
        if llave not in self._faltan and len(self._faltan) >= ESPERAN:
            del self._faltan[next(iter(self._faltan))]
            if not self._rebosa:
                registro.warning("La capa de canales no contesta: se tiran avisos de más de %d formados", ESPERAN)
            self._rebosa = True
        self._faltan[llave] = (grupo, aviso)
        if self._corre is None or self._corre.done():
            self._corre = asyncio.ensure_future(self._vaciar())

    async def _vaciar(self) -> None:
        while self._faltan:
            grupo, aviso = self._faltan.pop(next(iter(self._faltan)))
            hecho: list[BaseException | None]
            hecho = await asyncio.gather(self.capa.group_send(grupo, aviso), return_exceptions=True)
            self._anotar(hecho[0])
        self._rebosa = False

    def _anotar(self, falla: BaseException | None) -> None:
        if falla is not None and not self._callado:
            que = "No se pudo avisar a la capa de canales: %s"
            if isinstance(falla, FALLAS_DE_REDIS):
                registro.warning(que, falla)
            else:
                registro.error(que, falla, exc_info=falla)
        self._callado = falla is not None


_publicador: Publicador | None = None
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
    global _publicador
    if _publicador is None or _publicador.capa is not capa:
        _publicador = Publicador(capa)
    # el mismo aviso, una vez: sólo dice que algo cambió
    _publicador.mandar(grupo, aviso, tuple(sorted(aviso.items())))


async def repartir(
    pendientes: Iterable[Coroutine[Any, Any, None]], segundos: float, registro: logging.Logger, falla_con: str
) -> None:
    """A muchos navegadores a la vez: el que se fue o no recibe no detiene a los demás ni a quien reparte.

    Corre todo junto; lo que no acabe en `segundos` se cancela y lo que falle se anota con ese texto.
    """
    tareas = [asyncio.ensure_future(uno) for uno in pendientes]
    if not tareas:
        return
    hechas, atoradas = await asyncio.wait(tareas, timeout=segundos)
    for tarea in atoradas:
        tarea.cancel()
    for tarea in hechas:
        if (falla := tarea.exception()) is not None:
            registro.error(falla_con, exc_info=falla)
