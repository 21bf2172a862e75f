"""Lo que un proceso recuerda de los Recreos que alguien mira: un estado por versión y sus zonas ya pintadas.

Es sólo caché: la verdad está en la base. Dieciséis teléfonos que preguntan a la vez cuestan una lectura, y las
pantallas iguales se pintan una sola vez. El vigía relee las versiones (un aviso perdido no dura más de 2 s) y, cada
tanto, las sesiones: a quien salió en otra pestaña o cambió su contraseña se le despide (D176).
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Coroutine, Hashable, Iterable, Mapping
from typing import Any, Protocol

from django.db import DatabaseError, InterfaceError

from config.base.sesiones import Sesion, sesiones_abiertas
from config.vivo.cupos import sobrantes
from config.vivo.escuchar import Oyente
from config.vivo.hilos import Hilos
from config.vivo.publicar import repartir
from recreo import consultas, difusion
from recreo.estado import EstadoRecreo, Visor
from recreo.identidad import Quien
from recreo.pantallas import Mirada, Pintadas, pintar
from suscripciones import consultas as cuentas

registro = logging.getLogger(__name__)

SEGUNDOS_DE_VIGIA = 2.0
SEGUNDOS_DE_REPASO = 10.0
"""Cada cuánto se vuelven a mirar las sesiones de quienes miran, en dos preguntas por proceso."""
SEGUNDOS_DE_REPARTO = 2.0
"""Lo que se le da a un teléfono para recibir antes de seguir sin él."""
en_hilo = Hilos("recreo", 4)


class Espectador(Protocol):
    """Un socket que mira un Recreo."""

    quien: Quien
    sesion: str
    latido: float
    """Instante del lazo (s) de su último mensaje."""
    a_la_vista: bool
    """Si tiene la pantalla delante."""

    async def expulsar(self, codigo: str) -> None:
        """Despedirlo."""

    async def mirar_cambio(self, version: int) -> None:
        """Ponerse al día hasta `version`."""


class VivoDelRecreo:
    """Estados y zonas por proceso, y el vigía mientras haya quien mire."""

    def __init__(self) -> None:
        self._estados: dict[int, EstadoRecreo] = {}
        self._pintadas: dict[int, Pintadas] = defaultdict(Pintadas)
        self._candados: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._espectadores: dict[int, set[Espectador]] = defaultdict(set)
        self._vigia: asyncio.Task[None] | None = None
        self._repartos: set[asyncio.Future[None]] = set()
        self._sesiones: dict[str, Sesion] = {}

    def entrar(self, recreo_id: int, espectador: Espectador) -> None:
        """Anota a quien mira y despierta al vigía."""
        self._espectadores[recreo_id].add(espectador)
        if self._vigia is None or self._vigia.done():
            self._vigia = asyncio.get_running_loop().create_task(self._vigilar())

    def sobrantes(self, recreo_id: int, quien: Quien) -> list[Espectador]:
        """Las pantallas de esa persona que se van para que quepa otra (D233)."""
        suyas = (uno for uno in self._espectadores.get(recreo_id, ()) if uno.quien == quien)
        return sobrantes(suyas, lambda uno: uno.latido)

    def salir(self, recreo_id: int, espectador: Espectador) -> None:
        """Olvida a quien miraba; con el último se suelta lo recordado."""
        quienes = self._espectadores.get(recreo_id)
        if quienes is None:
            return
        quienes.discard(espectador)
        if not quienes:
            for recuerdo in (self._espectadores, self._estados, self._pintadas, self._candados):
                recuerdo.pop(recreo_id, None)

    def quienes_miran(self) -> list[tuple[EstadoRecreo, tuple[Espectador, ...]]]:
        """Cada Recreo que se mira aquí, como se conoce, y sus teléfonos."""
        return [(e, tuple(quienes)) for pk, quienes in self._espectadores.items() if (e := self._estados.get(pk))]

    def version(self, recreo_id: int) -> int:
        """La versión que este proceso conoce; 0 si ninguna."""
        estado = self._estados.get(recreo_id)
        return estado.version if estado else 0

    async def estado(self, recreo_id: int, desde: int) -> EstadoRecreo:
        """El estado de la versión `desde` o posterior; una sola lectura aunque lo pidan muchos."""
        actual = self._estados.get(recreo_id)
        if actual is not None and actual.version >= desde:
            return actual
        async with self._candados[recreo_id]:
            actual = self._estados.get(recreo_id)
            if actual is not None and actual.version >= desde:
                return actual
            nuevo = await en_hilo(consultas.estado_de, recreo_id, actual)
            self._estados[recreo_id] = nuevo
            self._pintadas[recreo_id].cambiar_de_version()
            return nuevo

    def zonas(
        self, estado: EstadoRecreo, mirada: Mirada, visor: Visor, llaves: Mapping[str, Hashable]
    ) -> dict[str, str]:
        """Esas zonas de una pantalla para un visor; lo que ya se pintó para otro igual no se repite.

        Corre en el lazo a propósito: pintar no toca la base y cuesta un par de milisegundos, menos que ir a un hilo
        y volver peleando por el intérprete con las vistas.
        """
        vigente = self.version(estado.id) == estado.version
        return pintar(estado, mirada, visor, self._pintadas[estado.id] if vigente else None, llaves)

    async def _vigilar(self) -> None:
        oyente = Oyente(difusion.GRUPO, self._oir, registro)
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
        if aviso["version"] > self.version(aviso["recreo"]):
            reparto = asyncio.ensure_future(self._repartir(aviso["recreo"], aviso["version"]))
            self._repartos.add(reparto)
            reparto.add_done_callback(self._repartos.discard)

    async def _releer(self) -> None:
        """Lo que haya cambiado sin que llegara el aviso."""
        try:
            versiones = await en_hilo(consultas.versiones, list(self._espectadores))
        except (DatabaseError, InterfaceError):  # la base pudo caerse: se registra y se vuelve a intentar
            registro.exception("El vigía del Recreo no pudo leer las versiones")
            return
        for recreo_id, version in versiones.items():
            if version > self.version(recreo_id):
                await self._repartir(recreo_id, version)

    async def _repasar(self) -> None:
        """Despide a quien salió, cambió su contraseña o fue sacado de su sesión, o si ésta o su cuenta ya no valen.

        Una suspensión sola no: en sus Recreos participa (SU3, D123).
        """
        quienes = [uno for juntos in self._espectadores.values() for uno in juntos]
        try:
            self._sesiones = await en_hilo(sesiones_abiertas, {uno.sesion for uno in quienes}, self._sesiones)
            con_cuenta = {uno.quien.cuenta_id for uno in quienes if uno.quien.cuenta_id is not None}
            apagadas = await en_hilo(cuentas.inactivas, con_cuenta)
        except (DatabaseError, InterfaceError):  # en el que sigue
            registro.exception("El vigía del Recreo no pudo leer las sesiones")
            return
        await _a_la_vez(
            uno.expulsar("sin_sesion")
            for uno in quienes
            if uno.quien.cuenta_id in apagadas or not uno.quien.sigue_en(self._sesiones.get(uno.sesion))
        )

    async def _repartir(self, recreo_id: int, version: int) -> None:
        """A todos los que lo miran."""
        await _a_la_vez(uno.mirar_cambio(version) for uno in tuple(self._espectadores.get(recreo_id, ())))


async def _a_la_vez(pendientes: Iterable[Coroutine[Any, Any, None]]) -> None:
    await repartir(pendientes, SEGUNDOS_DE_REPARTO, registro, "No se pudo poner al día un teléfono del Recreo")


vivo = VivoDelRecreo()
