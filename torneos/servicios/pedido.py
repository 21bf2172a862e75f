"""El pedido de una orden de torneo."""

from dataclasses import dataclass

from recreo.hoja.servicios import pedido
from torneos.identidad import Quien


@dataclass(frozen=True)
class Pedido(pedido.Pedido):
    """Una persona, una acción y sus datos, cada uno con su nombre."""

    quien: Quien
