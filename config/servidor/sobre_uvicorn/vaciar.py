"""Al parar, los sockets se despiden poco a poco: de golpe, todos vuelven a la vez y el otro proceso no se da abasto.

Con cien mesas, cuatrocientos regresos juntos ocupaban 8 s al que los recibía, y ése era el silencio de todos. Primero
deja de decir que se vive, para que el proxy mande lo nuevo a otro; luego se despiden las mesas, de una en una.
"""

import asyncio
import socket
from itertools import groupby
from typing import Any

import uvicorn

from config.servidor import salud
from config.servidor.sobre_uvicorn.socket_directo import SocketDirecto

AVISO = 2.5
"""Segundos que el proxy tarda en saber que ya no se le mande nada: pregunta cada uno y espera dos."""
POR_SEGUNDO = 60
"""Sockets que se despiden cada segundo: los que otro proceso recibe sin que sus mesas lo noten."""
A_LO_MAS = 20.0
"""Segundos de despedidas; con muchos sockets van más aprisa."""


class ServidorQueVacia(uvicorn.Server):
    """El de uvicorn; con otros procesos que reciban a los suyos (`de_a_poco`), los manda de a poco antes de cerrar."""

    de_a_poco = False

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Vacía y cierra. Una segunda señal deja de esperar."""
        if self.de_a_poco:
            salud.cerrando = True
            await self._esperar(AVISO)
            await self._despedir()
        await super().shutdown(sockets)

    async def _despedir(self) -> None:
        """Los de una misma ruta juntos: los cuatro de una mesa llegan al otro lado a la vez."""
        abiertos = [c for c in tuple(self.server_state.connections) if isinstance(c, SocketDirecto)]
        abiertos.sort(key=_ruta)
        pausa = min(1 / POR_SEGUNDO, A_LO_MAS / max(len(abiertos), 1))
        for _cual, juntos in groupby(abiertos, _ruta):
            cuantos = 0
            for conexion in juntos:
                conexion.shutdown()
                cuantos += 1
            await self._esperar(pausa * cuantos)

    async def _esperar(self, segundos: float) -> None:
        hasta = asyncio.get_running_loop().time() + segundos
        while not self.force_exit and (falta := hasta - asyncio.get_running_loop().time()) > 0:
            await asyncio.sleep(min(falta, 0.1))


def _ruta(conexion: Any) -> str:
    return str(conexion.scope["path"]) if getattr(conexion, "scope", None) else ""
