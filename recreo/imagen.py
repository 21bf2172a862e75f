"""Limpiar una foto: de lo que llegue, un JPEG derecho, chico y sin nada más que sus puntos (RE8).

Los puntos se copian a una imagen nueva: la ubicación, la hora, el aparato y lo que venga escondido tras la foto se
quedan fuera. De una en una, para no llenar la memoria.
"""

from dataclasses import dataclass
from io import BytesIO
from threading import Lock

from PIL import Image, ImageOps, UnidentifiedImageError

from recreo.errores import ErrorDeServicio

PESO_MAXIMO = 1_800_000
"""Lo que se sube: con el formulario, cabe en los 2 MB del proxy. El guion la achica antes."""
EN_MEGAS = "1.8"
PUNTOS_MAXIMOS = 40_000_000
LADO = 1600
"""Con esto se lee a lápiz una hoja carta."""
GUARDADO_MAXIMO = 600 * 1024
CALIDADES = (80, 65, 50, 35)
FORMATOS = ("JPEG", "PNG", "WEBP")

_turno = Lock()


@dataclass(frozen=True, slots=True)
class Limpia:
    """Lo que se guarda."""

    jpeg: bytes
    ancho: int
    alto: int


def limpiar(contenido: bytes) -> Limpia:
    """Errores: `foto_grande`, `foto_ilegible`."""
    if len(contenido) > PESO_MAXIMO:
        raise ErrorDeServicio("foto_grande", maximo=EN_MEGAS)
    with _turno:
        try:
            imagen = _abrir(contenido)
        except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as e:
            raise ErrorDeServicio("foto_ilegible") from e
        for calidad in CALIDADES:
            salida = BytesIO()
            imagen.save(salida, "JPEG", quality=calidad, optimize=True)
            if salida.tell() <= GUARDADO_MAXIMO:
                return Limpia(salida.getvalue(), *imagen.size)
    raise ErrorDeServicio("foto_grande", maximo=EN_MEGAS)


def _abrir(contenido: bytes) -> Image.Image:
    """Derecha y del tamaño que se guarda; sólo con sus puntos."""
    with Image.open(BytesIO(contenido), formats=FORMATOS) as cruda:
        ancho, alto = cruda.size
        if ancho * alto > PUNTOS_MAXIMOS:
            raise ErrorDeServicio("foto_grande", maximo=EN_MEGAS)
        cruda.draft("RGB", (LADO, LADO))
        derecha = ImageOps.exif_transpose(cruda).convert("RGB")
    derecha.thumbnail((LADO, LADO))
    sola = Image.new("RGB", derecha.size)
    sola.paste(derecha)
    return sola
