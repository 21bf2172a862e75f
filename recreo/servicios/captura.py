"""Capturar la hoja de papel de una mesa en un solo formulario (RE8)."""

from collections.abc import Sequence

from recreo.hoja.servicios import captura
from recreo.servicios.base import Datos, E, Operacion, orden_de_mesa
from reglas.anotacion import ManoAnotada


@orden_de_mesa(E.EN_JUEGO)
def hoja_capturar(
    op: Operacion, *, partida: int, mesa: int, manos: Sequence[ManoAnotada], anotadas: int, salidor: int | None = None
) -> Datos:
    """Agrega las manos de un papel, todas o ninguna; la captura quien anota esa mesa, o quien manda.

    Errores: los de permiso; `hoja_en_blanco`, `mesa_cambio`, `falta_salidor`, `no_se_sienta_aqui` y los de anotar una
    mano, con `renglon`.
    """
    return captura.capturar(op.hoja(op.mesa(partida, mesa)), manos, anotadas, salidor)
