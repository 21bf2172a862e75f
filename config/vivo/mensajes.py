"""Lo común a toda página viva (`comun/conexion.js`): sobre `{tipo, version, datos}`, campos cerrados y tipo literal.

Cada app declara con estas piezas los mensajes que su socket entiende y los que manda. Lo desconocido se rechaza con
código. La versión sólo ordena avisos: el navegador descarta lo repetido.
"""

from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

# con tope: cada mirada distinta se recuerda pintada
Numero = Annotated[int, Meta(ge=0, le=99)]
E = TypeVar("E")


class Cerrado(Struct, frozen=True, forbid_unknown_fields=True):
    """Un campo de más lo rechaza."""


class Nada(Cerrado, frozen=True):
    """Sin datos."""


class Latido(Cerrado, frozen=True, tag_field="tipo", tag="latido"):
    """Entrada: «sigo aquí y voy en la versión N». Se contesta siempre, para que el navegador sepa que hay señal."""

    version: int
    datos: Nada = Nada()


class DatosMirar(Cerrado, frozen=True):
    """Qué pantalla tiene abierta el navegador."""

    pantalla: Annotated[str, Meta(max_length=20)]
    partida: Numero = 0
    mesa: Numero = 0


class Mirar(Cerrado, frozen=True, tag_field="tipo", tag="mirar"):
    """Entrada: al conectar o cambiar de pantalla. Reconectar es igual que llegar."""

    version: int
    datos: DatosMirar


class Version(Struct, frozen=True, tag_field="tipo", tag="version"):
    """Salida: nada cambió para esta pantalla; va en la versión N."""

    version: int
    datos: Nada = Nada()


class Motivo(Struct, frozen=True):
    """Por qué no se puede."""

    codigo: str


class Fuera(Struct, frozen=True, tag_field="tipo", tag="fuera"):
    """Salida: esta persona ya no entra aquí; el navegador vuelve a la entrada, que dice por qué."""

    datos: Motivo
    version: int = 0


class Rechazo(Struct, frozen=True, tag_field="tipo", tag="rechazo"):
    """Salida: el mensaje no se entendió y no se hizo nada."""

    datos: Motivo
    version: int = 0


class Codec(Generic[E]):
    """Traduce entre bytes y mensajes; `entrada` es la unión de los que se entienden."""

    def __init__(self, entrada: Any, largo_maximo: int = 2000) -> None:
        self._entrada: msgspec.json.Decoder[E] = msgspec.json.Decoder(entrada)
        self._salida = msgspec.json.Encoder()
        self._largo_maximo = largo_maximo

    def leer(self, crudo: str | bytes) -> E | None:
        """El mensaje, o None si no es uno de los declarados, no es JSON o es demasiado largo."""
        if len(crudo) > self._largo_maximo:
            return None
        try:
            return self._entrada.decode(crudo)
        except (msgspec.DecodeError, UnicodeError):
            return None

    def escribir(self, mensaje: Struct) -> str:
        """El mensaje como texto JSON."""
        return self.octetos(mensaje).decode()

    def octetos(self, mensaje: Struct) -> bytes:
        """Lo mismo, en UTF-8: para quien escribe derecho en el socket."""
        return self._salida.encode(mensaje)
