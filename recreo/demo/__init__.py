"""Los Recreos que trae `make run`."""

from recreo.demo.guion import CLUB, RONDA, cargar

__all__ = [
    "CLUB",
    "RONDA",
    "cargar",
]
