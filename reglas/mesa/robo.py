"""Lo que en práctica se le espera a la persona: que robe con su botón y que vea sus fichas (VA5, VA9)."""

from reglas.mano import Mano, puede_robar
from reglas.mesa.estado import Mesa
from reglas.mesa.relojes import Plazos
from reglas.mesa.tipos import Modo, es_automatico


def espera_a_que_robe(mesa: Mesa, mano: Mano) -> bool:
    """Si quien está en turno, que no puede tirar, roba con su botón: sólo en práctica y si es persona (D463)."""
    if mesa.modo is not Modo.PRACTICA or not puede_robar(mano):
        return False
    return not es_automatico(mesa.ocupantes[mano.turno])


def para_mirar(mesa: Mesa, mano: Mano, reloj: int, plazos: Plazos) -> int:
    """Ms que la jugada obligada espera antes de que corran sus tres segundos: aún no ve sus fichas (D758).

    Sólo en práctica, en la primera jugada de la persona en la mano y tras robar, que la ficha es nueva (D758): en las
    mesas entre personas corren luego luego.
    """
    if mesa.modo is not Modo.PRACTICA or reloj == 0 or es_automatico(mesa.ocupantes[mano.turno]):
        return 0
    primera = mano.manos[mano.turno].bit_count() == mesa.reglamento.por_mano
    robo = mano.aparte is not None and mano.aparte.en_turno > 0
    return plazos.mirar if primera or robo or plazos.mirar_siempre else 0
