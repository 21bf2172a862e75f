"""Cada segundo, lo que un proceso revisa con la base: late, relee versiones, declara ausentes, saca a quien no debe y
pone al día las tarjetas junto a los nombres.

Un aviso perdido entre procesos no dura más de un segundo: aquí se nota que una mesa va más adelante.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from django.contrib.sessions.models import Session
from django.utils import timezone

from config.base.consulta_armada import Armada
from enlinea.acceso.servicios.sesiones import sesion_suspender
from enlinea.diario import procesos
from enlinea.diario.diario import Base, ErrorDeBase
from enlinea.diario.hora import hora
from enlinea.mesa.conexion import Conexion
from enlinea.mesa.viva import MesaViva
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


class Pulso:
    """La ronda de un segundo de este proceso."""

    def __init__(self, proceso: "Proceso") -> None:
        self._proceso = proceso
        self._base: Base | None = None
        self._vuelta = 0
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
        fallas: list[Exception] = []
        async for parte in self._por_partes():
            try:
                await self._revisar(parte, nuestra)
            except ErrorDeBase as falla:
                # lo que no pregunta (cortar a quien no lee, quién calló) no se le quita a las demás partes
                self._soltar()
                fallas.append(falla)
        if fallas:
            raise fallas[0]
        await p.en_hilo(self._latir_en_la_base)
        await p.naipes.al_dia()
        self._vuelta += 1

    async def _por_partes(self) -> AsyncIterator[list[MesaViva]]:
        """Las mesas vivas, de a `PARTE` y repartidas en la vuelta."""
        mesas = list(self._proceso.vivas.values())
        partes = [mesas[n : n + PARTE] for n in range(0, len(mesas), PARTE)]
        for numero, parte in enumerate(partes):
            if numero:
                await asyncio.sleep(REPARTO / len(partes))
            yield parte

    async def _revisar(self, parte: Sequence[MesaViva], nuestra: bool) -> None:
        """Lo de unas mesas: primero lo que se ve sin preguntar, y luego una sola vuelta a la base por todas."""
        p = self._proceso
        presentes = Presentes(self._vuelta % SESIONES_CADA)
        async for mesa in self._por_trozos(parte):
            presentes.contar(mesa, p.fichas[mesa.id].cuentas, p.presencia.desconocidos_de(mesa))
            self._cortar_lentos(mesa)
            self._olvidar_cerrada(mesa, p.lazo.time())
            for persona, culpa in p.presencia.perdidos_de(mesa, nuestra):
                if await self._nadie_mas(mesa, persona):
                    p.presencia.ausentar(mesa, persona, culpa)
                else:
                    p.presencia.esta_en_otro(mesa, persona)
        if not presentes.sabidos:
            return
        hallado = await p.en_hilo(self._preguntar, presentes)
        for id_de_mesa, num in hallado.adelantadas.items():
            atrasada = p.vivas.get(id_de_mesa)
            if atrasada is not None and num > atrasada.estado.num and not atrasada.ocupada:
                p.releer(atrasada)
        await self._buscar(presentes.desconocidos)
        if hallado.suspendidos:
            await self._sacar_suspendidos(presentes.conexiones, hallado.suspendidos)
        for conexion in presentes.les_toca if hallado.sesiones_cerradas else []:
            if conexion.sesion in hallado.sesiones_cerradas:
                conexion.salida.despedir("sin_sesion")

    async def _por_trozos(self, parte: Sequence[MesaViva]) -> AsyncIterator[MesaViva]:
        """Las que siguen vivas, dejando pasar a las jugadas a cada rato."""
        hora = self._proceso.lazo.time
        hasta = hora() + TROZO
        for mesa in parte:
            if hora() > hasta:
                await asyncio.sleep(0)
                hasta = hora() + TROZO
            if self._proceso.vivas.get(mesa.id) is mesa:
                yield mesa

    def _latir_en_la_base(self) -> None:
        """En su hilo: dice que este proceso vive y, cada tanto, pone la hora."""
        procesos.latir(self._proceso.id, self._proceso.ahora())
        if self._vuelta % HORA_CADA == 0:
            base = self._abierta()
            antes = time.monotonic_ns()
            de_la_base = base.hora()
            if de_la_base is not None:
                hora.ajustar(de_la_base, time.monotonic_ns() - antes)

    def _preguntar(self, presentes: "Presentes") -> "Hallado":
        """En su hilo: qué mesas van más allá de lo que se les sabe, a quién se suspendió y qué sesiones se cerraron."""
        mira = not self._proceso.solo or self._vuelta % A_SOLAS_CADA == 0
        return Hallado(
            self._abierta().adelantadas(presentes.sabidos) if mira else {},
            cuentas.suspendidas(presentes.cuentas, timezone.now()) if presentes.cuentas else set(),
            _sesiones_cerradas({c.sesion for c in presentes.les_toca}) if presentes.les_toca else set(),
        )

    def _abierta(self) -> Base:
        if self._base is None:
            self._base = self._proceso.abrir()
        return self._base

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

    async def _sacar_suspendidos(self, conexiones: Iterable[Conexion], suspendidos: set[int]) -> None:
        """Al momento (SU3). También sus mesas sin nadie: a quien se suspende estando fuera no le toca azul por eso."""
        self._anular_las_de(suspendidos)
        fuera = [c for c in conexiones if c.cuenta in suspendidos]
        if fuera:
            # primero la sesión: al oír la despedida el navegador ya va a la entrada
            await self._proceso.en_hilo(_quitar_sesiones, {(c.sesion, c.cuenta) for c in fuera})
        for conexion in fuera:
            conexion.salida.despedir("suspendido")

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
    """Lo que se junta de unas mesas para preguntarlo de una vez."""

    def __init__(self, parte: int) -> None:
        self._parte = parte
        self.sabidos: dict[int, int] = {}
        """El `num` que se le sabe a cada mesa."""
        self.conexiones: list[Conexion] = []
        self.les_toca: list[Conexion] = []
        """A quiénes, en esta ronda, se les comprueba la sesión."""
        self.cuentas: set[int] = set()
        self.desconocidos: Desconocidos = {}

    def contar(self, mesa: MesaViva, cuentas: Iterable[int | None], desconocidos: Desconocidos) -> None:
        """Lo de una mesa."""
        self.sabidos[mesa.id] = mesa.estado.num
        self.conexiones.extend(mesa.conexiones)
        if mesa.id % SESIONES_CADA == self._parte:
            self.les_toca.extend(mesa.conexiones)
        self.cuentas.update(cuenta for cuenta in cuentas if cuenta is not None)
        if desconocidos:
            self.desconocidos.update(desconocidos)


class Hallado(NamedTuple):
    """Lo que la base contestó de unas mesas."""

    adelantadas: dict[int, int]
    suspendidos: set[int]
    sesiones_cerradas: set[str]


def _por_sancion(persona: int, estado: Mesa) -> ordenes.Anular:
    return ordenes.Anular(Motivo.SANCION, estado.ocupantes.index(persona))


def _quitar_sesiones(suyas: set[tuple[str, int]]) -> None:
    for clave, cuenta in suyas:
        sesion_suspender(clave, cuenta, timezone.now())


def _sesiones_cerradas(llaves: set[str]) -> set[str]:
    return llaves - {llave for (llave,) in _abiertas(llaves, timezone.now())}


_abiertas = Armada(
    lambda llaves, ahora: Session.objects.filter(session_key__in=llaves, expire_date__gt=ahora).values_list("pk"),
    "text",
    None,
)
