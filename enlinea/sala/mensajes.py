"""Los mensajes del socket de la Sala: los de toda página viva y los suyos.

La Sala no guarda versión: `version` crece en cada conexión y sólo ordena. El latido no es actividad (EL1).
"""

from msgspec import Struct

from config.vivo import mensajes as vivos
from config.vivo.mensajes import Fuera, Latido, Mirar, Motivo, Nada, Rechazo, Version

__all__ = [
    "Actividad",
    "Cambio",
    "Codec",
    "DatosVisible",
    "Entrada",
    "Fuera",
    "Inactividad",
    "Latido",
    "Linea",
    "Mirar",
    "Motivo",
    "Nada",
    "Parcial",
    "Rechazo",
    "Resta",
    "Salida",
    "Version",
    "Visible",
    "Zonas",
]

LARGO_MAXIMO = 1000


class Actividad(vivos.Cerrado, frozen=True, tag_field="tipo", tag="actividad"):
    """Entrada: la persona hizo algo (tecla, toque, clic)."""

    version: int
    datos: Nada = Nada()


class DatosVisible(vivos.Cerrado, frozen=True):
    """`visible` falso: la pestaña quedó detrás y el navegador le espacia los relojes."""

    visible: bool


class Visible(vivos.Cerrado, frozen=True, tag_field="tipo", tag="visible"):
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


class Cambio(Struct, frozen=True):
    """Lo que va de la lista `de` a la lista `a`. El navegador que no tiene aquélla vuelve a mirar y le llega entera.

    `pon`: quién, detrás de quién (0: el primero) y su renglón, en orden; si ya estaba, se quita de donde estaba.
    """

    de: int
    a: int
    quita: list[int]
    pon: list[tuple[int, int, str]]


class Zonas(Struct, frozen=True):
    """HTML de cada zona que cambió, los mensajes nuevos y la hora del servidor en ms.

    `listas`: por zona, lo que cambió de una lista que el navegador ya tiene; va en lugar de su HTML.
    `resta`: sólo por consulta, lo mismo que `inactividad`; por el socket va en su mensaje (−2).
    """

    zonas: dict[str, str]
    charlas: list[Linea]
    ahora: int
    resta: int = -2
    listas: dict[str, Cambio] = {}


class Parcial(Struct, frozen=True, tag_field="tipo", tag="parcial"):
    """Salida: lo que cambió."""

    version: int
    datos: Zonas


class Resta(Struct, frozen=True):
    """Segundos para cerrar la sesión; −1: ya no corre."""

    resta: int


class Inactividad(Struct, frozen=True, tag_field="tipo", tag="inactividad"):
    """Salida: falta un minuto para cerrar la sesión, o ya se hizo algo y no se cierra."""

    version: int
    datos: Resta


Salida = Parcial | Version | Inactividad | Fuera | Rechazo
Codec: vivos.Codec[Entrada] = vivos.Codec(Entrada, LARGO_MAXIMO)
