"""El socket de un lugar en la mesa de un torneo: entra quien trae su pase, con o sin cuenta (TO26, decisión 047).

Es la mesa de siempre sin plática, sin votos y sin quien la comience: cuando están los cuatro comienza sola. De cada
lugar juega un solo aparato, el último que tomó el lugar.
"""

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Any

from django.db import DatabaseError, InterfaceError

from enlinea.mesa import mensajes as m
from enlinea.mesa.conexion import Conexion
from enlinea.mesa.consumidor import ConsumidorDeMesa, presentacion
from enlinea.mesa.de_la_casa import pedir_por_la_casa
from enlinea.mesa.escritor_de_socket import PorAsgi
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.proceso import proceso
from enlinea.mesa.salida import Salida
from enlinea.mesa.viva import MesaViva, rechazar
from enlinea.models import Mesa
from enlinea.salon import servicios as salon
from enlinea.salon.consultas import Toma
from reglas.mesa import ordenes
from reglas.mesa.tipos import Fase
from reglas.tarjetas import SIN_GRAVES
from reglas.tipos import NADIE

registro = logging.getLogger(__name__)
SE_MIRA_CADA = 15.0
"""Segundos entre dos vistazos a si el lugar sigue siendo de este aparato: otro lo tomó, o un juez renovó su pase."""
SIN_EFECTO = (m.Charla, m.Comenzar, m.Elegir, m.Salir)
"""Lo que aquí no se puede: no hay plática, y empezar, seguir o irse lo lleva el torneo."""


class ConsumidorConPase(ConsumidorDeMesa):
    """Un aparato del salón sentado en su lugar."""

    vigila: "asyncio.Task[None] | None" = None
    faltan: list[int] | None = None
    """A quiénes se le dijo que se espera."""

    async def _entrar(self) -> None:
        await self.base_send({"type": "websocket.accept"})
        salida = Salida(self.directo or PorAsgi(self.base_send), self._al_terminar)
        id_de_mesa = self.scope["url_route"]["kwargs"]["id"]
        sesion = dict(self.scope["session"].items())
        toma = await en_hilo(salon.toma_de, id_de_mesa, sesion)
        if toma is None:
            salida.despedir("no_es_tu_mesa")
            return
        with self._llegando(id_de_mesa, -1 - toma.asiento, salida):
            try:
                mesa = await proceso().viva(id_de_mesa)
                await proceso().entorno.poner_al_dia(mesa)
            except Mesa.DoesNotExist:
                salida.despedir("mesa_cerrada")
                return
            self._tomar_lugar(mesa, toma, salida)
        self.vigila = asyncio.ensure_future(self._vigilar(id_de_mesa, sesion, toma))

    def _tomar_lugar(self, mesa: MesaViva, toma: Toma, salida: Salida) -> None:
        """Lo toma de quien lo tuviera: una persona juega desde un aparato, aunque el suyo se haya quedado abierto."""
        p, persona = proceso(), toma.asiento
        for otra in [c for c in mesa.conexiones if c.persona == persona]:
            otra.salida.despedir("otra_pestana")
        self.proceso, self.mesa = p, mesa
        sesion = self.scope["session"].session_key or ""
        self.conexion = Conexion(persona, -1 - persona, sesion, salida, p.lazo.time())
        self.conexion.pasos = self._dice(b"pasos")
        self.conexion.tarjetas = (SIN_GRAVES,) * len(mesa.estado.ocupantes)
        dicho = presentacion(p.datos[mesa.id], mesa.estado, self.conexion.tarjetas, persona)
        salida.responder(m.octetos_de_mesa(mesa.estado.num, {**dicho, "organizador": NADIE}))
        p.presencia.entrar(mesa, self.conexion)
        self._soltar_lo_de_entrar()
        self._ver_si_comienza(mesa)

    def _ver_si_comienza(self, mesa: MesaViva) -> None:
        """Al llegar y en cada latido de la espera: el que completa la mesa la comienza."""
        if mesa.estado.fase is Fase.ESPERA and not self.comenzando:
            self.comenzando = True
            proceso().tareas.lanzar(self._comenzar_si_estan(mesa))

    async def _comenzar_si_estan(self, mesa: MesaViva) -> None:
        """Si a la vez lo ven dos, es la misma orden."""
        try:
            faltan = await proceso().presencia.faltan_por_llegar(mesa, partial(self._decir_quien_falta, mesa))
            if not faltan and mesa.estado.fase is Fase.ESPERA:
                pedir_por_la_casa(mesa, lambda _: ordenes.Comenzar(0), "comenzar")
        except (DatabaseError, InterfaceError):
            registro.exception("No se supo si en la mesa %d están los cuatro", mesa.id)
        finally:
            self.comenzando = False

    def _decir_quien_falta(self, mesa: MesaViva, faltan: list[int]) -> None:
        """A quien ya se sentó: a quién espera. Sólo si cambió, y son los nombres que ya tiene en la pantalla (D673)."""
        conexion = self.conexion
        if faltan == self.faltan or conexion is None or mesa.estado.fase is not Fase.ESPERA:
            return
        self.faltan = faltan
        asientos = tuple(sorted(map(mesa.estado.ocupantes.index, faltan)))
        conexion.salida.responder(m.Codec.octetos(m.Faltan(mesa.estado.num, m.DatosFaltan(asientos))))

    def _levantarse(self) -> None:
        super()._levantarse()
        if self.vigila is not None:
            self.vigila.cancel()

    async def _vigilar(self, id_de_mesa: int, sesion: dict[str, Any], toma: Toma) -> None:
        """Quien tomó el lugar en otro proceso no puede despedir a éste: se pregunta a la base."""
        while self.conexion is not None and not self.conexion.salida.despedida:
            await asyncio.sleep(SE_MIRA_CADA)
            with suppress(DatabaseError, InterfaceError):
                if await en_hilo(salon.toma_de, id_de_mesa, sesion) != toma:
                    self.conexion.salida.despedir("otra_pestana")

    def recibir(self, crudo: str | bytes) -> None:
        """Lo que aquí no se puede se rechaza sin efecto; lo demás, como en toda mesa."""
        mesa, conexion = self.mesa, self.conexion
        if mesa is not None and conexion is not None:
            entrada = m.Codec.leer(crudo)
            if isinstance(entrada, SIN_EFECTO):
                rechazar(conexion, entrada.id_orden, "mensaje_desconocido", mesa.estado.num)
                return
            self._ver_si_comienza(mesa)
        super().recibir(crudo)
