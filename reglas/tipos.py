"""Vocabulario común: metas, desenlaces de una mano, fines de una partida y formatos de un Recreo."""

from enum import StrEnum

from reglas.metas import Meta

__all__ = ["NADIE", "SIN_TERMINAL", "Desenlace", "Estado", "Fin", "Formato", "Meta", "TipoDeRol"]

# Donde hay un entero y puede no haber nada; en los diarios están guardados así.
NADIE = -1
"""Ningún asiento o ningún bando."""
SIN_TERMINAL = -1
"""No hay fichas en la mesa."""


class Desenlace(StrEnum):
    """Cómo terminó una mano (RG3)."""

    DOMINADA = "dominada"
    CIERRE = "cierre"
    CIERRE_EMPATADO = "cierre_empatado"


class Fin(StrEnum):
    """Por qué se cerró la mesa."""

    META = "meta"
    TIEMPO = "tiempo"
    DEFAULT = "default"


class Estado(StrEnum):
    """En qué quedó la partida."""

    EN_JUEGO = "en_juego"
    TERMINADA = "terminada"
    SUSPENDIDA = "suspendida"


class Formato(StrEnum):
    """Cómo se reparten las mesas de un Recreo (000 §I.B)."""

    RONDA = "ronda"
    TODOS_CON_TODOS = "todos_con_todos"


class TipoDeRol(StrEnum):
    """Con qué programa se juega (RG11, RG12)."""

    OFICIAL = "oficial"
    EQUILIBRADO = "equilibrado"
