"""Lo que sigue al fin de una partida o de una mesa: guardar su historia y soltar a los cuatro (EL10).

Las dos cosas son idempotentes y el barrido recoge la que faltó: si este proceso muere aquí, nada se pierde.
"""

from typing import TYPE_CHECKING

from enlinea.mesa.viva import MesaViva
from enlinea.servicios import armado
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase

if TYPE_CHECKING:
    from enlinea.mesa.proceso import Proceso


def al_cambiar(proceso: "Proceso", mesa: MesaViva, antes: Mesa) -> None:
    """Mira si la mesa terminó algo entre `antes` y ahora."""
    fase = mesa.estado.fase
    if fase is antes.fase:
        return
    if fase is Fase.FIN_DE_PARTIDA or (fase is Fase.CERRADA and antes.partida):
        proceso.proyector.pedir(mesa.id, mesa.antes_de_partida)
    if fase is Fase.CERRADA:
        proceso.tarea(proceso.en_hilo(armado.mesa_cerrar, mesa.id, mesa.estado.motivo))
