"""El tamaño del papel, sin lo que lo dibuja."""

from enum import StrEnum


class Tamano(StrEnum):
    """En qué papel: el de Europa o el de México."""

    A4 = "a4"
    CARTA = "carta"
