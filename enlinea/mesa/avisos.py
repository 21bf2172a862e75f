"""Entre procesos: «la mesa M va en N» y «hay charla nueva en M». Sólo es un aviso; la verdad está en el diario.

No se manda nada si los cuatro están aquí mismo, ni con la capa en memoria (un solo proceso).
"""

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from channels.layers import InMemoryChannelLayer, get_channel_layer

from config.capa import FALLAS_DE_REDIS
from config.oido import oir
from enlinea.mesa.viva import MesaViva
from reglas.mesa.estado import Mesa

if TYPE_CHECKING:
    from enlinea.mesa.proceso import Proceso

registro = logging.getLogger(__name__)
GRUPO = "mesas"
REINTENTO = 1.0


class Avisos:
    """Publica y escucha por la capa de canales, fuera del camino de la jugada."""

    def __init__(self, proceso: "Proceso") -> None:
        self._proceso = proceso
        self._callado = False
        """Si ya se dijo que no se puede avisar."""
        self._capa: Any = get_channel_layer()
        self.hay_otros = self._capa is not None and not isinstance(self._capa, InMemoryChannelLayer)

    def cambio(self, mesa: MesaViva, antes: Mesa) -> None:
        """Avisa a los demás procesos si alguien de la mesa puede estar en otro."""
        if self.hay_otros and not mesa.estan_todos():
            self.mandar({"type": "mesa.cambio", "mesa": mesa.id, "num": mesa.estado.num})

    def charla(self, id_de_mesa: int, id_de_charla: int) -> None:
        """Hay un mensaje nuevo en el chat de esa mesa."""
        if self.hay_otros:
            self.mandar({"type": "mesa.charla", "mesa": id_de_mesa, "charla": id_de_charla})

    def mandar(self, aviso: dict[str, Any]) -> None:
        """Publica sin esperar; si se pierde, la ronda de cada segundo lo suple."""
        self._proceso.tarea(self._mandar(aviso))

    async def _mandar(self, aviso: dict[str, Any]) -> None:
        try:
            await self._capa.group_send(GRUPO, {**aviso, "de": str(self._proceso.id)})
        except FALLAS_DE_REDIS as error:
            if not self._callado:  # se dice una vez por caída, no una por jugada
                registro.warning("No se pudo avisar a los demás procesos: %s", error)
            self._callado = True
        else:
            self._callado = False

    async def escuchar(self) -> None:
        """Para siempre; si la capa falla, se vuelve a intentar."""
        while self.hay_otros:
            try:
                await oir(GRUPO, self._oir)
            except FALLAS_DE_REDIS as error:
                registro.warning("Se dejó de oír a los demás procesos: %s", error)
            await asyncio.sleep(REINTENTO)

    def _oir(self, aviso: dict[str, Any]) -> None:
        mesa = self._proceso.vivas.get(aviso["mesa"])
        if mesa is None or aviso.get("de") == str(self._proceso.id):
            return
        if aviso["type"] == "mesa.charla":
            self._proceso.charla.traer(mesa, aviso["charla"])
        elif aviso["num"] > mesa.estado.num and not mesa.ocupada:
            self._proceso.releer(mesa)
