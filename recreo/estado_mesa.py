"""Una mesa del Recreo: la hoja que se ve, y lo que el rol dice de ella."""

from dataclasses import dataclass

from recreo.hoja import vista
from recreo.hoja.vista import DiscrepanciaVista, IncidenciaVista, ManoVista, Revision
from reglas.roles import MesaRol

__all__ = ["DiscrepanciaVista", "IncidenciaVista", "ManoVista", "MesaVista", "Revision"]


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
