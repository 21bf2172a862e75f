"""Robar con un botón: a quién se espera (VA9)."""

from reglas.mano import Mano, puede_robar
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Modo, es_automatico


def espera_a_que_robe(mesa: Mesa, mano: Mano) -> bool:
    """Si quien está en turno, que no puede tirar, roba con su botón: sólo en práctica y si es persona (D463)."""
    if mesa.modo is not Modo.PRACTICA or not puede_robar(mano):
        return False
    return not es_automatico(mesa.ocupantes[mano.turno])
