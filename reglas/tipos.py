"""Vocabulario común: metas, desenlaces de una mano, fines de una partida y formatos de un Recreo."""

from enum import StrEnum


class Meta(StrEnum):
    """A qué se juega la partida (RG3)."""

    CIEN = "100"
    DOSCIENTOS = "200"
    JUEGOS_GANADOS = "juegos_ganados"

    @property
    def tantos(self) -> int | None:
        """Tantos que hay que reunir, o None si se juega a manos ganadas."""
        return _TANTOS_DE_META.get(self)


_TANTOS_DE_META = {Meta.CIEN: 100, Meta.DOSCIENTOS: 200}


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
