"""Cada segundo, lo que un proceso revisa con la base: late, relee versiones, declara ausentes, saca a quien no debe y
pone al día las tarjetas junto a los nombres.

Un aviso perdido entre procesos no dura más de un segundo: aquí se nota que una mesa va más adelante.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from django.contrib.sessions.models import Session
from django.utils import timezone

from config.en_lista import en_lista
from enlinea import procesos
from enlinea.mesa.conexion import Conexion
from enlinea.mesa.diario import Base, ErrorDeBase
from enlinea.mesa.hora import hora
from enlinea.mesa.viva import MesaViva
from enlinea.servicios.suspensiones import sesion_suspender
from reglas.mesa import ordenes
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase, Motivo
from suscripciones import consultas as cuentas

if TYPE_CHECKING:
    from enlinea.mesa.proceso import Proceso

registro = logging.getLogger(__name__)
Desconocidos: TypeAlias = dict[tuple[int, int], tuple[MesaViva, int]]

CADA = 1.0
PARADO = 3.0
SESIONES_CADA = 5
HORA_CADA = 10
OLVIDO = 60.0
"""Segundos que se recuerda una mesa cerrada sin nadie."""
TROZO = 0.000_25
"""Segundos de ronda seguidos antes de dejar pasar a las jugadas: con un milisegundo, se notaba en las más lentas."""
REPARTO = 0.5
"""Segundos en que se reparte la vuelta por las mesas: de corrido, cada segundo una ráfaga las frenaba a todas."""


class Pulso:
    """La ronda de un segundo de este proceso."""

    def __init__(self, proceso: "Proceso") -> None:
        self._proceso = proceso
        self._base: Base | None = None
        self._vuelta = 0
        self._trozos = 1
        """Los que hicieron falta en la vuelta anterior."""
        self._solas: dict[int, float] = {}
        self._ultimo = proceso.lazo.time()

    def late(self) -> bool:
        """Si este proceso y su base están bien: sin eso no vence ningún plazo que castigue."""
        return self._proceso.lazo.time() - self._ultimo < PARADO

    def _latir(self) -> None:
        """Cierra la ronda; si se tardó demasiado, lo perdido se devuelve ANTES de que vuelva a vencer nada."""
        ahora = self._proceso.lazo.time()
        if ahora - self._ultimo > PARADO:
            self._proceso.presencia.devolver_a_todos(int((ahora - self._ultimo) * 1000))
        self._ultimo = ahora

    async def correr(self) -> None:
        """Para siempre; una falla de la base se anota y a la siguiente."""
        while True:
            empezo = self._proceso.lazo.time()
            try:
                await self._ronda()
                self._latir()
            except ErrorDeBase:
                registro.exception("La ronda de las mesas no pudo con la base")
                self._soltar()
            await asyncio.sleep(max(CADA - (self._proceso.lazo.time() - empezo), CADA / 4))

    def parar(self) -> None:
        """Suelta su conexión."""
        self._soltar()

    async def _ronda(self) -> None:
        p = self._proceso
        parado = p.lazo.time() - self._ultimo - CADA
        if parado > PARADO:
            p.presencia.disculpar(parado)
        nuestra = p.presencia.falla_nuestra()
        presentes = Presentes(self._vuelta % SESIONES_CADA)
        async for mesa in self._por_trozos():
            presentes.contar(mesa, p.fichas[mesa.id].cuentas, p.presencia.desconocidos_de(mesa))
            self._cortar_lentos(mesa)
            self._olvidar_cerrada(mesa, p.lazo.time())
            for persona, culpa in p.presencia.perdidos_de(mesa, nuestra):
                if await self._nadie_mas(mesa, persona):
                    p.presencia.ausentar(mesa, persona, culpa)
                else:
                    p.presencia.esta_en_otro(mesa, persona)
        sabidos = {mesa.id: mesa.estado.num for mesa in p.vivas.values()}
        for id_de_mesa, num in (await p.en_hilo(self._leer_base, sabidos)).items():
            atrasada = p.vivas.get(id_de_mesa)
            if atrasada is not None and num > atrasada.estado.num and not atrasada.ocupada:
                p.releer(atrasada)
        await self._buscar(presentes.desconocidos)
        await self._sacar_a_quien_no_debe(presentes)
        await p.naipes.al_dia()
        self._vuelta += 1

    async def _por_trozos(self) -> AsyncIterator[MesaViva]:
        """Las mesas vivas, de a pocas y repartidas: la ronda no es una pausa para quien está jugando."""
        hora = self._proceso.lazo.time
        pausa = REPARTO / self._trozos if self._trozos > 1 else 0.0
        trozos = 1
        hasta = hora() + TROZO
        for mesa in list(self._proceso.vivas.values()):
            if hora() > hasta:
                trozos += 1
                await asyncio.sleep(pausa)
                hasta = hora() + TROZO
            if self._proceso.vivas.get(mesa.id) is mesa:
                yield mesa
        self._trozos = trozos

    def _leer_base(self, sabidos: dict[int, int]) -> dict[int, int]:
        """En su hilo: late, pone la hora y dice qué mesas van más allá de lo que se les sabe."""
        procesos.latir(self._proceso.id, self._proceso.ahora())
        if self._base is None:
            self._base = self._proceso.abrir()
        if self._vuelta % HORA_CADA == 0:
            antes = time.monotonic_ns()
            de_la_base = self._base.hora()
            if de_la_base is not None:
                hora.ajustar(de_la_base, time.monotonic_ns() - antes)
        return self._base.adelantadas(sabidos) if sabidos else {}

    def _soltar(self) -> None:
        if self._base is not None:
            try:
                self._base.cerrar()
            except ErrorDeBase:
                registro.info("La conexión de la ronda ya estaba rota")
        self._base = None

    async def _nadie_mas(self, mesa: MesaViva, persona: int) -> bool:
        """Si ningún otro proceso vivo tiene a esa persona en esa mesa."""
        if self._proceso.solo:
            return True
        cuenta = self._proceso.fichas[mesa.id].cuentas[persona]
        if cuenta is None:
            return False
        par = (mesa.id, cuenta)
        otros = await self._proceso.en_hilo(procesos.en_otro, [par], self._proceso.id, self._proceso.ahora())
        return not (par in otros and otros[par].lo_tiene)

    async def _buscar(self, desconocidos: Desconocidos) -> None:
        """De quien este proceso no sabe nada: si nadie lo tiene, empieza su gracia."""
        p = self._proceso
        if desconocidos:
            rastros = await p.en_hilo(procesos.en_otro, list(desconocidos), p.id, p.ahora())
            for par, (mesa, persona) in desconocidos.items():
                p.presencia.faltaba(mesa, persona, rastros.get(par))

    def _cortar_lentos(self, mesa: MesaViva) -> None:
        ahora = self._proceso.lazo.time()
        for conexion in mesa.conexiones:
            if conexion.salida.atorada(ahora):
                conexion.salida.cortar()

    async def _sacar_a_quien_no_debe(self, presentes: "Presentes") -> None:
        """Suspendidos al momento (SU3); sesiones cerradas, cada pocos segundos: en cada ronda, las de una parte."""
        p = self._proceso
        # también las mesas sin nadie: a quien se suspende estando fuera no le toca azul por no volver
        sentados = {cuenta for cuenta in presentes.cuentas if cuenta is not None}
        if not sentados:
            return
        suspendidos = await p.en_hilo(cuentas.suspendidas, sentados, timezone.now())
        if suspendidos:
            self._anular_las_de(suspendidos)
        fuera = [c for c in presentes.conexiones if c.cuenta in suspendidos] if suspendidos else []
        if fuera:
            # primero la sesión: al oír la despedida el navegador ya va a la entrada
            await p.en_hilo(_quitar_sesiones, {(c.sesion, c.cuenta) for c in fuera})
        for conexion in fuera:
            conexion.salida.despedir("suspendido")
        if not presentes.les_toca:
            return
        cerradas = await p.en_hilo(_sesiones_cerradas, {c.sesion for c in presentes.les_toca})
        for conexion in presentes.les_toca if cerradas else []:
            if conexion.sesion in cerradas:
                conexion.salida.despedir("sin_sesion")

    def _anular_las_de(self, suspendidos: set[int]) -> None:
        """Su partida queda no finalizada y sin azul, y los demás vuelven a la Sala (SU3, SA3)."""
        p = self._proceso
        for mesa in list(p.vivas.values()):
            for persona, cuenta in enumerate(p.fichas[mesa.id].cuentas):
                if cuenta in suspendidos and mesa.estado.fase is not Fase.CERRADA:
                    p.de_la_casa(mesa, partial(_por_sancion, persona), f"sancion:{persona}")

    def _olvidar_cerrada(self, mesa: MesaViva, ahora: float) -> None:
        """Una mesa cerrada y sin nadie se suelta al rato."""
        if mesa.conexiones or mesa.estado.fase is not Fase.CERRADA:
            self._solas.pop(mesa.id, None)
        elif ahora - self._solas.setdefault(mesa.id, ahora) > OLVIDO:
            self._solas.pop(mesa.id, None)
            self._proceso.olvidar(mesa.id)


class Presentes:
    """Lo que se junta en la vuelta por las mesas para preguntarlo de una vez."""

    def __init__(self, parte: int) -> None:
        self._parte = parte
        self.conexiones: list[Conexion] = []
        self.les_toca: list[Conexion] = []
        """A quiénes, en esta ronda, se les comprueba la sesión."""
        self.cuentas: set[int | None] = set()
        self.desconocidos: Desconocidos = {}

    def contar(self, mesa: MesaViva, cuentas: Iterable[int | None], desconocidos: Desconocidos) -> None:
        """Lo de una mesa."""
        self.conexiones.extend(mesa.conexiones)
        if mesa.id % SESIONES_CADA == self._parte:
            self.les_toca.extend(mesa.conexiones)
        self.cuentas.update(cuentas)
        if desconocidos:
            self.desconocidos.update(desconocidos)


def _por_sancion(persona: int, estado: Mesa) -> ordenes.Anular:
    return ordenes.Anular(Motivo.SANCION, estado.ocupantes.index(persona))


def _quitar_sesiones(suyas: set[tuple[str, int]]) -> None:
    for clave, cuenta in suyas:
        sesion_suspender(clave, cuenta, timezone.now())


def _sesiones_cerradas(llaves: set[str]) -> set[str]:
    """Contarlas casi siempre basta: traer miles de llaves le quitaba el intérprete al lazo."""
    abiertas = Session.objects.filter(session_key__in=en_lista(llaves, "text"), expire_date__gt=timezone.now())
    if abiertas.count() == len(llaves):
        return set()
    return llaves - set(abiertas.values_list("session_key", flat=True))
