"""Guarda la historia de las partidas que acaban, de una en una y sin frenar las mesas (EL10).

Guardar una partida (acta, estadística, clasificación, tarjetas) cuesta lo que cien jugadas y pelearía con ellas por el
intérprete: lo hace un ayudante, `manage.py historia`, en su propio proceso y con menos prioridad. Sin ayudante
(`HISTORIA_APARTE=0`) o si se cae, va en un hilo. Una mesa que espera su turno espera una vez, con todo lo que le falte;
lo que no alcance a guardarse si este proceso muere lo recoge el barrido.
"""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from django.conf import settings

from enlinea.servicios import historia
from reglas.mesa.estado import Mesa

if TYPE_CHECKING:
    from enlinea.mesa.proceso import Proceso

registro = logging.getLogger(__name__)

Encargo = tuple[int, Mesa]
"""La mesa y su estado justo antes de la última partida."""
_escribir = msgspec.json.Encoder().encode
leer_encargo = msgspec.json.Decoder(Encargo).decode
LISTO = b"listo\n"
RENGLON_MAXIMO = 1_000_000


class Proyector:
    """La fila de mesas con historia por guardar."""

    def __init__(self, proceso: "Proceso") -> None:
        self._proceso = proceso
        self._faltan: dict[int, Mesa] = {}
        self._corre: asyncio.Future[None] | None = None
        self._ayudante: Process | None = None

    def pedir(self, mesa_id: int, desde: Mesa) -> None:
        """Acabó una partida. No espera nada."""
        self._faltan.setdefault(mesa_id, desde)
        if self._corre is None or self._corre.done():
            self._corre = self._proceso.tarea(self._correr())

    def parar(self) -> None:
        """El ayudante acaba lo que tiene en la mano y termina."""
        if self._ayudante is not None and self._ayudante.stdin is not None:
            self._ayudante.stdin.close()

    async def _correr(self) -> None:
        while self._faltan:
            mesa_id = next(iter(self._faltan))
            encargo = (mesa_id, self._faltan.pop(mesa_id))
            guardar = self._encargar if settings.HISTORIA_APARTE else self._en_hilo
            (falla,) = await asyncio.gather(guardar(encargo), return_exceptions=True)
            if falla is not None:
                registro.error("No se pudo guardar la historia de la mesa %d", mesa_id, exc_info=falla)

    async def _en_hilo(self, encargo: Encargo) -> None:
        mesa_id, desde = encargo
        await self._proceso.en_hilo(historia.mesa_proyectar, mesa_id, None, desde)

    async def _encargar(self, encargo: Encargo) -> None:
        ayudante = await self._con_ayudante()
        assert ayudante.stdin is not None and ayudante.stdout is not None
        respuesta = b""
        with suppress(OSError):
            ayudante.stdin.write(_escribir(encargo) + b"\n")
            await ayudante.stdin.drain()
            respuesta = await ayudante.stdout.readline()
        if respuesta != LISTO:
            registro.error("Se cayó el ayudante de la historia; la mesa %d va en un hilo", encargo[0])
            await self._en_hilo(encargo)

    async def _con_ayudante(self) -> Process:
        if self._ayudante is None or self._ayudante.returncode is not None:
            orden = (sys.executable, str(settings.RAIZ / "manage.py"), "historia")
            self._ayudante = await asyncio.create_subprocess_exec(*orden, stdin=PIPE, stdout=PIPE, limit=RENGLON_MAXIMO)
        return self._ayudante
