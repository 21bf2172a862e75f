"""Entre procesos: «la mesa M va en N» y «hay charla nueva en M». Sólo es un aviso; la verdad está en el diario.

No se manda nada si los cuatro están aquí mismo, ni con la capa en memoria (un solo proceso).
"""

import asyncio
import logging
from collections.abc import Hashable, Mapping
from typing import Any, Protocol
from uuid import UUID

from channels.layers import InMemoryChannelLayer, get_channel_layer

from config.base.redis_acotado import FALLAS_DE_REDIS
from config.vivo.escuchar import escuchar as oir
from config.vivo.publicar import Publicador
from enlinea.mesa.viva import MesaViva
from reglas.mesa.estado import Mesa

registro = logging.getLogger(__name__)
GRUPO = "mesas"
REINTENTO = 1.0
MIENTRAS_LLEGAN = 0.25
"""Segundos: en otro proceso se ve un cuarto de segundo después que alguien llegó; una jugada, al momento."""


class Avisos:
    """Lo que este proceso publica en la capa de canales, fuera del camino de la jugada."""

    def __init__(self, id_de_proceso: UUID) -> None:
        self.de = str(id_de_proceso)
        capa = get_channel_layer()
        self.hay_otros = capa is not None and not isinstance(capa, InMemoryChannelLayer)
        self.pregonero = Publicador(capa)
        self._llegan: set[int] = set()

    def cambio(self, mesa: MesaViva, antes: Mesa) -> None:
        """Avisa a los demás procesos si alguien de la mesa puede estar en otro.

        Lo que no toca la mano (llegar, dar su nonce, volver) espera un momento: de los que llegan juntos sale un aviso
        por mesa o, si ya están los cuatro, ninguno (D696).
        """
        if not self.hay_otros or mesa.estan_todos():
            return
        if mesa.estado.mano is not antes.mano:
            self._de(mesa)
        elif mesa.id not in self._llegan:
            self._llegan.add(mesa.id)
            asyncio.get_running_loop().call_later(MIENTRAS_LLEGAN, self._ya_llegaron, mesa)

    def _ya_llegaron(self, mesa: MesaViva) -> None:
        self._llegan.discard(mesa.id)
        if not mesa.estan_todos():
            self._de(mesa)

    def _de(self, mesa: MesaViva) -> None:
        self._mandar({"type": "mesa.cambio", "mesa": mesa.id, "num": mesa.estado.num}, mesa.id)

    def charla(self, id_de_mesa: int, id_de_charla: int) -> None:
        """Hay un mensaje nuevo en el chat de esa mesa."""
        if self.hay_otros:
            aviso = {"type": "mesa.charla", "mesa": id_de_mesa, "charla": id_de_charla}
            self._mandar(aviso, (id_de_mesa, id_de_charla))

    def miran(self, id_de_mesa: int, cuantos: int) -> None:
        """Aquí miran esa mesa tantos."""
        if self.hay_otros:
            self._mandar({"type": "mesa.miran", "mesa": id_de_mesa, "cuantos": cuantos}, ("miran", id_de_mesa))

    def _mandar(self, aviso: dict[str, Any], que: Hashable) -> None:
        """Publica sin esperar; de cada mesa sale sólo su último `num`.

        Si se pierde, la jugada se ve en la ronda de cada segundo; lo que se dijo en el chat, al volver a entrar.
        """
        self.pregonero.mandar(GRUPO, {**aviso, "de": self.de}, que)


class QuienTrae(Protocol):
    """El chat de las mesas de aquí."""

    def traer(self, mesa: MesaViva, id_de_charla: int) -> None:
        """Otro proceso guardó un mensaje."""


class QuienRelee(Protocol):
    """Quien pone al día las mesas."""

    def releer(self, mesa: MesaViva) -> None:
        """Otro proceso confirmó algo en ella."""


class QuienCuenta(Protocol):
    """Quien sabe cuántos miran."""

    def de_otro(self, proceso: str, id_de_mesa: int, cuantos: int) -> None:
        """Otro proceso tiene tantos."""


class Escucha:
    """Lo que los demás publican, llevado a las mesas de aquí."""

    def __init__(
        self,
        avisos: Avisos,
        vivas: Mapping[int, MesaViva],
        *,
        charla: QuienTrae,
        relectura: QuienRelee,
        mirones: QuienCuenta,
    ) -> None:
        self._avisos, self._vivas = avisos, vivas
        self._charla, self._relectura, self._mirones = charla, relectura, mirones

    async def correr(self) -> None:
        """Para siempre; si la capa falla, se vuelve a intentar."""
        while self._avisos.hay_otros:
            try:
                await oir(GRUPO, self._oir)
            except FALLAS_DE_REDIS as error:
                registro.warning("Se dejó de oír a los demás procesos: %s", error)
            await asyncio.sleep(REINTENTO)

    def _oir(self, aviso: dict[str, Any]) -> None:
        mesa = self._vivas.get(aviso["mesa"])
        if mesa is None or aviso.get("de") == self._avisos.de:
            return
        if aviso["type"] == "mesa.miran":
            self._mirones.de_otro(aviso["de"], mesa.id, aviso["cuantos"])
        elif aviso["type"] == "mesa.charla":
            self._charla.traer(mesa, aviso["charla"])
        elif aviso["num"] > mesa.estado.num and not mesa.ocupada:
            self._relectura.releer(mesa)
