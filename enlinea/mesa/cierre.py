"""Lo que sigue al fin de una partida o de una mesa: guardar su historia y soltar a los cuatro (EL10).

Las dos cosas son idempotentes y el barrido recoge la que faltó: si este proceso muere aquí, nada se pierde.
"""

from functools import partial
from typing import Protocol

from enlinea.convivencia.servicios.tarjetas import mesa_tarjetas_proyectar
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.tareas import Lanzador
from enlinea.mesa.viva import MesaViva
from enlinea.sala.servicios import armado
from enlinea.salon import servicios as de_salon
from reglas.mesa.estado import Mesa, culpable_de
from reglas.mesa.tipos import Fase, Modo, Motivo

SUSPENDEN = (Motivo.TARJETAS, Motivo.ABANDONO)
"""Los finales con tarjetas que pueden suspender una cuenta."""


class QuienGuarda(Protocol):
    """Quien guarda la de las partidas que acaban."""

    def pedir(self, mesa_id: int, desde: Mesa) -> None:
        """Acabó una, que empezó tras `desde`."""


class Cierre:
    """Se le dice cada cambio de una mesa."""

    def __init__(self, historia: QuienGuarda, tareas: Lanzador) -> None:
        self._historia, self._tareas = historia, tareas

    def al_cambiar(self, mesa: MesaViva, antes: Mesa) -> None:
        """Mira si la mesa terminó algo entre `antes` y ahora."""
        fase = mesa.estado.fase
        if fase is antes.fase:
            return
        if mesa.estado.modo is Modo.INTRANET:
            self._de_torneo(mesa)
            return
        if fase is Fase.FIN_DE_PARTIDA or (fase is Fase.CERRADA and antes.partida):
            self._historia.pedir(mesa.id, mesa.antes_de_partida)
        if fase is Fase.CERRADA and mesa.estado.motivo in SUSPENDEN:
            # en el momento: no espera a que le toque guardar su historia (SA1, SA2)
            self._tareas.lanzar(en_hilo(partial(mesa_tarjetas_proyectar, mesa_id=mesa.id)))
        if fase is Fase.CERRADA:
            motivo, culpable = mesa.estado.motivo, culpable_de(mesa.estado)
            self._tareas.lanzar(en_hilo(armado.mesa_cerrar, mesa.id, motivo, culpable))

    def _de_torneo(self, mesa: MesaViva) -> None:
        """Su historia es la hoja del torneo: se le dice cada mano que acaba (TO26)."""
        estado = mesa.estado
        if estado.fase is Fase.CERRADA:
            self._tareas.lanzar(en_hilo(armado.mesa_cerrar, mesa.id, estado.motivo, culpable_de(estado)))
        if estado.fase in (Fase.FIN_DE_MANO, Fase.FIN_DE_PARTIDA, Fase.CERRADA):
            self._tareas.lanzar(en_hilo(de_salon.decir, mesa.id))
