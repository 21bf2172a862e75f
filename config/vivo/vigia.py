"""Quiénes miran cada cosa desde este proceso, y el vigía que los pone al día.

El aviso de que algo cambió llega por un canal por proceso. Los que llegan seguidos se juntan: se reparte al momento y
luego a lo más cada `entre` segundos, salvo a quien le urge. Un aviso perdido no importa: el vigía relee las versiones
cada 2 s y, cada tanto, las sesiones: a quien salió en otra pestaña o cambió su contraseña se le despide (D176).
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from django.db import DatabaseError, InterfaceError

from config.base.sesiones import Sesion, sesiones_abiertas
from config.vivo.cupos import sobrantes
from config.vivo.escuchar import Oyente
from config.vivo.hilos import Hilos
from config.vivo.publicar import repartir

SEGUNDOS_DE_VIGIA = 2.0
SEGUNDOS_DE_REPASO = 10.0
"""Cada cuánto se vuelven a mirar las sesiones de quienes miran, en dos preguntas por proceso."""


class Espectador(Protocol):
    """Un socket que mira."""

    sesion: str
    latido: float
    """Instante del lazo (s) de su último mensaje."""

    async def expulsar(self, codigo: str) -> None:
        """Despedirlo."""

    async def mirar_cambio(self, version: int) -> None:
        """Ponerse al día hasta `version`."""


E = TypeVar("E", bound=Espectador)


def _a_nadie_le_urge(_espectador: Any, _aviso: Mapping[str, Any]) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class QueSeMira(Generic[E]):
    """Lo que el vigía pregunta de un Recreo o de un torneo. `versiones` y `apagadas` leen la base, en un hilo."""

    nombre: str
    grupo: str
    """El de la capa de canales donde se avisa; el aviso trae `campo`, con el id, y `version`."""
    campo: str
    version: Callable[[int], int]
    """La que este proceso ya conoce."""
    versiones: Callable[[list[int]], Mapping[int, int]]
    cuenta: Callable[[E], int | None]
    sigue: Callable[[E, Sesion | None], bool]
    """Si esa sesión, leída otra vez, todavía es de quien mira."""
    apagadas: Callable[[set[int]], Collection[int]]
    soltar: Callable[[int], None]
    """Se fue el último."""
    en_hilo: Hilos
    registro: logging.Logger
    reparto: float
    """Segundos que se le dan a un navegador para recibir antes de seguir sin él."""
    entre: float
    """Segundos entre dos repartos de lo mismo a quien no le urge."""
    urge: Callable[[E, Mapping[str, Any]], bool] = field(default=_a_nadie_le_urge)


class Vigia(Generic[E]):
    """Vive en UN lazo, mientras haya quien mire."""

    def __init__(self, que: QueSeMira[E]) -> None:
        self._que, self.entre = que, que.entre
        self._espectadores: dict[int, set[E]] = defaultdict(set)
        self._por_repartir: dict[int, int] = {}
        self._repartos: set[asyncio.Future[None]] = set()
        self._sesiones: dict[str, Sesion] = {}
        self._vueltas: asyncio.Task[None] | None = None

    def entrar(self, cual: int, espectador: E) -> None:
        """Anota a quien mira y despierta al vigía."""
        self._espectadores[cual].add(espectador)
        if not self.anda:
            self._vueltas = asyncio.get_running_loop().create_task(self._vigilar())

    def salir(self, cual: int, espectador: E) -> None:
        """Olvida a quien miraba; con el último se suelta lo recordado."""
        quienes = self._espectadores.get(cual)
        if quienes is None:
            return
        quienes.discard(espectador)
        if not quienes:
            del self._espectadores[cual]
            self._que.soltar(cual)

    @property
    def anda(self) -> bool:
        """¿Está despierto?"""
        return self._vueltas is not None and not self._vueltas.done()

    def terminar(self) -> None:
        """Deja de vigilar y de repartir."""
        for tarea in (self._vueltas, *self._repartos):
            if tarea is not None:
                tarea.cancel()

    def quienes(self) -> list[tuple[int, tuple[E, ...]]]:
        """Cada cosa que se mira aquí y quiénes la miran."""
        return [(cual, tuple(juntos)) for cual, juntos in self._espectadores.items()]

    def sobrantes(self, cual: int, es_suya: Callable[[E], bool]) -> list[E]:
        """De las pantallas de una persona, las que se van para que quepa otra (D233)."""
        return sobrantes((uno for uno in self._espectadores.get(cual, ()) if es_suya(uno)), lambda uno: uno.latido)

    async def _vigilar(self) -> None:
        oyente = Oyente(self._que.grupo, self._oir, self._que.registro)
        hora = asyncio.get_running_loop().time
        repaso = hora() + SEGUNDOS_DE_REPASO  # quien entra acaba de mostrar la suya
        try:
            while self._espectadores:
                await asyncio.sleep(SEGUNDOS_DE_VIGIA)
                oyente.reponer()  # lo que se haya perdido lo recoge esta misma vuelta
                await self._releer()
                if hora() >= repaso:
                    await self._repasar()
                    repaso = hora() + SEGUNDOS_DE_REPASO
        finally:
            oyente.callar()
            self._sesiones = {}

    def _oir(self, aviso: dict[str, Any]) -> None:
        """Los avisos de todos los procesos llegan por un solo canal y de aquí pasan a quienes miran."""
        cual, version = aviso[self._que.campo], aviso["version"]
        if version <= self._que.version(cual):
            return
        if cual in self._por_repartir:
            les_urge = [uno for uno in self._espectadores.get(cual, ()) if self._que.urge(uno, aviso)]
            self._lanzar(self._a_la_vez(uno.mirar_cambio(version) for uno in les_urge))
        self._encargar(cual, version)

    def _encargar(self, cual: int, version: int) -> None:
        """Junta los avisos: el que llega mientras otro espera sólo sube la versión."""
        if cual not in self._espectadores:
            return
        espera = cual in self._por_repartir
        self._por_repartir[cual] = max(version, self._por_repartir.get(cual, 0))
        if not espera:
            self._lanzar(self._repartir(cual))

    def _lanzar(self, reparto: Coroutine[Any, Any, None]) -> None:
        en_marcha = asyncio.ensure_future(reparto)
        self._repartos.add(en_marcha)
        en_marcha.add_done_callback(self._repartos.discard)

    async def _repartir(self, cual: int) -> None:
        repartida = self._por_repartir[cual]
        await self._a_la_vez(uno.mirar_cambio(repartida) for uno in tuple(self._espectadores.get(cual, ())))
        await asyncio.sleep(self.entre)
        pendiente = self._por_repartir.pop(cual)
        if pendiente > repartida:
            self._encargar(cual, pendiente)

    async def _releer(self) -> None:
        """Lo que haya cambiado sin que llegara el aviso."""
        try:
            versiones = await self._que.en_hilo(self._que.versiones, list(self._espectadores))
        except (DatabaseError, InterfaceError):  # la base pudo caerse: se registra y se vuelve a intentar
            self._que.registro.exception("El vigía de %s no pudo leer las versiones", self._que.nombre)
            return
        for cual, version in versiones.items():
            if version > self._que.version(cual):
                self._encargar(cual, version)

    async def _repasar(self) -> None:
        """Despide a quien salió, cambió su contraseña o fue sacado de su sesión, o si ésta o su cuenta ya no valen.

        Una suspensión sola no: en sus Recreos participa (SU3, D123).
        """
        quienes = [uno for juntos in self._espectadores.values() for uno in juntos if uno.sesion]
        cuentas = {cuenta for uno in quienes if (cuenta := self._que.cuenta(uno)) is not None}
        try:
            self._sesiones = await self._que.en_hilo(sesiones_abiertas, {uno.sesion for uno in quienes}, self._sesiones)
            apagadas = await self._que.en_hilo(self._que.apagadas, cuentas)
        except (DatabaseError, InterfaceError):  # en el que sigue
            self._que.registro.exception("El vigía de %s no pudo leer las sesiones", self._que.nombre)
            return
        await self._a_la_vez(
            uno.expulsar("sin_sesion")
            for uno in quienes
            if self._que.cuenta(uno) in apagadas or not self._que.sigue(uno, self._sesiones.get(uno.sesion))
        )

    async def _a_la_vez(self, pendientes: Iterable[Coroutine[Any, Any, None]]) -> None:
        falla_con = f"No se pudo poner al día una pantalla de {self._que.nombre}"
        await repartir(pendientes, self._que.reparto, self._que.registro, falla_con)
