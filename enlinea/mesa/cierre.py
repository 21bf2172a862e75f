"""Lo que sigue al fin de una partida o de una mesa: guardar su historia y soltar a los cuatro (EL10).

Las dos cosas son idempotentes y el barrido recoge la que faltó: si este proceso muere aquí, nada se pierde.
"""

from functools import partial
from typing import TYPE_CHECKING

from enlinea.convivencia.servicios.tarjetas import mesa_tarjetas_proyectar
from enlinea.mesa.viva import MesaViva
from enlinea.sala.servicios import armado
from reglas.mesa.estado import Mesa, culpable_de
from reglas.mesa.tipos import Fase, Motivo

if TYPE_CHECKING:
    from enlinea.mesa.proceso import Proceso

SUSPENDEN = (Motivo.TARJETAS, Motivo.ABANDONO)
"""Los finales con tarjetas que pueden suspender una cuenta."""


def al_cambiar(proceso: "Proceso", mesa: MesaViva, antes: Mesa) -> None:
    """Mira si la mesa terminó algo entre `antes` y ahora."""
    fase = mesa.estado.fase
    if fase is antes.fase:
        return
    if fase is Fase.FIN_DE_PARTIDA or (fase is Fase.CERRADA and antes.partida):
        proceso.proyector.pedir(mesa.id, mesa.antes_de_partida)
    if fase is Fase.CERRADA and mesa.estado.motivo in SUSPENDEN:
        # en el momento: no espera a que le toque guardar su historia (SA1, SA2)
        proceso.tarea(proceso.en_hilo(partial(mesa_tarjetas_proyectar, mesa_id=mesa.id)))
    if fase is Fase.CERRADA:
        proceso.tarea(proceso.en_hilo(armado.mesa_cerrar, mesa.id, mesa.estado.motivo, culpable_de(mesa.estado)))
