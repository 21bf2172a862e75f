"""La Sala en un proceso: guarda su presencia por lotes, relee el estado y reparte lo que cambió.

Una sola vuelta hace las tres cosas, cada segundo y medio o en cuanto algo cambia: mil páginas abiertas cuestan una
lectura y un renglón de escritura, no mil. Si el proceso muere, su presencia caduca sola.
"""

import asyncio
import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Protocol

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.utils import timezone

from config.vivo.escuchar import Oyente
from config.vivo.hilos import Hilos
from config.vivo.publicar import repartir
from enlinea import difusion
from enlinea.models import Mesa
from enlinea.sala.consultas.estado import EstadoSala, estado_de_sala
from enlinea.sala.consultas.jugando import Vida, vida_de_la_sala
from enlinea.sala.pantallas import Comunes, comunes
from enlinea.sala.presentes import Plazos, Presentes
from enlinea.sala.servicios import armado
from enlinea.sala.servicios import presencia as servicios
from enlinea.sala.sesiones import Repaso, aviso_desde, quitar_cerradas, repasar

registro = logging.getLogger(__name__)

# Una suspensión que no avisó (puesta directo en la base) corta aquí: con lo que tarda la vuelta, en menos de 2 s.
SEGUNDOS_DE_VUELTA = 1.5
# La presencia se renueva cada tanto aunque nadie llegue; caduca a los 12 s.
SEGUNDOS_DE_RENOVACION = 4.0
# Por muchos avisos que lleguen, no más de seis vueltas por segundo.
PAUSA_MINIMA = 0.15
# Cada cuánto se leen las sesiones y quién está en un Recreo, y se renueva a quien no le corre el reloj.
REPASO = 10.0
# Cada cuánto se mira qué se juega: un marcador cambia al acabar una mano, no por jugada (D476).
SEGUNDOS_DE_VIDA = 3.0
# La actividad de otra pestaña puede venir de otro proceso: no se cierra una sesión al ras.
MARGEN = timedelta(seconds=3)
en_hilo = Hilos("sala", 2)


class Espectador(Protocol):
    """Una página abierta."""

    cuenta: int
    sesion: str

    async def mirar_cambio(self, estado: EstadoSala, comunes: Comunes) -> None:
        """Mandar lo que cambió para esta persona."""


class VivoDeLaSala:
    """La Sala de este proceso, mientras alguien la mire."""

    def __init__(self) -> None:
        self.presentes = Presentes()
        self._espectadores: set[Espectador] = set()
        self._despierta = asyncio.Event()
        self._vuelta: asyncio.Task[None] | None = None
        self._ultimo: tuple[EstadoSala, Comunes] | None = None
        self._renovada = float("-inf")
        self._guardados: set[int] = set()
        self.repaso, self._repasado = Repaso(), float("-inf")
        self._vida, self._vida_leida = Vida(), float("-inf")

    # --- quién mira ---------------------------------------------------------------------------------------------------
    def entrar(self, uno: Espectador) -> None:
        """Alguien abrió la página."""
        lazo = asyncio.get_running_loop()
        self._espectadores.add(uno)
        self.presentes.entrar(uno.cuenta, uno, lazo.time())
        if self._vuelta is None or self._vuelta.done():
            self._despierta = asyncio.Event()
            self._vuelta = lazo.create_task(self._dar_vueltas())
        self._despierta.set()

    def sobrantes(self, cuenta: int) -> list[Any]:
        """Las páginas de esa cuenta que se van para que quepa otra."""
        return self.presentes.sobrantes(cuenta)

    def salir(self, uno: Espectador) -> None:
        """La cerró."""
        self._espectadores.discard(uno)
        self.presentes.salir(uno.cuenta, uno, asyncio.get_running_loop().time())

    def actuar(self, cuenta: int) -> None:
        """La persona hizo algo."""
        self.presentes.actuar(cuenta, timezone.now())

    def cierra(self, uno: Espectador, hizo: datetime) -> datetime | None:
        """Cuándo se cierra esa sesión por inactividad; None si todavía no hay que avisarle, o aún no se sabe."""
        plazos = Plazos(timedelta(seconds=settings.SEGUNDOS_SIN_ACTIVIDAD), timedelta(seconds=aviso_desde()))
        vence = self.presentes.plazo(uno.sesion, uno.cuenta, hizo, timezone.now(), plazos)
        if vence is not None and not self.repaso.sabe(uno.sesion):
            # acaba de llegar y quizá está en un Recreo: se mira en la vuelta que sigue
            self._repasado = float("-inf")
            return None
        return vence

    @staticmethod
    def instante() -> float:
        """El reloj del lazo, en segundos."""
        return asyncio.get_running_loop().time()

    async def estado(self) -> tuple[EstadoSala, Comunes]:
        """Lo último leído; si no hay nada, lo lee."""
        if self._ultimo is None:
            self._ultimo = await self._leer()
        return self._ultimo

    # --- la vuelta ----------------------------------------------------------------------------------------------------
    async def _dar_vueltas(self) -> None:
        oyente = Oyente(difusion.GRUPO, self._oir, registro)
        try:
            while self._espectadores or not self.presentes.vacio:
                # falle lo que falle, hay otra vuelta: sin ella la Sala se queda como estaba para todos
                (falla,) = await asyncio.gather(self._esperar_y_dar_una(), return_exceptions=True)
                if isinstance(falla, Exception):
                    registro.error("Falló una vuelta de la Sala", exc_info=falla)
                if oyente.reponer():  # lo que se perdió lo recoge la vuelta que sigue
                    self._despierta.set()
                await asyncio.sleep(PAUSA_MINIMA if falla is None else SEGUNDOS_DE_VUELTA)
        finally:
            oyente.callar()
            self._ultimo = None

    async def _esperar_y_dar_una(self) -> None:
        await self._esperar()
        await self._una_vuelta()

    async def _esperar(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._despierta.wait(), self._hasta_el_vencimiento())
        self._despierta.clear()

    def _hasta_el_vencimiento(self) -> float:
        """Una vuelta, o menos si vence antes una invitación de alguien de aquí."""
        if self._ultimo is None:
            return SEGUNDOS_DE_VUELTA
        plazos = [m.invita_hasta for m in self._ultimo[0].mesas.values() if m.estado == Mesa.Estado.INVITANDO]
        faltan = [(p - timezone.now()).total_seconds() for p in plazos if p is not None]
        return max(0.05, min([SEGUNDOS_DE_VUELTA, *faltan]))

    async def _una_vuelta(self) -> None:
        try:
            await self._guardar()
            self._ultimo = await self._leer()
            await self._repasar()
        except (DatabaseError, InterfaceError):  # la base pudo caerse: se registra y se vuelve a intentar
            registro.exception("La Sala no pudo leer o guardar")
            return
        self._no_correr(self._ultimo[0])
        await self._repartir(*self._ultimo)

    async def _repasar(self) -> None:
        """Todas las sesiones de aquí en una pregunta: cada pestaña por su cuenta, tras reconectarse mil, eran mil.

        En cada vuelta, sólo cuáles faltan: quien salió en otra pestaña deja de oír en menos de 2 s (D234).
        """
        if self.instante() - self._repasado < REPASO:
            self.repaso = await en_hilo(quitar_cerradas, {uno.sesion for uno in self._espectadores}, self.repaso)
            return
        self.repaso = await en_hilo(repasar, {(uno.sesion, uno.cuenta) for uno in self._espectadores}, self.repaso)
        self._repasado = self.instante()

    def _no_correr(self, estado: EstadoSala) -> None:
        """EL1: mientras juega, espera a un ausente o está en un Recreo, su última actividad es la de ahora."""
        viejas = estado.ahora - timedelta(seconds=REPASO)
        for cuenta in {uno.cuenta for uno in self._espectadores}:
            hizo = estado.actividad.get(cuenta)
            if hizo is not None and hizo < viejas and (estado.juega(cuenta) or cuenta in self.repaso.exentas):
                self.presentes.no_correr(cuenta, estado.ahora)

    async def _guardar(self) -> None:
        """La presencia de todos los de aquí, en una transacción; y lo que venció."""
        lazo = asyncio.get_running_loop()
        estan = self.presentes.ahora(lazo.time())
        if self._hay_vencidas():
            await en_hilo(armado.mesas_vencer, timezone.now())
        toca = lazo.time() - self._renovada >= SEGUNDOS_DE_RENOVACION
        if estan == self._guardados and not toca and not self.presentes.con_actividad:
            return
        actividad = self.presentes.tomar_actividad()
        try:
            await en_hilo(
                servicios.presencias_guardar,
                proceso=self.presentes.proceso,
                presentes={c: actividad.get(c) for c in estan},
                ahora=timezone.now(),
            )
        except (DatabaseError, InterfaceError):
            self.presentes.devolver_actividad(actividad)
            raise
        self._guardados, self._renovada = estan, lazo.time()

    def _hay_vencidas(self) -> bool:
        if self._ultimo is None:
            return False
        ahora = timezone.now()
        invitando = (m for m in self._ultimo[0].mesas.values() if m.estado == Mesa.Estado.INVITANDO)
        return any(m.invita_hasta is not None and m.invita_hasta <= ahora for m in invitando)

    async def _leer(self) -> tuple[EstadoSala, Comunes]:
        aqui = {uno.cuenta for uno in self._espectadores}
        antes = self._ultimo[1] if self._ultimo else None
        if self.instante() - self._vida_leida >= SEGUNDOS_DE_VIDA:
            self._vida = await en_hilo(vida_de_la_sala, timezone.now())
            self._vida_leida = self.instante()
        return await en_hilo(_leer_y_pintar, timezone.now(), aqui, antes, self._vida)

    async def _repartir(self, estado: EstadoSala, pintado: Comunes) -> None:
        """A todos a la vez: una página que no recibe no detiene a las otras."""
        pendientes = [uno.mirar_cambio(estado, pintado) for uno in tuple(self._espectadores)]
        await repartir(pendientes, SEGUNDOS_DE_VUELTA, registro, "No se pudo poner al día una página de la Sala")

    def _oir(self, _aviso: dict[str, Any]) -> None:
        """Cualquier aviso, de cualquier proceso, pide otra vuelta."""
        self._despierta.set()


def _leer_y_pintar(ahora: datetime, aqui: set[int], antes: Comunes | None, vida: Vida) -> tuple[EstadoSala, Comunes]:
    estado = estado_de_sala(ahora, aqui)
    return estado, comunes(estado, antes, vida)


vivo = VivoDeLaSala()
