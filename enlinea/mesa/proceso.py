"""Lo que un proceso sabe: sus mesas vivas, quién está conectado y el escritor del diario.

Cualquier proceso puede atender cualquier mesa: si no la tiene, la pliega del diario. Nadie es dueño de nada.

Aquí sólo se arman las piezas, cada una con lo que usa de las otras, y se paran en su orden. Ninguna conoce a `Proceso`:
van de abajo arriba, y la que necesita a otra dice en un protocolo, junto a ella, qué le pide.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from uuid import uuid4

from django.conf import settings

from enlinea.diario import diario
from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.lotes import EscritorDeLotes
from enlinea.mesa.avisos import Avisos, Escucha
from enlinea.mesa.carga import CargaDeMesas
from enlinea.mesa.charla import Charla
from enlinea.mesa.cierre import Cierre
from enlinea.mesa.entorno import EntornoDeMesas
from enlinea.mesa.hilos import Cuentas, conservar_conexiones, reposar_hilos
from enlinea.mesa.huellas import Huellas
from enlinea.mesa.lectura import Lecturas
from enlinea.mesa.llamada import Llamada
from enlinea.mesa.marcadores import Marcadores
from enlinea.mesa.mirar.mirones import Mirones
from enlinea.mesa.otros import OtrosProcesos
from enlinea.mesa.pensador import Pensador
from enlinea.mesa.plazos import Relojero
from enlinea.mesa.preguntas import Preguntas
from enlinea.mesa.presencia import Presencia
from enlinea.mesa.proyector import Proyector
from enlinea.mesa.pulso import Pulso
from enlinea.mesa.ronda import Ronda
from enlinea.mesa.tareas import Tareas
from enlinea.mesa.tarjetas_a_la_vista import TarjetasALaVista
from enlinea.mesa.viva import MesaViva
from reglas.mesa.relojes import PLAZOS, Plazos
from suscripciones import consultas as cuentas

registro = logging.getLogger(__name__)
REPOSO = 5.0
"""Segundos que se le dan a lo empezado cuando el servidor se para."""


class Proceso:
    """Las mesas de este proceso. Vive en UN lazo de asyncio; con otro lazo, otro proceso."""

    def __init__(self, abrir: Callable[[], diario.Base] = diario.abrir) -> None:
        self.id = uuid4()
        self.lazo = asyncio.get_running_loop()
        self.vivas: dict[int, MesaViva] = {}
        self.datos: dict[int, DatosDeMesa] = {}
        conservar_conexiones()
        self._escritor = EscritorDeLotes(abrir, self.lazo, diario.a_la_vez())
        self.tareas, self.pulso = Tareas(), Pulso()
        self.avisos = Avisos(self.id)
        self.otros = OtrosProcesos(self.id, self.avisos, self.tareas)
        self.huellas, self.proyector = Huellas(self.tareas), Proyector(self.tareas)
        self.pensador, self.lecturas = Pensador(settings.ENLINEA_PENSADORES), Lecturas()
        self.vigencia, self.suspension = Cuentas(cuentas.pueden_organizar), Cuentas(cuentas.suspendidas)
        self.tarjetas = TarjetasALaVista(self.vivas, self.datos)
        self.charla = Charla(self.datos, avisos=self.avisos, tareas=self.tareas)
        plazos = PLAZOS._replace(**settings.ENLINEA_PLAZOS)
        self.presencia = Presencia(self.vivas, self.datos, plazos=plazos, otros=self.otros, tareas=self.tareas)
        self.mirones, self.marcadores = Mirones(self.vivas, self.avisos), Marcadores(self.vivas, self.datos)
        self._armar_las_mesas(plazos)
        self._empezar_lo_de_siempre(abrir)

    def _armar_las_mesas(self, plazos: Plazos) -> None:
        self.relojero = Relojero(
            self.vivas,
            self.datos,
            plazos=plazos,
            tareas=self.tareas,
            pensador=self.pensador,
            pulso=self.pulso,
            presencia=self.presencia,
        )
        self.entorno = EntornoDeMesas(
            plazos=plazos,
            escritor=self._escritor,
            tareas=self.tareas,
            lecturas=self.lecturas,
            relojero=self.relojero,
            avisos=self.avisos,
            cierre=Cierre(self.proyector, self.tareas),
            otros=self.otros,
            mirones=self.mirones,
            llamada=Llamada(self.datos, self.tareas),
        )
        self.carga = CargaDeMesas(
            self.vivas,
            self.datos,
            entorno=self.entorno,
            tareas=self.tareas,
            lecturas=self.lecturas,
            otros=self.otros,
            relojero=self.relojero,
            presencia=self.presencia,
            pensador=self.pensador,
            recuerdos=(self.relojero, self.presencia, self.charla, self.mirones, self.marcadores),
        )

    def _empezar_lo_de_siempre(self, abrir: Callable[[], diario.Base]) -> None:
        self.ronda = Ronda(
            self.vivas,
            self.datos,
            pulso=self.pulso,
            preguntas=Preguntas(abrir),
            presencia=self.presencia,
            otros=self.otros,
            tarjetas=self.tarjetas,
            relectura=self.entorno,
            mesas=self.carga,
        )
        escucha = Escucha(self.avisos, self.vivas, charla=self.charla, relectura=self.entorno, mirones=self.mirones)
        for corrutina in (self.ronda.correr, escucha.correr, self.mirones.correr, self.marcadores.correr):
            self.tareas.para_siempre(corrutina)

    def viva(self, id_de_mesa: int) -> Awaitable[MesaViva]:
        """La mesa; levanta `Mesa.DoesNotExist` si no la hay o aún no empieza."""
        return self.carga.viva(id_de_mesa)

    async def reposar(self, segundos: float = REPOSO) -> None:
        """Deja de hacer rondas y acaba lo empezado: el diario, lo que sigue a lo confirmado y los hilos de la base.

        La historia que no alcance la recoge el barrido; lo que el diario no alcance, nadie lo dio por hecho.
        """
        hasta = self.lazo.time() + segundos
        self.relojero.parar()
        self.huellas.parar()
        self.tareas.cancelar_las_de_siempre()
        # aparte: lo confirmado se avisa en el lazo, y de ahí sale lo que sigue
        if not await asyncio.to_thread(self._escritor.parar, segundos / 2):
            registro.error("La base no contesta: el diario terminó con órdenes sin confirmar, que nadie dio por hechas")
        self.proyector.apurar()
        await self.tareas.acabar(hasta)
        await reposar_hilos(max(hasta - self.lazo.time(), REPOSO / 5))

    def parar(self, segundos: float = REPOSO) -> None:
        """Confirma lo que falte y suelta el diario y los procesos ayudantes."""
        self.relojero.parar()
        self.huellas.parar()
        self.tareas.cancelar()
        self.ronda.parar()
        self.proyector.parar()
        self.pensador.parar()
        self._escritor.parar(segundos)


_por_lazo: dict[asyncio.AbstractEventLoop, Proceso] = {}


def proceso() -> Proceso:
    """El de este lazo; nace con la primera mesa."""
    lazo = asyncio.get_running_loop()
    if lazo not in _por_lazo:
        for muerto in [otro for otro in _por_lazo if otro.is_closed()]:
            _por_lazo.pop(muerto).parar()
        _por_lazo[lazo] = Proceso()
    return _por_lazo[lazo]


def vivas() -> int:
    """Cuántas mesas hay en la memoria de este proceso de sistema; desde cualquier hilo."""
    return sum(len(actual.vivas) for actual in tuple(_por_lazo.values()))


async def soltar() -> None:
    """Termina el proceso de este lazo, si lo hay, sin dejar nada a medias. Al pararse el servidor (`EnlineaConfig`)."""
    actual = _por_lazo.pop(asyncio.get_running_loop(), None)
    if actual is not None:
        await actual.reposar()
        actual.parar(0.0)
