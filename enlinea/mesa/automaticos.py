"""La jugada de un automático: decide con la misma vista que tendría una persona en su asiento (EL8)."""

from collections.abc import Callable
from typing import Any

from reglas.automatas import Opcion, elegir, mirar
from reglas.errores import ErrorDeRegla
from reglas.mano import Mano
from reglas.mesa.estado import Mesa
from reglas.mesa.ordenes import Tirar
from reglas.mesa.tipos import es_automatico


def jugada_automatica(estado: Mesa) -> Any:
    """La orden del automático sencillo en turno. Levanta `no_es_tu_turno` si ya no le toca a uno."""
    mano = _mano_del_automatico(estado)
    ficha, extremo = elegir(mirar(mano, estado.meta), estado.num)
    return Tirar(mano.turno, ficha, extremo)


def jugada_pensada(pensada_sobre: Mano, jugada: Opcion) -> Callable[[Mesa], Any]:
    """Arma la orden de una jugada que se pensó aparte; `no_es_tu_turno` si la mano ya no es aquélla."""

    def armar(estado: Mesa) -> Any:
        mano = _mano_del_automatico(estado)
        if mano != pensada_sobre:
            raise ErrorDeRegla("no_es_tu_turno")
        return Tirar(mano.turno, *jugada)

    return armar


def _mano_del_automatico(estado: Mesa) -> Mano:
    mano = estado.mano
    if mano is None or not es_automatico(estado.ocupantes[mano.turno]):
        raise ErrorDeRegla("no_es_tu_turno")
    return mano
