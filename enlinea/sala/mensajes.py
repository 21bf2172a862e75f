"""Todo mensaje del socket de la Sala: sobre `{tipo, version, datos}`, campos cerrados y tipo literal.

La Sala no guarda versión: `version` crece en cada conexión y sólo ordena. Lo desconocido se rechaza con código.
"""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta, Struct

LARGO_MAXIMO = 1000
Numero = Annotated[int, Meta(ge=0, le=99)]


class _Cerrado(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Nada(_Cerrado, frozen=True):
    """Sin datos."""


class Latido(_Cerrado, frozen=True, tag_field="tipo", tag="latido"):
    """Entrada, cada 4 s: sigo aquí. No es actividad."""

    version: int
    datos: Nada = Nada()


class DatosMirar(_Cerrado, frozen=True):
    """Qué página está abierta; los números son los de `conexion.js` y aquí no se usan."""

    pantalla: Annotated[str, Meta(max_length=20)]
    partida: Numero = 0
    mesa: Numero = 0


class Mirar(_Cerrado, frozen=True, tag_field="tipo", tag="mirar"):
    """Entrada: al conectar."""

    version: int
    datos: DatosMirar


class Actividad(_Cerrado, frozen=True, tag_field="tipo", tag="actividad"):
    """Entrada: la persona hizo algo (tecla, toque, clic)."""

    version: int
    datos: Nada = Nada()


class DatosVisible(_Cerrado, frozen=True):
    """`visible` falso: la pestaña quedó detrás y el navegador le espacia los relojes."""

    visible: bool


class Visible(_Cerrado, frozen=True, tag_field="tipo", tag="visible"):
    """Entrada: la pestaña pasó adelante o atrás."""

    version: int
    datos: DatosVisible


Entrada = Latido | Mirar | Actividad | Visible


class Linea(Struct, frozen=True):
    """Un mensaje de la plática, texto plano."""

    id: int
    autor: int
    nombre: str
    texto: str
    hora: str


class Zonas(Struct, frozen=True):
    """HTML de cada zona que cambió, los mensajes nuevos y la hora del servidor en ms.

    `resta`: sólo por consulta, lo mismo que `inactividad`; por el socket va en su mensaje (−2).
    """

    zonas: dict[str, str]
    charlas: list[Linea]
    ahora: int
    resta: int = -2


class Parcial(Struct, frozen=True, tag_field="tipo", tag="parcial"):
    """Salida: lo que cambió."""

    version: int
    datos: Zonas


class Version(Struct, frozen=True, tag_field="tipo", tag="version"):
    """Salida: contestación al latido."""

    version: int
    datos: Nada = Nada()


class Resta(Struct, frozen=True):
    """Segundos para cerrar la sesión; −1: ya no corre."""

    resta: int


class Inactividad(Struct, frozen=True, tag_field="tipo", tag="inactividad"):
    """Salida: falta un minuto para cerrar la sesión, o ya se hizo algo y no se cierra."""

    version: int
    datos: Resta


class Motivo(Struct, frozen=True):
    """Por qué no."""

    codigo: str


class Fuera(Struct, frozen=True, tag_field="tipo", tag="fuera"):
    """Salida: ya no entra a la Sala; el navegador vuelve a la entrada, que dice por qué."""

    datos: Motivo
    version: int = 0


class Rechazo(Struct, frozen=True, tag_field="tipo", tag="rechazo"):
    """Salida: no se entendió y no se hizo nada."""

    datos: Motivo
    version: int = 0


Salida = Parcial | Version | Inactividad | Fuera | Rechazo


class Codec:
    """Traduce entre bytes y mensajes."""

    _entrada: ClassVar[msgspec.json.Decoder[Entrada]] = msgspec.json.Decoder(Entrada)
    _salida: ClassVar[msgspec.json.Encoder] = msgspec.json.Encoder()

    @classmethod
    def leer(cls, crudo: str | bytes) -> Entrada | None:
        """El mensaje, o None si no es uno de los declarados."""
        if len(crudo) > LARGO_MAXIMO:
            return None
        try:
            return cls._entrada.decode(crudo)
        except (msgspec.DecodeError, UnicodeError):
            return None

    @classmethod
    def escribir(cls, mensaje: Salida) -> str:
        """El texto del mensaje."""
        return cls._salida.encode(mensaje).decode()
