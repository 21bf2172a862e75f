"""Todo mensaje del socket del Recreo: sobre `{tipo, version, datos}`, campos cerrados y tipo literal.

La versión sólo ordena avisos: el navegador descarta lo repetido. Lo desconocido se rechaza con código.
"""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta, Struct

LARGO_MAXIMO = 2000
# con tope: cada mirada distinta se recuerda pintada
Numero = Annotated[int, Meta(ge=0, le=99)]


class Nada(Struct, frozen=True, forbid_unknown_fields=True):
    """Sin datos."""


class Mirada(Struct, frozen=True, forbid_unknown_fields=True):
    """Qué pantalla tiene abierta el navegador."""

    pantalla: str
    partida: Numero = 0
    mesa: Numero = 0


class Latido(Struct, frozen=True, forbid_unknown_fields=True, tag_field="tipo", tag="latido"):
    """Entrada: «sigo aquí y voy en la versión N». Se contesta siempre, para que el navegador sepa que hay señal."""

    version: int
    datos: Nada = Nada()


class Mirar(Struct, frozen=True, forbid_unknown_fields=True, tag_field="tipo", tag="mirar"):
    """Entrada: al conectar o cambiar de pantalla. Reconectar es igual que llegar."""

    version: int
    datos: Mirada


Entrada = Latido | Mirar


class Zonas(Struct, frozen=True):
    """HTML de cada zona que cambió, el mismo que pinta la página."""

    zonas: dict[str, str]


class Parcial(Struct, frozen=True, tag_field="tipo", tag="parcial"):
    """Salida: lo que cambió en la pantalla."""

    version: int
    datos: Zonas


class Version(Struct, frozen=True, tag_field="tipo", tag="version"):
    """Salida: nada cambió para esta pantalla; va en la versión N."""

    version: int
    datos: Nada = Nada()


class Motivo(Struct, frozen=True):
    """Por qué no se puede."""

    codigo: str


class Fuera(Struct, frozen=True, tag_field="tipo", tag="fuera"):
    """Salida: esta persona ya no entra a este Recreo; el navegador vuelve a la entrada."""

    datos: Motivo
    version: int = 0


class Rechazo(Struct, frozen=True, tag_field="tipo", tag="rechazo"):
    """Salida: el mensaje no se entendió y no se hizo nada."""

    datos: Motivo
    version: int = 0


Salida = Parcial | Version | Fuera | Rechazo


class Codec:
    """Traduce entre bytes y mensajes."""

    _entrada: ClassVar[msgspec.json.Decoder[Entrada]] = msgspec.json.Decoder(Entrada)
    _salida: ClassVar[msgspec.json.Encoder] = msgspec.json.Encoder()

    @classmethod
    def leer(cls, texto: str | bytes) -> Entrada | None:
        """El mensaje, o None si no es uno de los declarados."""
        if len(texto) > LARGO_MAXIMO:
            return None
        try:
            return cls._entrada.decode(texto)
        except msgspec.DecodeError:
            return None

    @classmethod
    def escribir(cls, mensaje: Salida) -> str:
        """El mensaje como texto JSON."""
        return cls._salida.encode(mensaje).decode()
