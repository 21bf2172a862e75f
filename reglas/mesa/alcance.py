"""Cuánto se le espera a quien está fuera de alcance (EL7, EL9; 002 §3.2.2). Todo en milisegundos.

Se suma por persona: volver un instante no reinicia nada. En su turno se le devuelve lo que calla hasta un margen, por
turno y por mano; pasado, su reloj corre esté o no. Ausente, tiene cinco minutos en toda la mano, y cada regreso le
cuesta además lo que dure la repetición que provoca.
"""

from reglas.mesa.estado import Mesa
from reglas.mesa.relojes import Plazos


def margen_de(mesa: Mesa, asiento: int, plazos: Plazos) -> int:
    """Lo que aún se le devolvería en este turno, si es el suyo, por lo que calle; 0 si su reloj ya no lo espera."""
    return max(min(plazos.margen - mesa.devuelto, plazos.margen_de_mano - mesa.callado[asiento]), 0)


def espera_de(mesa: Mesa, asiento: int, plazos: Plazos) -> int:
    """Lo que le queda para volver si se le declara ausente ahora: de sus cinco minutos, lo que no ha faltado."""
    return max(plazos.ausencia - mesa.fuera[asiento], 0)
