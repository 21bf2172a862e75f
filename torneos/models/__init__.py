"""Los modelos de los torneos, por lo que guardan."""

from torneos.models.convocatoria import Convocado, Convocatoria
from torneos.models.distancia import Declarado, EnDeclarado
from torneos.models.intranet import ManosDeMesa, Puesto
from torneos.models.mesa import Anotacion, Asiento, Discrepancia, Incidencia, Mesa, Partida, PaseDeMesa, Resultado
from torneos.models.torneo import (
    SUPLENTE,
    TIPOS,
    Auxiliar,
    Disposicion,
    Ensayo,
    Inscrito,
    Orden,
    Premio,
    Restriccion,
    Sancion,
    Suceso,
    Torneo,
)

__all__ = [
    "SUPLENTE",
    "TIPOS",
    "Anotacion",
    "Asiento",
    "Auxiliar",
    "Convocado",
    "Convocatoria",
    "Declarado",
    "Discrepancia",
    "Disposicion",
    "EnDeclarado",
    "Ensayo",
    "Incidencia",
    "Inscrito",
    "ManosDeMesa",
    "Mesa",
    "Orden",
    "Partida",
    "PaseDeMesa",
    "Premio",
    "Puesto",
    "Restriccion",
    "Resultado",
    "Sancion",
    "Suceso",
    "Torneo",
]
