"""Pantallas vivas del Recreo, por nombre."""

from recreo.pantallas import avisos, clasificacion, mesa, organizador, tele
from recreo.pantallas.base import (
    PANTALLAS,
    Contexto,
    Mirada,
    Pantalla,
    Pintadas,
    contexto_de,
    llaves_de,
    pintar,
    puede_mirar,
)

PANTALLAS.update(mesa.PANTALLAS)
PANTALLAS.update(organizador.PANTALLAS)
PANTALLAS.update(clasificacion.PANTALLAS)
PANTALLAS.update(avisos.PANTALLAS)
PANTALLAS.update(tele.PANTALLAS)

__all__ = [
    "PANTALLAS",
    "Contexto",
    "Mirada",
    "Pantalla",
    "Pintadas",
    "contexto_de",
    "llaves_de",
    "pintar",
    "puede_mirar",
]
