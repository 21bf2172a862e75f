"""El acta de un Recreo: escribirla y leerla (docs/actas.md)."""

from recreo.actas.escritura import Importada, exportar, importar, leer_archivo, leer_contenido
from recreo.actas.lectura import ErrorDeActa

__all__ = [
    "ErrorDeActa",
    "Importada",
    "exportar",
    "importar",
    "leer_archivo",
    "leer_contenido",
]
