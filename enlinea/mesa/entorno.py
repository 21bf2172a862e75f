"""Lo que las mesas vivas piden de su proceso (`viva.Entorno`): hora, diario, y qué sigue cuando algo cambia."""

import logging
from typing import Protocol

from enlinea.diario import diario
from enlinea.diario.hora import hora
from enlinea.diario.lotes import Aviso
from enlinea.diario.renglon import Renglon
from enlinea.mesa.tareas import Lanzador
from enlinea.mesa.viva import MesaViva, Pedido
from reglas.mesa.estado import Mesa
from reglas.mesa.relojes import Plazos

registro = logging.getLogger(__name__)


class QuienAnexa(Protocol):
    """Quien confirma el diario."""

    def anexar(self, renglon: Renglon, aviso: Aviso) -> None:
        """Al lote."""


class QuienArma(Protocol):
    """Quien vence los plazos."""

    def armar(self, mesa: MesaViva) -> None:
        """El plazo de la mesa pudo moverse."""


class QuienAvisa(Protocol):
    """Quien avisa a los demás procesos de lo que se confirmó aquí."""

    def cambio(self, mesa: MesaViva, antes: Mesa) -> None:
        """La mesa era `antes`."""


class QuienCierra(Protocol):
    """Quien hace lo que sigue al fin de una partida o de una mesa."""

    def al_cambiar(self, mesa: MesaViva, antes: Mesa) -> None:
        """Mira si la mesa terminó algo desde `antes`."""


class QuienLlama(Protocol):
    """Quien avisa a los teléfonos de los que no están."""

    def al_cambiar(self, mesa: MesaViva, antes: Mesa) -> None:
        """Mira si alguien dejó de estar desde `antes`."""


class QuienMuestra(Protocol):
    """Quien publica a los que miran."""

    def luego(self, mesa: MesaViva) -> None:
        """La mesa cambió."""


class Otros(Protocol):
    """Lo que se sabe de los demás procesos."""

    @property
    def solo(self) -> bool:
        """Si no los hay."""


class QuienLee(Protocol):
    """Quien lee el diario."""

    async def desde(self, mesa: int, num: int) -> list[Renglon]:
        """Lo que se confirmó en la mesa después de `num`."""


class EntornoDeMesas:
    """El de todas las de este proceso."""

    def __init__(
        self,
        *,
        plazos: Plazos,
        escritor: QuienAnexa,
        tareas: Lanzador,
        lecturas: QuienLee,
        relojero: QuienArma,
        avisos: QuienAvisa,
        cierre: QuienCierra,
        otros: Otros,
        mirones: QuienMuestra,
        llamada: QuienLlama,
    ) -> None:
        self.plazos = plazos
        self._escritor, self._tareas, self._lecturas = escritor, tareas, lecturas
        self._relojero, self._avisos, self._cierre, self._otros = relojero, avisos, cierre, otros
        self._mirones, self._llamada = mirones, llamada

    def ahora(self) -> int:
        """La hora de las mesas, ms."""
        return hora.ahora()

    def fecha(self) -> int:
        """La de la base, ms desde 1970."""
        return hora.fecha()

    def anexar(self, renglon: Renglon, aviso: Aviso) -> None:
        """Al lote del diario."""
        self._escritor.anexar(renglon, aviso)

    def rearmar(self, mesa: MesaViva) -> None:
        """Su plazo sigue pendiente."""
        self._relojero.armar(mesa)

    def a_quien_mira(self, mesa: MesaViva) -> None:
        """Nunca antes que los cuatro."""
        self._mirones.luego(mesa)

    def cambio(self, mesa: MesaViva, antes: Mesa) -> None:
        """Un renglón nuestro quedó confirmado y difundido aquí."""
        self._relojero.armar(mesa)
        self._avisos.cambio(mesa, antes)
        self._cierre.al_cambiar(mesa, antes)
        self._llamada.al_cambiar(mesa, antes)

    # --- lo que confirmaron otros -------------------------------------------------------------------------------------
    def releer(self, mesa: MesaViva, pedido: Pedido | None = None) -> None:
        """Trae lo que otros confirmaron en la mesa y lo pliega."""
        self._tareas.lanzar(self._releer(mesa, pedido))

    async def _releer(self, mesa: MesaViva, pedido: Pedido | None) -> None:
        try:
            renglones = await self._lecturas.desde(mesa.id, mesa.estado.num)
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
        if not self._otros.solo:
            self._plegar(mesa, await self._lecturas.desde(mesa.id, mesa.estado.num))

    def _plegar(self, mesa: MesaViva, renglones: list[Renglon], pedido: Pedido | None = None) -> None:
        antes = mesa.estado
        mesa.al_releer(renglones, pedido)
        if mesa.estado is not antes:
            self._relojero.armar(mesa)
            self._cierre.al_cambiar(mesa, antes)
