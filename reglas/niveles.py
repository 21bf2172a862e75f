"""Los tres niveles del jugador automático de la mesa de práctica (EL3)."""

from collections.abc import Callable
from enum import StrEnum

from reglas.analisis.fuerte import FUERTE, MEDIO, elegir_calculando, siempre
from reglas.automatas import Opcion, VistaDeAsiento, elegir


class Nivel(StrEnum):
    """Cuánto juega."""

    SIMPLE = "simple"
    """Reglas de dedo (`automatas`)."""
    MEDIO = "medio"
    """Calcula los finales, con pocas muestras."""
    FUERTE = "fuerte"
    """Calcula en cuanto van cuatro fichas jugadas."""


ESFUERZOS = {Nivel.MEDIO: MEDIO, Nivel.FUERTE: FUERTE}


def elegir_como(nivel: Nivel, vista: VistaDeAsiento, semilla: int, sigue: Callable[[], bool] = siempre) -> Opcion:
    """La (ficha, extremo) que tira un automático de ese nivel, siempre legal.

    Determinista por vista y semilla mientras `sigue` no lo corte. `ValueError` si nada tiene cabida.
    """
    esfuerzo = ESFUERZOS.get(nivel)
    return elegir(vista, semilla) if esfuerzo is None else elegir_calculando(vista, semilla, esfuerzo, sigue)
