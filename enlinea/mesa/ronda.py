"""Cada segundo, lo que un proceso revisa con la base: late, relee versiones, declara ausentes, saca a quien no debe y
pone al día las tarjetas junto a los nombres.

Un aviso perdido entre procesos no dura más de un segundo: aquí se nota que una mesa va más adelante.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Protocol

from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.diario import ErrorDeBase
from enlinea.diario.procesos import Rastro
from enlinea.mesa.expulsiones import anular_las_de, sacar
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.preguntas import SESIONES_CADA, Desconocidos, Hallado, Preguntas, Presentes
from enlinea.mesa.pulso import PARADO, Pulso
from enlinea.mesa.viva import MesaViva
from reglas.mesa.tipos import Fase

registro = logging.getLogger(__name__)

CADA = 1.0
A_SOLAS_CADA = 5
"""Rondas entre dos vistazos a si otro proceso se adelantó, cuando no hay otros: de cada ronda eran la tercera parte."""
HORA_CADA = 10
OLVIDO = 60.0
"""Segundos que se recuerda una mesa cerrada sin nadie."""
TROZO = 0.000_25
"""Segundos de ronda seguidos antes de dejar pasar a las jugadas: con un milisegundo, se notaba en las más lentas."""
PARTE = 200
"""Mesas por las que se pregunta de una vez: mil juntas ocupaban a la base decenas de milisegundos, cada segundo, y ocho
de cada diez jugadas lentas eran de entonces.
"""
REPARTO = 0.6
"""Segundos en que se reparten las partes de una vuelta."""


class Ausencias(Protocol):
    """Quién está y quién no."""

    def falla_nuestra(self) -> bool:
        """Si cayeron tantos a la vez que la falla es de la casa."""

    def disculpar(self, segundos: float) -> None:
        """Este proceso estuvo parado: en ese rato nadie pudo latir ni volver."""

    def devolver_a_todos(self, perdido: int) -> None:
        """Este proceso o su base estuvieron caídos tantos ms."""

    def desconocidos_de(self, mesa: MesaViva) -> Desconocidos:
        """De quién no sabe nada este proceso."""

    def faltaba(self, mesa: MesaViva, persona: int, rastro: Rastro | None) -> None:
        """Lo que se supo de un desconocido."""

    def perdidos_de(self, mesa: MesaViva, nuestra: bool) -> list[tuple[int, bool]]:
        """A quién hay que declarar ausente ya: (persona, si la falla es nuestra)."""

    def ausentar(self, mesa: MesaViva, persona: int, nuestra: bool) -> None:
        """Lo declara ausente."""

    def esta_en_otro(self, mesa: MesaViva, persona: int) -> None:
        """Se fue de aquí a otro proceso."""


class Otros(Protocol):
    """Los demás procesos."""

    @property
    def solo(self) -> bool:
        """Si no los hay."""

    async def rastros(self, pares: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Rastro]:
        """Lo que otro dejó de cada (mesa, cuenta)."""

    def latir(self) -> None:
        """En un hilo: dice que este proceso vive."""


class Tarjetas(Protocol):
    """Las que van junto a cada nombre."""

    async def al_dia(self) -> None:
        """Le dice a cada mesa lo que cambió."""


class QuienRelee(Protocol):
    """Quien pone al día las mesas."""

    def releer(self, mesa: MesaViva) -> None:
        """Otro proceso confirmó algo en ella."""


class QuienOlvida(Protocol):
    """Quien tiene las mesas."""

    def olvidar(self, id_de_mesa: int) -> None:
        """Suelta una."""


class Ronda:
    """La de un segundo de este proceso."""

    def __init__(
        self,
        vivas: Mapping[int, MesaViva],
        datos: Mapping[int, DatosDeMesa],
        *,
        pulso: Pulso,
        preguntas: Preguntas,
        presencia: Ausencias,
        otros: Otros,
        tarjetas: Tarjetas,
        relectura: QuienRelee,
        mesas: QuienOlvida,
    ) -> None:
        self._vivas, self._datos = vivas, datos
        self._pulso, self._preguntas = pulso, preguntas
        self._presencia, self._otros, self._tarjetas = presencia, otros, tarjetas
        self._relectura, self._mesas = relectura, mesas
        self._lazo = asyncio.get_running_loop()
        self._vuelta = 0
        self._solas: dict[int, float] = {}

    async def correr(self) -> None:
        """Para siempre; una falla de la base se anota y a la siguiente."""
        while True:
            empezo = self._lazo.time()
            try:
                await self._dar()
                self._latir()
            except ErrorDeBase:
                registro.exception("La ronda de las mesas no pudo con la base")
                self._preguntas.soltar()
            await asyncio.sleep(max(CADA - (self._lazo.time() - empezo), CADA / 4))

    def parar(self) -> None:
        """Suelta su conexión."""
        self._preguntas.soltar()

    def _latir(self) -> None:
        """Cierra la ronda; si se tardó demasiado, lo perdido se devuelve ANTES de que vuelva a vencer nada."""
        ahora = self._lazo.time()
        callado = self._pulso.callado(ahora)
        if callado > PARADO:
            self._presencia.devolver_a_todos(int(callado * 1000))
        self._pulso.latir(ahora)

    async def _dar(self) -> None:
        parado = self._pulso.callado(self._lazo.time()) - CADA
        if parado > PARADO:
            self._presencia.disculpar(parado)
        nuestra = self._presencia.falla_nuestra()
        fallas: list[Exception] = []
        async for parte in self._por_partes():
            try:
                await self._revisar(parte, nuestra)
            except ErrorDeBase as falla:
                # lo que no pregunta (cortar a quien no lee, quién calló) no se le quita a las demás partes
                self._preguntas.soltar()
                fallas.append(falla)
        if fallas:
            raise fallas[0]
        await en_hilo(self._latir_en_la_base)
        await self._tarjetas.al_dia()
        self._vuelta += 1

    def _latir_en_la_base(self) -> None:
        """En su hilo: dice que este proceso vive y, cada tanto, pone la hora."""
        self._otros.latir()
        if self._vuelta % HORA_CADA == 0:
            self._preguntas.poner_la_hora()

    async def _por_partes(self) -> AsyncIterator[list[MesaViva]]:
        """Las mesas vivas, de a `PARTE` y repartidas en la vuelta."""
        mesas = list(self._vivas.values())
        partes = [mesas[n : n + PARTE] for n in range(0, len(mesas), PARTE)]
        for numero, parte in enumerate(partes):
            if numero:
                await asyncio.sleep(REPARTO / len(partes))
            yield parte

    async def _por_trozos(self, parte: Sequence[MesaViva]) -> AsyncIterator[MesaViva]:
        """Las que siguen vivas, dejando pasar a las jugadas a cada rato."""
        hora = self._lazo.time
        hasta = hora() + TROZO
        for mesa in parte:
            if hora() > hasta:
                await asyncio.sleep(0)
                hasta = hora() + TROZO
            if self._vivas.get(mesa.id) is mesa:
                yield mesa

    # --- unas mesas ---------------------------------------------------------------------------------------------------
    async def _revisar(self, parte: Sequence[MesaViva], nuestra: bool) -> None:
        """Lo de unas mesas: primero lo que se ve sin preguntar, y luego una sola vuelta a la base por todas."""
        presentes = Presentes(self._vuelta % SESIONES_CADA)
        async for mesa in self._por_trozos(parte):
            desconocidos = self._presencia.desconocidos_de(mesa)
            presentes.contar(mesa, self._datos[mesa.id].cuentas, desconocidos)
            self._cortar_lentos(mesa)
            self._olvidar_cerrada(mesa, self._lazo.time())
            for persona, culpa in self._presencia.perdidos_de(mesa, nuestra):
                if await self._nadie_mas(mesa, persona):
                    self._presencia.ausentar(mesa, persona, culpa)
                else:
                    self._presencia.esta_en_otro(mesa, persona)
        if not presentes.sabidos:
            return
        hallado = await en_hilo(self._preguntar, presentes)
        self._releer_atrasadas(hallado.adelantadas)
        await self._buscar(presentes.desconocidos)
        if hallado.suspendidos:
            anular_las_de(hallado.suspendidos, self._vivas, self._datos)
            await sacar(hallado.suspendidos, presentes.conexiones)
        for conexion in presentes.les_toca if hallado.sesiones_cerradas else []:
            if conexion.sesion in hallado.sesiones_cerradas:
                conexion.salida.despedir("sin_sesion")

    def _preguntar(self, presentes: Presentes) -> Hallado:
        """En su hilo."""
        mira = not self._otros.solo or self._vuelta % A_SOLAS_CADA == 0
        return self._preguntas.de(presentes, mira)

    def _releer_atrasadas(self, adelantadas: Mapping[int, int]) -> None:
        for id_de_mesa, num in adelantadas.items():
            atrasada = self._vivas.get(id_de_mesa)
            if atrasada is not None and num > atrasada.estado.num and not atrasada.ocupada:
                self._relectura.releer(atrasada)

    async def _nadie_mas(self, mesa: MesaViva, persona: int) -> bool:
        """Si ningún otro proceso vivo tiene a esa persona en esa mesa."""
        if self._otros.solo:
            return True
        cuenta = self._datos[mesa.id].cuentas[persona]
        if cuenta is None:
            return False
        par = (mesa.id, cuenta)
        otros = await self._otros.rastros([par])
        return not (par in otros and otros[par].lo_tiene)

    async def _buscar(self, desconocidos: Desconocidos) -> None:
        """De quien este proceso no sabe nada: si nadie lo tiene, empieza su gracia."""
        if desconocidos:
            rastros = await self._otros.rastros(list(desconocidos))
            for par, (mesa, persona) in desconocidos.items():
                self._presencia.faltaba(mesa, persona, rastros.get(par))

    def _cortar_lentos(self, mesa: MesaViva) -> None:
        ahora = self._lazo.time()
        for conexion in mesa.conexiones:
            if conexion.salida.atorada(ahora):
                conexion.salida.cortar()

    def _olvidar_cerrada(self, mesa: MesaViva, ahora: float) -> None:
        """Una mesa cerrada y sin nadie se suelta al rato."""
        if mesa.conexiones or mesa.estado.fase is not Fase.CERRADA:
            self._solas.pop(mesa.id, None)
        elif ahora - self._solas.setdefault(mesa.id, ahora) > OLVIDO:
            self._solas.pop(mesa.id, None)
            self._mesas.olvidar(mesa.id)
