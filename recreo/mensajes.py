"""Los mensajes del socket del Recreo: los de toda página viva, y las zonas que cambiaron."""

from msgspec import Struct

from config.vivo import mensajes as vivos
from config.vivo.mensajes import Fuera, Latido, Mirar, Motivo, Rechazo, Version

__all__ = ["Codec", "Fuera", "Latido", "Mirar", "Motivo", "Parcial", "Rechazo", "Salida", "Version", "Visible", "Zonas"]


class DatosVisible(vivos.Cerrado, frozen=True):
    """¿Está adelante?"""

    visible: bool


class Visible(vivos.Cerrado, frozen=True, tag_field="tipo", tag="visible"):
    """Entrada: la pestaña pasó adelante o atrás; a quien la tiene adelante no se le manda push (D293)."""

    version: int
    datos: DatosVisible


Entrada = Latido | Mirar | Visible


class Zonas(Struct, frozen=True):
    """HTML de cada zona que cambió, el mismo que pinta la página."""

    zonas: dict[str, str]


class Parcial(Struct, frozen=True, tag_field="tipo", tag="parcial"):
    """Salida: lo que cambió en la pantalla."""

    version: int
    datos: Zonas


Salida = Parcial | Version | Fuera | Rechazo
Codec: vivos.Codec[Entrada] = vivos.Codec(Entrada)
