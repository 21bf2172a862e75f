"""Las órdenes que nadie tiró: abrir la mesa, plazos, ausencias, automáticos, sanciones.

Su `id_orden` sale de la mesa, su `num` y qué es: haya los procesos que haya, todos piden la misma y se cumple una vez.
"""

from uuid import UUID, uuid5

from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.mesa.viva import Armar, MesaViva, Pedido
from reglas.mesa import ordenes
from reglas.mesa.tipos import Modo

ESPACIO = UUID("6f1d2a52-7c0e-4c34-9a57-0e9b8ddc4b11")


def pedir_por_la_casa(mesa: MesaViva, armar: Armar, que: str) -> None:
    """Una orden que nadie tiró; `que` la distingue de las demás que se pidan sobre ese mismo `num`."""
    id_orden = uuid5(ESPACIO, f"{mesa.id}:{mesa.estado.num}:{que}")
    mesa.pedir(Pedido(armar, id_orden, mesa.estado.num, -1, None))


def pedir_abrir(mesa: MesaViva, datos: DatosDeMesa) -> None:
    """La primera orden de la mesa. Repetirla no la abre dos veces."""
    meta = datos.reglamento.meta_de(datos.meta)
    assert meta is not None
    abrir = ordenes.Abrir(meta, Modo(datos.modo), 0, datos.ocupantes(), datos.reglamento, datos.comun)
    pedir_por_la_casa(mesa, lambda _: abrir, "abrir")


def es_de_la_casa(id_orden: UUID) -> bool:
    """Si es de los que la casa calcula (versión 5): dejar que alguien aparte uno dejaría sin vencer un plazo."""
    return id_orden.int >> 76 & 0xF == 5
