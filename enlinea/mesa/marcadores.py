"""Cómo van las mesas de este proceso, dicho a la Sala cada tanto y junto (D476).

Sólo lo que cambió: un marcador cambia al acabar una mano. De mil mesas son unas decenas de renglones en una orden.
"""

import asyncio
import logging
from collections.abc import Mapping
from functools import partial

from django.db import DatabaseError, InterfaceError

from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.viva import MesaViva
from enlinea.models import CON_AUTOMATICOS
from enlinea.models import Mesa as FilaDeMesa
from enlinea.sala.servicios.en_curso import ComoVa, en_curso_guardar
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase, persona_de
from reglas.partida import anunciar

registro = logging.getLogger(__name__)
CADA = 3.0
SIN_DECIR = (*CON_AUTOMATICOS, FilaDeMesa.Modo.INTRANET)
"""Ni lo que se juega con automáticos ni lo de un torneo, que se ve en su página, sale en la Sala."""
TROZO = 100
"""Mesas que se miran antes de dejar pasar a las jugadas."""


class Marcadores:
    """Lo último que se dijo de cada mesa."""

    def __init__(self, vivas: Mapping[int, MesaViva], datos: Mapping[int, DatosDeMesa]) -> None:
        self._vivas, self._datos = vivas, datos
        self._dicho: dict[int, ComoVa] = {}

    def olvidar(self, id_de_mesa: int) -> None:
        """Esa mesa ya no está aquí."""
        self._dicho.pop(id_de_mesa, None)

    async def correr(self) -> None:
        """Para siempre; lo que la base no quiso se dice a la siguiente."""
        while True:
            await asyncio.sleep(CADA)
            await self.decir()

    async def decir(self) -> None:
        """Lo que cambió, de una vez."""
        nuevas: list[ComoVa] = []
        for numero, mesa in enumerate(list(self._vivas.values())):
            if numero % TROZO == TROZO - 1:
                await asyncio.sleep(0)
            if (
                mesa.conexiones
                and self._se_dice(mesa)
                and (va := como_va(mesa.id, mesa.estado)) != self._dicho.get(mesa.id)
            ):
                nuevas.append(va)
        if not nuevas:
            return
        try:
            await en_hilo(partial(en_curso_guardar, nuevas))
        except (DatabaseError, InterfaceError):
            registro.exception("No se pudo apuntar cómo van %d mesas", len(nuevas))
            return
        self._dicho.update((va.mesa_id, va) for va in nuevas)

    def _se_dice(self, mesa: MesaViva) -> bool:
        datos = self._datos.get(mesa.id)
        en_juego = mesa.estado.partida > 0 and mesa.estado.fase is not Fase.CERRADA
        return en_juego and datos is not None and datos.modo not in SIN_DECIR


def como_va(id_de_mesa: int, estado: Mesa) -> ComoVa:
    """Lo público, sin una sola ficha."""
    marcador = tuple([str(uno) for uno in anunciar(estado.meta, estado.tantos, estado.ganadas)])
    lugares = ",".join(str(persona_de(uno)) for uno in estado.ocupantes)
    mano = len(estado.cuentas) + (estado.fase is Fase.JUGANDO)
    return ComoVa(id_de_mesa, estado.partida, mano, marcador, lugares)
