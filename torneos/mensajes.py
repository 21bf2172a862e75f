"""Los mensajes del socket de un torneo: los de toda página viva, con hasta 256 mesas, y las zonas que cambiaron."""

from typing import Annotated

from msgspec import Meta, Struct

from config.vivo import mensajes as vivos
from config.vivo.mensajes import Fuera, Latido, Motivo, Rechazo, Version

__all__ = ["Codec", "Fuera", "Latido", "Mirar", "Motivo", "Parcial", "Rechazo", "Salida", "Version", "Zonas"]

# con tope: cada mirada distinta se recuerda pintada; los integrantes de un conjunto llevan números desde 1,001
Numero = Annotated[int, Meta(ge=0, le=4096)]


class DatosMirar(vivos.Cerrado, frozen=True):
    """Qué pantalla tiene abierta; en «¿dónde juego?», `mesa` es el número de la persona."""

    pantalla: Annotated[str, Meta(max_length=20)]
    partida: Numero = 0
    mesa: Numero = 0


class Mirar(vivos.Cerrado, frozen=True, tag_field="tipo", tag="mirar"):
    """Entrada: al conectar o cambiar de pantalla. Reconectar es igual que llegar."""

    version: int
    datos: DatosMirar


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
