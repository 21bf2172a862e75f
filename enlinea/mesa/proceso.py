"""Lo que un proceso sabe: sus mesas vivas, quién está conectado y el escritor del diario.

Cualquier proceso puede atender cualquier mesa: si no la tiene, la pliega del diario. Nadie es dueño de nada.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, TypeVar
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from enlinea.diario import diario, procesos
from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.hora import hora
from enlinea.diario.lotes import Aviso, EscritorDeLotes
from enlinea.diario.renglon import Renglon
from enlinea.mesa import cierre
from enlinea.mesa.avisos import Avisos
from enlinea.mesa.charla import Charla
from enlinea.mesa.conexion import Conexion
from enlinea.mesa.hilos import Tanda, conservar_conexiones, en_hilo, reposar_hilos
from enlinea.mesa.huellas import Huellas
from enlinea.mesa.naipes import Naipes
from enlinea.mesa.pensador import Pensador
from enlinea.mesa.plazos import Relojero
from enlinea.mesa.presencia import Presencia
from enlinea.mesa.proyector import Proyector
from enlinea.mesa.pulso import Pulso
from enlinea.mesa.viva import Armar, MesaViva, Pedido
from enlinea.models import Mesa as FilaDeMesa
from reglas.mesa import ordenes
from reglas.mesa.estado import Mesa
from reglas.mesa.relojes import PLAZOS, Plazos
from reglas.mesa.tipos import Fase, Modo
from reglas.niveles import Nivel
from reglas.tipos import Meta
from suscripciones import consultas as cuentas

registro = logging.getLogger(__name__)
T = TypeVar("T")
REPOSO = 5.0
"""Segundos que se le dan a lo empezado cuando el servidor se para."""


class Proceso:
    """Las mesas de este proceso. Vive en UN lazo de asyncio; con otro lazo, otro proceso."""

    def __init__(self, abrir: Callable[[], diario.Base] = diario.abrir) -> None:
        self.id = uuid4()
        self.plazos: Plazos = PLAZOS._replace(**settings.ENLINEA_PLAZOS)
        self.lazo = asyncio.get_running_loop()
        self.vivas: dict[int, MesaViva] = {}
        self.fichas: dict[int, DatosDeMesa] = {}
        self.abrir = abrir
        conservar_conexiones()
        self._escritor = EscritorDeLotes(abrir, self.lazo, diario.a_la_vez())
        self._cargando: dict[int, asyncio.Future[MesaViva]] = {}
        self._tareas: set[asyncio.Future[Any]] = set()
        self._conexiones: dict[tuple[int, int], bool] = {}
        self._anotando: asyncio.Future[Any] | None = None
        self.relojero, self.presencia = Relojero(self), Presencia(self)
        self.charla, self.avisos, self.pulso = Charla(self), Avisos(self), Pulso(self)
        self.huellas, self.naipes = Huellas(self), Naipes(self)
        self.proyector, self.vigencia = Proyector(self), Tanda(cuentas.pueden_organizar)
        self.pensador = Pensador(settings.ENLINEA_PENSADORES)
        self._de_siempre: set[asyncio.Future[Any]] = set()
        for corrutina in (self.pulso.correr, self.avisos.escuchar):
            self._para_siempre(corrutina)

    @property
    def solo(self) -> bool:
        """Si no hay otros procesos: la capa en memoria no deja que los haya."""
        return not self.avisos.hay_otros

    async def en_hilo(self, funcion: Callable[..., T], *datos: Any) -> T:
        """Corre `funcion` (que usa la base) fuera del lazo."""
        return await en_hilo(funcion, *datos)

    # --- entorno de MesaViva ------------------------------------------------------------------------------------------
    def ahora(self) -> int:
        """La hora de la base, ms."""
        return hora.ahora()

    def anexar(self, renglon: Renglon, aviso: Aviso) -> None:
        """Al lote del diario."""
        self._escritor.anexar(renglon, aviso)

    def releer(self, mesa: MesaViva, pedido: Pedido | None = None) -> None:
        """Trae lo que otros confirmaron en la mesa y lo pliega."""
        self.tarea(self._releer(mesa, pedido))

    async def _releer(self, mesa: MesaViva, pedido: Pedido | None) -> None:
        try:
            renglones = await en_hilo(self._leer, mesa.id, mesa.estado.num)
        except diario.ErrorDeBase:
            registro.exception("No se pudo releer la mesa %d", mesa.id)
            if pedido is not None:
                mesa.al_no_poder(pedido)
            return
        self._plegar(mesa, renglones, pedido)

    async def poner_al_dia(self, mesa: MesaViva) -> None:
        """Lo que otros procesos confirmaron hasta ahora: quien vuelve de uno que murió antes de avisar ya lo vio.

        Levanta `ErrorDeBase` si no se pudo leer: a nadie se le sienta ante menos de lo que vio.
        """
        if not self.solo:
            self._plegar(mesa, await en_hilo(self._leer, mesa.id, mesa.estado.num))

    def _plegar(self, mesa: MesaViva, renglones: list[Renglon], pedido: Pedido | None = None) -> None:
        antes = mesa.estado
        mesa.al_releer(renglones, pedido)
        if mesa.estado is not antes:
            self.relojero.armar(mesa)
            cierre.al_cambiar(self, mesa, antes)

    def rearmar(self, mesa: MesaViva) -> None:
        """Su plazo sigue pendiente."""
        self.relojero.armar(mesa)

    def cambio(self, mesa: MesaViva, antes: Mesa) -> None:
        """Un renglón nuestro quedó confirmado y difundido aquí."""
        self.relojero.armar(mesa)
        self.avisos.cambio(mesa, antes)
        if mesa.estado.fase is not antes.fase:
            cierre.al_cambiar(self, mesa, antes)

    # --- mesas --------------------------------------------------------------------------------------------------------
    async def viva(self, id_de_mesa: int) -> MesaViva:
        """La mesa, plegándola del diario si este proceso no la tenía; una sola lectura aunque la pidan muchos."""
        viva = self.vivas.get(id_de_mesa)
        if viva is not None:
            return viva
        if id_de_mesa not in self._cargando:
            self._cargando[id_de_mesa] = self.tarea(self._cargar(id_de_mesa))
        return await asyncio.shield(self._cargando[id_de_mesa])

    async def _cargar(self, id_de_mesa: int) -> MesaViva:
        try:
            ficha, renglones = await en_hilo(self._leer_mesa, id_de_mesa)
            if not (renglones or ficha.lista):
                raise FilaDeMesa.DoesNotExist
            viva = MesaViva(id_de_mesa, Mesa(), self)
            viva.plegar(renglones)
            # antes de recordarla: si la base falla aquí, quien vuelva la carga entera y con sus plazos
            sola_desde = await self._sola_desde(viva)
            self.vivas[id_de_mesa], self.fichas[id_de_mesa] = viva, ficha
            if ficha.nivel is not Nivel.SIMPLE:
                self.pensador.calentar()
            if viva.estado.fase is Fase.SIN_ABRIR:
                self.pedir_abrir(viva)
            if sola_desde is not None:
                self.presencia.prorrogar(viva, sola_desde)
            self.relojero.armar(viva)
            return viva
        finally:
            self._cargando.pop(id_de_mesa, None)

    async def _sola_desde(self, viva: MesaViva) -> int | None:
        """Desde cuándo nadie la atendía, si alguien falta: ese tiempo no cuenta contra los ausentes (EL9)."""
        if not viva.estado.detenido:
            return None
        return await en_hilo(procesos.sin_atender, viva.id, self.id, self.ahora())

    def pedir_abrir(self, mesa: MesaViva) -> None:
        """La primera orden de la mesa. Repetirla no la abre dos veces."""
        ficha = self.fichas[mesa.id]
        abrir = ordenes.Abrir(Meta(ficha.meta), Modo(ficha.modo), 0, ficha.ocupantes())
        self.de_la_casa(mesa, lambda _: abrir, "abrir")

    def _leer_mesa(self, id_de_mesa: int) -> tuple[DatosDeMesa, list[Renglon]]:
        return DatosDeMesa.leer(id_de_mesa), self._leer(id_de_mesa, 0)

    def _leer(self, id_de_mesa: int, desde: int) -> list[Renglon]:
        """Por la conexión de su hilo: tras una caída vuelven todos a la vez, y abrir una por cada uno los detenía."""
        try:
            return diario.leer(id_de_mesa, desde)
        except diario.ErrorDeBase:
            # se rompió, y quizá las demás de la reserva; como sólo leyó, otra vez y con una nueva
            connection.close()
            return diario.leer_aparte(id_de_mesa, desde)

    def olvidar(self, id_de_mesa: int) -> None:
        """Suelta una mesa que ya nadie mira."""
        for recuerdo in (self.relojero, self.presencia, self.charla):
            recuerdo.olvidar(id_de_mesa)
        self.vivas.pop(id_de_mesa, None)
        self.fichas.pop(id_de_mesa, None)

    def de_la_casa(self, mesa: MesaViva, armar: Armar, que: str) -> None:
        """Una orden que nadie tiró. Su `id_orden` sale de mesa, `num` y qué es: dos procesos piden la misma."""
        id_orden = uuid5(ESPACIO, f"{mesa.id}:{mesa.estado.num}:{que}")
        mesa.pedir(Pedido(armar, id_orden, mesa.estado.num, -1, None))

    # --- conexiones ---------------------------------------------------------------------------------------------------
    def entrar(self, mesa: MesaViva, conexion: Conexion) -> None:
        """Alguien se sienta, o vuelve."""
        mesa.conexiones.add(conexion)
        mesa.presentar(conexion)
        self.presencia.al_entrar(mesa, conexion)
        if not conexion.reponiendo:
            self.anotar(mesa.id, conexion.cuenta, True)

    def salir(self, mesa: MesaViva, conexion: Conexion) -> None:
        """Se perdió un socket; si era el último de la persona, corre su gracia."""
        mesa.conexiones.discard(conexion)
        self.presencia.al_salir(mesa, conexion)
        if mesa.conexion_de(conexion.persona) is None:
            self.anotar(mesa.id, conexion.cuenta, False)

    def anotar(self, id_de_mesa: int, cuenta: int, viva: bool) -> None:
        """Para que otros procesos sepan a quién tiene éste: todo lo que se junte, en una escritura."""
        self._conexiones[id_de_mesa, cuenta] = viva
        if self._anotando is None or self._anotando.done():
            self._anotando = self.tarea(self._escribir_conexiones())

    async def _escribir_conexiones(self) -> None:
        while self._conexiones:
            cambios, self._conexiones = self._conexiones, {}
            try:
                await en_hilo(procesos.anotar_conexiones, cambios, self.id, self.ahora())
            except (DatabaseError, InterfaceError):
                registro.exception("No se pudieron anotar %d conexiones", len(cambios))
                self._conexiones = {**cambios, **self._conexiones}
                await asyncio.sleep(1)

    def sockets(self) -> int:
        """Cuántas conexiones hay en este proceso."""
        return sum(len(mesa.conexiones) for mesa in self.vivas.values())

    # --- vida ---------------------------------------------------------------------------------------------------------
    def tarea(self, corrutina: Any) -> "asyncio.Future[Any]":
        """Corre algo aparte, sin que lo recoja la basura."""
        tarea: asyncio.Future[Any] = asyncio.ensure_future(corrutina)
        self._tareas.add(tarea)
        tarea.add_done_callback(self._tareas.discard)
        return tarea

    def _para_siempre(self, corrutina: Callable[[], Any]) -> None:
        """Una tarea que no debe acabar: si algo la tumba, se registra y vuelve a empezar."""
        tarea = self.tarea(corrutina())
        self._de_siempre.add(tarea)

        def al_acabar(acabada: "asyncio.Future[Any]") -> None:
            self._de_siempre.discard(acabada)
            if not acabada.cancelled() and (falla := acabada.exception()) is not None:
                registro.error("Se cayó una tarea de las mesas y vuelve a empezar", exc_info=falla)
                self.lazo.call_later(1.0, self._para_siempre, corrutina)

        tarea.add_done_callback(al_acabar)

    async def reposar(self, segundos: float = REPOSO) -> None:
        """Deja de hacer rondas y acaba lo empezado: el diario, lo que sigue a lo confirmado y los hilos de la base.

        La historia que no alcance la recoge el barrido; lo que el diario no alcance, nadie lo dio por hecho.
        """
        hasta = self.lazo.time() + segundos
        self.relojero.parar()
        self.huellas.parar()
        de_siempre = set(self._de_siempre)
        for tarea in de_siempre:
            tarea.cancel()
        # aparte: lo confirmado se avisa en el lazo, y de ahí sale lo que sigue
        if not await asyncio.to_thread(self._escritor.parar, segundos / 2):
            registro.error("La base no contesta: el diario terminó con órdenes sin confirmar, que nadie dio por hechas")
        self.proyector.apurar()
        while (pendientes := self._tareas - de_siempre) and (falta := hasta - self.lazo.time()) > 0:
            await asyncio.wait(pendientes, timeout=falta)
        await reposar_hilos(max(hasta - self.lazo.time(), REPOSO / 5))

    def parar(self, segundos: float = REPOSO) -> None:
        """Confirma lo que falte y suelta el diario y los procesos ayudantes."""
        self.relojero.parar()
        self.huellas.parar()
        # las de un lazo ya cerrado murieron con él, y cancelarlas falla
        for tarea in () if self.lazo.is_closed() else list(self._tareas):
            tarea.cancel()
        self.pulso.parar()
        self.proyector.parar()
        self.pensador.parar()
        self._escritor.parar(segundos)


ESPACIO = UUID("6f1d2a52-7c0e-4c34-9a57-0e9b8ddc4b11")

_por_lazo: dict[asyncio.AbstractEventLoop, Proceso] = {}


def proceso() -> Proceso:
    """El de este lazo; nace con la primera mesa."""
    lazo = asyncio.get_running_loop()
    if lazo not in _por_lazo:
        for muerto in [otro for otro in _por_lazo if otro.is_closed()]:
            _por_lazo.pop(muerto).parar()
        _por_lazo[lazo] = Proceso()
    return _por_lazo[lazo]


async def soltar() -> None:
    """Termina el proceso de este lazo, si lo hay, sin dejar nada a medias. Al pararse el servidor (`EnlineaConfig`)."""
    actual = _por_lazo.pop(asyncio.get_running_loop(), None)
    if actual is not None:
        await actual.reposar()
        actual.parar(0.0)
