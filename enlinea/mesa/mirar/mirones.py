"""Quienes miran las mesas de este proceso: cuántos caben, qué reciben y a quién ya no le toca (D478, D479).

Nunca van antes que los cuatro: lo suyo sale un momento después y junto, así que de varias jugadas seguidas se ve la
última. Una vista sirve para todos los de una mesa: ninguno tiene nada propio.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Protocol

from django.db import DatabaseError, InterfaceError
from django.utils import timezone

from enlinea.diario.hora import hora
from enlinea.mesa.conexion import Conexion
from enlinea.mesa.expulsiones import sesiones_cerradas
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.mensajes import Codec, DatosMiran, Miran
from enlinea.mesa.vista import vista
from enlinea.mesa.viva import MesaViva
from enlinea.sala.consultas.miradas import Mirada, no_pueden_mirar
from reglas.mesa.tipos import Fase
from reglas.tipos import NADIE

registro = logging.getLogger(__name__)

CABEN = 30
"""Por mesa, entre todos los procesos: más ya no es acompañar, y cada uno es un envío por jugada."""
TRAS = 0.05
"""Segundos después de los cuatro."""
CADA = 1.0
PREGUNTA_CADA = 2
"""Vueltas entre dos preguntas a la base por quienes ya no deben mirar."""
CALLADO = 20.0
"""Segundos sin latir con que se le da por ido."""
CADUCA = 5.0
"""Segundos que se le cree a otro proceso cuántos tiene."""


class QuienAvisa(Protocol):
    """Por donde se enteran los demás procesos."""

    def miran(self, id_de_mesa: int, cuantos: int) -> None:
        """Aquí la miran tantos."""


class Mirones:
    """Los de este proceso, por mesa."""

    def __init__(self, vivas: Mapping[int, MesaViva], avisos: QuienAvisa) -> None:
        self._vivas, self._avisos = vivas, avisos
        self._lazo = asyncio.get_running_loop()
        self._por_salir: set[int] = set()
        self._de_otros: dict[int, dict[str, tuple[int, float]]] = {}
        self._vuelta = 0

    # --- entrar y salir -----------------------------------------------------------------------------------------------
    def entrar(self, mesa: MesaViva, miron: Conexion) -> bool:
        """Lo pone a mirar, si cabe. La pestaña que ya tenía se despide: mira una vez."""
        for suya in [m for m in mesa.mirones if m.cuenta == miron.cuenta]:
            _despedir(mesa, suya, "otra_pestana")
        if self.cuantos(mesa) >= CABEN:
            return False
        mesa.mirones.add(miron)
        self.presentar(mesa, miron)
        self._decir(mesa, publica=True)
        return True

    def salir(self, mesa: MesaViva, miron: Conexion) -> None:
        """Dejó de mirar."""
        if miron in mesa.mirones:
            mesa.mirones.discard(miron)
            self._decir(mesa, publica=True)

    def cuantos(self, mesa: MesaViva) -> int:
        """Los que la miran, aquí y en los demás procesos."""
        desde = self._lazo.time() - CADUCA
        otros = self._de_otros.get(mesa.id, {})
        return len(mesa.mirones) + sum(n for n, cuando in otros.values() if cuando > desde)

    def de_otro(self, proceso: str, id_de_mesa: int, cuantos: int) -> None:
        """Otro proceso dijo cuántos tiene."""
        self._de_otros.setdefault(id_de_mesa, {})[proceso] = (cuantos, self._lazo.time())
        if (mesa := self._vivas.get(id_de_mesa)) is not None:
            self._decir(mesa)

    def olvidar(self, id_de_mesa: int) -> None:
        """Esa mesa ya no está aquí."""
        self._de_otros.pop(id_de_mesa, None)

    # --- publicar -----------------------------------------------------------------------------------------------------
    def presentar(self, mesa: MesaViva, miron: Conexion) -> None:
        """La vista, a quien llega."""
        if mesa.estado.fase is not Fase.SIN_ABRIR:
            miron.salida.vista(vista(mesa.estado, NADIE, hora.ahora()), mesa.estado.num)

    def luego(self, mesa: MesaViva) -> None:
        """La mesa cambió y los cuatro ya lo tienen: a éstos, en un momento y una vez."""
        if mesa.id not in self._por_salir:
            self._por_salir.add(mesa.id)
            self._lazo.call_later(TRAS, self._publicar, mesa)

    def _publicar(self, mesa: MesaViva) -> None:
        self._por_salir.discard(mesa.id)
        if mesa.mirones:
            suya = vista(mesa.estado, NADIE, hora.ahora())
            for miron in mesa.mirones:
                miron.salida.vista(suya, mesa.estado.num)

    def _decir(self, mesa: MesaViva, publica: bool = False) -> None:
        """A los cuatro y a los que miran, cuántos son; sólo a quien no lo sepa."""
        son = self.cuantos(mesa)
        no_saben = [c for c in (*mesa.conexiones, *mesa.mirones) if c.miran != son]
        texto = Codec.octetos(Miran(mesa.estado.num, DatosMiran(son))) if no_saben else b""
        for conexion in no_saben:
            conexion.miran = son
            conexion.salida.responder(texto)
        if publica:
            self._avisos.miran(mesa.id, len(mesa.mirones))

    # --- cada vuelta --------------------------------------------------------------------------------------------------
    async def correr(self) -> None:
        """Para siempre. Sin nadie que mire no cuesta nada."""
        while True:
            await asyncio.sleep(CADA)
            self._vuelta += 1
            toca = self._vuelta % PREGUNTA_CADA == 0
            miradas = [m for m in self._vivas.values() if m.mirones]
            de_otros = [m for i in self._de_otros if (m := self._vivas.get(i)) is not None and not m.mirones]
            for mesa in miradas:
                self._repasar(mesa)
            for mesa in (*miradas, *de_otros):
                self._decir(mesa)
            if miradas and toca:
                await self._preguntar(miradas)

    def _repasar(self, mesa: MesaViva) -> None:
        """Quien no lee o calló se corta; la que se cerró se acabó, y ya se vio cómo."""
        ahora = self._lazo.time()
        for miron in list(mesa.mirones):
            if miron.salida.atorada(ahora) or ahora - miron.latido > CALLADO:
                mesa.mirones.discard(miron)
                miron.salida.cortar()
            elif mesa.estado.fase is Fase.CERRADA:
                _despedir(mesa, miron, "mesa_cerrada")

    async def _preguntar(self, mesas: list[MesaViva]) -> None:
        """A quién ya no le toca: los cuatro cerraron, uno lo silenció, lo suspendieron o cerró su sesión."""
        miran = [(mesa, miron) for mesa in mesas for miron in mesa.mirones]
        juntos: set[Mirada] = {(mesa.id, miron.cuenta) for mesa, miron in miran}
        sesiones = {miron.sesion for _mesa, miron in miran}
        try:
            fuera = await en_hilo(no_pueden_mirar, juntos, timezone.now())
            cerradas = await en_hilo(sesiones_cerradas, sesiones)
        except (DatabaseError, InterfaceError):
            registro.exception("No se pudo repasar a quienes miran")
            return
        for mesa, miron in miran:
            if miron.sesion in cerradas:
                _despedir(mesa, miron, "sin_sesion")
            elif (mesa.id, miron.cuenta) in fuera:
                _despedir(mesa, miron, "no_se_mira")
        for mesa in mesas:
            self._decir(mesa, publica=True)


def _despedir(mesa: MesaViva, miron: Conexion, codigo: str) -> None:
    """Ya no cuenta desde ahora, tarde lo que tarde su navegador en irse."""
    mesa.mirones.discard(miron)
    miron.salida.despedir(codigo)
