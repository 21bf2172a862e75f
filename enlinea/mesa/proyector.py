"""Guarda la historia de las partidas que acaban, por lotes y sin frenar las mesas (EL10).

Guardar una partida (acta, estadística, clasificación, tarjetas) cuesta lo que cien jugadas y pelearía con ellas por el
intérprete: lo hace un ayudante, `manage.py historia`, en su propio proceso y con menos prioridad. Sin ayudante
(`HISTORIA_APARTE=0`) o si se cae, va en un hilo. La primera va en el momento; las que acaban en el segundo que sigue se
juntan, que así cuestan la mitad. Una mesa que espera su turno espera una vez, con todo lo que le falte; lo que no
alcance a guardarse si este proceso muere lo recoge el barrido.
"""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

import msgspec
from django.conf import settings

from enlinea.historial.servicios import historia
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.tareas import Lanzador
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import CON_AUTOMATICOS
from reglas.reglamento import reglamento_de_texto

registro = logging.getLogger(__name__)

Encargo = tuple[int, Mesa]
"""La mesa y su estado justo antes de la última partida."""
escribir_encargos = msgspec.json.Encoder(enc_hook=str).encode
leer_encargos = msgspec.json.Decoder(list[Encargo], dec_hook=lambda _tipo, texto: reglamento_de_texto(texto)).decode
LOTE = 16
CALMA = 1.0
"""Segundos de un lote al siguiente, si los hay."""
LISTO = b"listo\n"
RENGLON_MAXIMO = 1_000_000


class Proyector:
    """La fila de mesas con historia por guardar."""

    def __init__(self, tareas: Lanzador) -> None:
        self._tareas = tareas
        self._lazo = asyncio.get_running_loop()
        self._faltan: dict[int, Mesa] = {}
        self._corre: asyncio.Future[None] | None = None
        self._espera: asyncio.TimerHandle | None = None
        self._desde = float("-inf")
        self._calma = CALMA
        self._ayudante: Process | None = None

    def pedir(self, mesa_id: int, desde: Mesa) -> None:
        """Acabó una partida. No espera nada. La de otro juego se lee de su diario desde el principio: al ayudante sólo
        viaja lo del de siempre. Con automáticos no deja historia (VA2, D765).
        """
        if desde.modo in CON_AUTOMATICOS and not desde.reglamento.oficial:
            return
        self._faltan.setdefault(mesa_id, desde if desde.reglamento.oficial else Mesa())
        self._seguir()

    def apurar(self) -> None:
        """El proceso va a terminar: lo que falte, ya."""
        self._calma = 0.0
        self._seguir()

    def parar(self) -> None:
        """El ayudante acaba lo que tiene en la mano y termina; lo que falte, al barrido."""
        # al cancelarse el lote en curso, el que sigue le escribiría a un ayudante que ya no oye
        self._faltan.clear()
        if self._espera is not None:
            self._espera.cancel()
        if self._ayudante is not None and self._ayudante.stdin is not None:
            self._ayudante.stdin.close()

    def _seguir(self) -> None:
        """Empieza un lote si no hay uno en curso, a su hora."""
        if self._espera is not None:
            self._espera.cancel()
            self._espera = None
        if not self._faltan or not (self._corre is None or self._corre.done()):
            return
        falta = self._desde + self._calma - self._lazo.time()
        if falta > 0 and len(self._faltan) < LOTE:
            self._espera = self._lazo.call_later(falta, self._seguir)
        else:
            self._corre = self._tareas.lanzar(self._guardar())
            self._corre.add_done_callback(lambda _: self._seguir())

    async def _guardar(self) -> None:
        self._desde = self._lazo.time()
        lote = [(mesa_id, self._faltan.pop(mesa_id)) for mesa_id in list(self._faltan)[:LOTE]]
        if settings.HISTORIA_APARTE:
            await self._encargar(lote)
        else:
            await self._de_una_en_una(lote)

    async def _de_una_en_una(self, lote: list[Encargo]) -> None:
        """En un hilo: la que falle no se lleva a las demás."""
        for encargo in lote:
            hecho = en_hilo(historia.mesas_proyectar, [encargo])
            (falla,) = await asyncio.gather(hecho, return_exceptions=True)
            if isinstance(falla, Exception):
                registro.error("No se pudo guardar la historia de la mesa %d", encargo[0], exc_info=falla)

    async def _encargar(self, lote: list[Encargo]) -> None:
        respuesta = b""
        with suppress(OSError):
            ayudante = await self._con_ayudante()
            assert ayudante.stdin is not None and ayudante.stdout is not None
            ayudante.stdin.write(escribir_encargos(lote) + b"\n")
            await ayudante.stdin.drain()
            respuesta = await ayudante.stdout.readline()
        if respuesta != LISTO:
            registro.error("No hay ayudante de la historia; un lote de %d va en un hilo", len(lote))
            await self._de_una_en_una(lote)

    async def _con_ayudante(self) -> Process:
        if self._ayudante is None or self._ayudante.returncode is not None:
            orden = (sys.executable, str(settings.RAIZ / "manage.py"), "historia")
            self._ayudante = await asyncio.create_subprocess_exec(*orden, stdin=PIPE, stdout=PIPE, limit=RENGLON_MAXIMO)
        return self._ayudante
