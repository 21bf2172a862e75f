"""Una mesa del Recreo: la hoja que se ve, y lo que el rol dice de ella."""

from dataclasses import dataclass
from datetime import timedelta
from zlib import crc32

from recreo.hoja import vista
from recreo.hoja.vista import DiscrepanciaVista, IncidenciaVista, ManoVista, Revision
from reglas.roles import MesaRol

__all__ = ["DiscrepanciaVista", "IncidenciaVista", "ManoVista", "MesaVista", "Revision"]

VOLVER = timedelta(minutes=10)
"""Lo que quien pasó la mesa puede volver a anotarla con un toque (D745)."""
PASO, CAMBIO, VUELTA = "paso", "cambio", "vuelta"
"""Cómo dejó de anotar el de antes: la pasó él, se la cambiaron, o quien la había pasado volvió."""


@dataclass(frozen=True)
class MesaVista(vista.MesaVista):
    """Una mesa con sus cuatro asientos, sus manos y lo que sigue en ella."""

    partida: int
    rol: MesaRol
    requeridos: tuple[int, ...]

    @property
    def parejas(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Las dos parejas, como las nombra el rol."""
        return self.rol.parejas


def letrero_de(texto: str) -> str:
    """Seña corta de lo que dice una llamada: con otro motivo es otra (D797)."""
    return f"{crc32(texto.encode()):08x}"
