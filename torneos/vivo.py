"""Lo que un proceso recuerda de los torneos que alguien mira: un estado por versión y sus zonas ya pintadas.

Es sólo caché. Con 256 mesas que anotan, los avisos de un torneo se juntan: se reparte a lo más una vez por segundo, y
mil teléfonos que ven lo mismo cuestan una lectura y una pintura. El vigía relee las versiones y, cada tanto, las
sesiones.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Coroutine, Hashable, Iterable
from typing import Any, Protocol

from django.db import DatabaseError, InterfaceError

from config.base.sesiones import Sesion, sesiones_abiertas
from config.vivo.cupos import sobrantes
from config.vivo.escuchar import Oyente
from config.vivo.hilos import Hilos
from config.vivo.publicar import repartir
from suscripciones import consultas as cuentas
from torneos import consultas, difusion
from torneos.estado import EstadoTorneo, Visor
from torneos.identidad import Quien
from torneos.pantallas import Mirada, llave_de, pintar

registro = logging.getLogger(__name__)

SEGUNDOS_DE_VIGIA = 2.0
SEGUNDOS_DE_REPASO = 10.0
SEGUNDOS_DE_REPARTO = 5.0
SEGUNDOS_ENTRE_REPARTOS = 1.0
"""A un salón de 1,024 teléfonos no se le manda cada mano de cada mesa."""
en_hilo = Hilos("torneos", 4)


class Espectador(Protocol):
    """Un socket que mira un torneo."""

    quien: Quien
    sesion: str
    latido: float

    async def expulsar(self, codigo: str) -> None:
        """Despedirlo."""

    async def mirar_cambio(self, version: int) -> None:
        """Ponerse al día hasta `version`."""


class VivoDelTorneo:
    """Estados y zonas por proceso, y el vigía mientras haya quien mire."""

    def __init__(self) -> None:
        self._estados: dict[int, EstadoTorneo] = {}
        self._pintadas: dict[int, dict[Hashable, asyncio.Future[dict[str, str]]]] = defaultdict(dict)
        self._candados: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._espectadores: dict[int, set[Espectador]] = defaultdict(set)
        self._por_repartir: dict[int, int] = {}
        self._repartos: set[asyncio.Future[None]] = set()
        self._vigia: asyncio.Task[None] | None = None
        self._sesiones: dict[str, Sesion] = {}

    def entrar(self, torneo_id: int, espectador: Espectador) -> None:
        """Anota a quien mira y despierta al vigía."""
        self._espectadores[torneo_id].add(espectador)
        if self._vigia is None or self._vigia.done():
            self._vigia = asyncio.get_running_loop().create_task(self._vigilar())

    def sobrantes(self, torneo_id: int, quien: Quien) -> list[Espectador]:
        """Las pantallas de esa cuenta que se van para que quepa otra (D233); lo público no es de nadie."""
        if quien.cuenta_id is None:
            return []
        suyas = (uno for uno in self._espectadores.get(torneo_id, ()) if uno.quien.cuenta_id == quien.cuenta_id)
        return sobrantes(suyas, lambda uno: uno.latido)

    def salir(self, torneo_id: int, espectador: Espectador) -> None:
        """Olvida a quien miraba; con el último se suelta lo recordado."""
        quienes = self._espectadores.get(torneo_id)
        if quienes is None:
            return
        quienes.discard(espectador)
        if not quienes:
            for recuerdo in (self._espectadores, self._estados, self._pintadas, self._candados):
                recuerdo.pop(torneo_id, None)

    def version(self, torneo_id: int) -> int:
        """La versión que este proceso conoce; 0 si ninguna."""
        estado = self._estados.get(torneo_id)
        return estado.version if estado else 0

    async def estado(self, torneo_id: int, desde: int) -> EstadoTorneo:
        """El estado de la versión `desde` o posterior; una sola lectura aunque lo pidan muchos."""
        async with self._candados[torneo_id]:
            actual = self._estados.get(torneo_id)
            if actual is None or actual.version < desde:
                actual = self._estados[torneo_id] = await en_hilo(consultas.estado_de, torneo_id, actual)
                self._pintadas[torneo_id] = {}
            return actual

    async def zonas(self, estado: EstadoTorneo, mirada: Mirada, visor: Visor) -> dict[str, str]:
        """Las zonas de una pantalla, pintadas una vez por cada mirada igual. En un hilo: la tabla se calcula.

        Los mil que miran lo mismo llegan a la vez: se recuerda desde que se encarga y no desde que está lista.
        """
        if self.version(estado.id) != estado.version:
            return await en_hilo(pintar, estado, mirada, visor)
        pintadas, llave = self._pintadas[estado.id], llave_de(mirada, visor)
        pintando = pintadas.get(llave)
        if pintando is None or (pintando.done() and (pintando.cancelled() or pintando.exception())):
            pintando = pintadas[llave] = asyncio.ensure_future(en_hilo(pintar, estado, mirada, visor))
        # quien se va a media pintura no se la quita a los demás
        return await asyncio.shield(pintando)

    async def _vigilar(self) -> None:
        oyente = Oyente(difusion.GRUPO, self._oir, registro)
        hora = asyncio.get_running_loop().time
        repaso = hora() + SEGUNDOS_DE_REPASO
        try:
            while self._espectadores:
                await asyncio.sleep(SEGUNDOS_DE_VIGIA)
                oyente.reponer()
                await self._releer()
                if hora() >= repaso:
                    await self._repasar()
                    repaso = hora() + SEGUNDOS_DE_REPASO
        finally:
            oyente.callar()
            self._sesiones = {}

    def _oir(self, aviso: dict[str, Any]) -> None:
        self._encargar(aviso["torneo"], aviso["version"])

    def _encargar(self, torneo_id: int, version: int) -> None:
        """Junta los avisos: el que llega mientras otro espera sólo sube la versión."""
        if version <= self.version(torneo_id) or torneo_id not in self._espectadores:
            return
        espera = torneo_id in self._por_repartir
        self._por_repartir[torneo_id] = max(version, self._por_repartir.get(torneo_id, 0))
        if not espera:
            reparto = asyncio.ensure_future(self._repartir(torneo_id))
            self._repartos.add(reparto)
            reparto.add_done_callback(self._repartos.discard)

    async def _repartir(self, torneo_id: int) -> None:
        quienes = tuple(self._espectadores.get(torneo_id, ()))
        version = self._por_repartir[torneo_id]
        await _a_la_vez(uno.mirar_cambio(version) for uno in quienes)
        await asyncio.sleep(SEGUNDOS_ENTRE_REPARTOS)
        pendiente = self._por_repartir.pop(torneo_id)
        self._encargar(torneo_id, pendiente)

    async def _releer(self) -> None:
        """Lo que haya cambiado sin que llegara el aviso."""
        try:
            versiones = await en_hilo(consultas.versiones, list(self._espectadores))
        except (DatabaseError, InterfaceError):  # la base pudo caerse: se registra y se vuelve a intentar
            registro.exception("El vigía de los torneos no pudo leer las versiones")
            return
        for torneo_id, version in versiones.items():
            self._encargar(torneo_id, version)

    async def _repasar(self) -> None:
        """Despide a quien entró con su cuenta y ya salió, o a quien se la apagaron (D176)."""
        quienes = [uno for juntos in self._espectadores.values() for uno in juntos if uno.quien.cuenta_id is not None]
        try:
            self._sesiones = await en_hilo(sesiones_abiertas, {uno.sesion for uno in quienes}, self._sesiones)
            apagadas = await en_hilo(cuentas.inactivas, {uno.quien.cuenta_id for uno in quienes if uno.quien.cuenta_id})
        except (DatabaseError, InterfaceError):  # en el que sigue
            registro.exception("El vigía de los torneos no pudo leer las sesiones")
            return
        await _a_la_vez(
            uno.expulsar("sin_sesion")
            for uno in quienes
            if uno.quien.cuenta_id in apagadas or not _sigue(uno.quien, self._sesiones.get(uno.sesion))
        )


def _sigue(quien: Quien, sesion: Sesion | None) -> bool:
    """¿Esa sesión, leída otra vez, todavía es de su cuenta?"""
    return sesion is not None and sesion.cuenta == str(quien.cuenta_id)


async def _a_la_vez(pendientes: Iterable[Coroutine[Any, Any, None]]) -> None:
    await repartir(pendientes, SEGUNDOS_DE_REPARTO, registro, "No se pudo poner al día una pantalla de torneo")


vivo = VivoDelTorneo()
