"""La jugada de un automático: decide con la misma vista que tendría una persona en su asiento (EL8)."""

from typing import Any

from reglas.automatas import elegir, mirar
from reglas.errores import ErrorDeRegla
from reglas.mesa.estado import Mesa
from reglas.mesa.ordenes import Tirar


def jugada_automatica(estado: Mesa) -> Any:
    """La orden del automático en turno. Levanta `no_es_tu_turno` si ya no le toca a uno."""
    mano = estado.mano
    if mano is None or estado.ocupantes[mano.turno] >= 0:
        raise ErrorDeRegla("no_es_tu_turno")
    ficha, extremo = elegir(mirar(mano, estado.meta), estado.num)
    return Tirar(mano.turno, ficha, extremo)
