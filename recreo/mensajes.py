"""Los mensajes del socket del Recreo: los de toda página viva, y las zonas que cambiaron."""

from msgspec import Struct

from config.vivo import mensajes as vivos
from config.vivo.mensajes import Fuera, Latido, Mirar, Motivo, Rechazo, Version

__all__ = ["Codec", "Fuera", "Latido", "Mirar", "Motivo", "Parcial", "Rechazo", "Salida", "Version", "Zonas"]

Entrada = Latido | Mirar


class Zonas(Struct, frozen=True):
    """HTML de cada zona que cambió, el mismo que pinta la página."""

    zonas: dict[str, str]


class Parcial(Struct, frozen=True, tag_field="tipo", tag="parcial"):
    """Salida: lo que cambió en la pantalla."""

    version: int
    datos: Zonas


Salida = Parcial | Version | Fuera | Rechazo
Codec: vivos.Codec[Entrada] = vivos.Codec(Entrada)
