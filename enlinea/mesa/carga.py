"""Las mesas que este proceso tiene en memoria: la que falta se pliega del diario y la que nadie mira se suelta."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.renglon import Renglon
from enlinea.mesa.de_la_casa import pedir_abrir
from enlinea.mesa.tareas import Lanzador
from enlinea.mesa.viva import Entorno, MesaViva
from enlinea.models import Mesa as FilaDeMesa
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase
from reglas.niveles import Nivel


class Otros(Protocol):
    """Lo que se sabe de los demás procesos."""

    async def poner_en_hora(self) -> None:
        """Sigue la hora de las mesas donde la dejaron."""

    async def sin_atender(self, id_de_mesa: int) -> int:
        """Desde cuándo (ms) nadie la atendía."""


class QuienLee(Protocol):
    """Quien lee el diario."""

    async def entera(self, mesa: int) -> tuple[DatosDeMesa, list[Renglon]] | None:
        """Lo fijo de la mesa y todos sus renglones; None si no está."""


class QuienArma(Protocol):
    """Quien vence los plazos."""

    def armar(self, mesa: MesaViva) -> None:
        """La mesa tiene un plazo que vencer."""


class QuienProrroga(Protocol):
    """Quien lleva el tiempo de los ausentes."""

    def prorrogar(self, mesa: MesaViva, desde: int) -> None:
        """Lo que nadie atendió la mesa no cuenta contra ellos."""


class QuienPiensa(Protocol):
    """Quien piensa por los automáticos que calculan."""

    def calentar(self) -> None:
        """Va a hacer falta."""


class QuienOlvida(Protocol):
    """Quien guarda algo de cada mesa."""

    def olvidar(self, id_de_mesa: int) -> None:
        """Esa ya no está aquí."""


class CargaDeMesas:
    """Lo único que pone y quita en `vivas` y `datos`, que van siempre juntas."""

    def __init__(
        self,
        vivas: dict[int, MesaViva],
        datos: dict[int, DatosDeMesa],
        *,
        entorno: Entorno,
        tareas: Lanzador,
        lecturas: QuienLee,
        otros: Otros,
        relojero: QuienArma,
        presencia: QuienProrroga,
        pensador: QuienPiensa,
        recuerdos: Sequence[QuienOlvida],
    ) -> None:
        self._vivas, self._datos = vivas, datos
        self._entorno, self._tareas, self._lecturas, self._otros = entorno, tareas, lecturas, otros
        self._relojero, self._presencia, self._pensador = relojero, presencia, pensador
        self._recuerdos = recuerdos
        self._cargando: dict[int, asyncio.Future[MesaViva]] = {}

    async def viva(self, id_de_mesa: int) -> MesaViva:
        """La mesa, plegándola del diario si este proceso no la tenía; una sola lectura aunque la pidan muchos."""
        viva = self._vivas.get(id_de_mesa)
        if viva is not None:
            return viva
        if id_de_mesa not in self._cargando:
            self._cargando[id_de_mesa] = self._tareas.lanzar(self._cargar(id_de_mesa))
        return await asyncio.shield(self._cargando[id_de_mesa])

    def olvidar(self, id_de_mesa: int) -> None:
        """Suelta una mesa que ya nadie mira."""
        for recuerdo in self._recuerdos:
            recuerdo.olvidar(id_de_mesa)
        self._vivas.pop(id_de_mesa, None)
        self._datos.pop(id_de_mesa, None)

    async def _cargar(self, id_de_mesa: int) -> MesaViva:
        try:
            await self._otros.poner_en_hora()
            leida = await self._lecturas.entera(id_de_mesa)
            if leida is None or not (leida[1] or leida[0].lista):
                raise FilaDeMesa.DoesNotExist
            datos, renglones = leida
            viva = MesaViva(id_de_mesa, Mesa(), self._entorno)
            viva.plegar(renglones)
            # antes de recordarla: si la base falla aquí, quien vuelva la carga entera y con sus plazos
            sola_desde = await self._sola_desde(viva)
            self._vivas[id_de_mesa], self._datos[id_de_mesa] = viva, datos
            if datos.nivel is not Nivel.SIMPLE:
                self._pensador.calentar()
            if viva.estado.fase is Fase.SIN_ABRIR:
                pedir_abrir(viva, datos)
            if sola_desde is not None:
                self._presencia.prorrogar(viva, sola_desde)
            self._relojero.armar(viva)
            return viva
        finally:
            self._cargando.pop(id_de_mesa, None)

    async def _sola_desde(self, viva: MesaViva) -> int | None:
        """Desde cuándo nadie la atendía, si alguien falta: ese tiempo no cuenta contra los ausentes (EL9)."""
        return await self._otros.sin_atender(viva.id) if viva.estado.detenido else None
