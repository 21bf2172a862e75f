"""El renglón de una mesa en la lista de todas (RE3)."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from recreo.estado import EstadoRecreo, MesaVista, Visor
from recreo.pantallas import piezas
from recreo.pantallas.piezas import Lado, juega

CLASES = {
    "anotador": "pastilla--ojo",
    "jugando": "pastilla--verde",
    "meta": "pastilla--ojo",
    "por_cerrar": "pastilla--ojo",
    "cerrada": "pastilla--bien",
}


@dataclass(frozen=True)
class MesaEnLista:
    """Una mesa en la lista de todas: marcador compacto y en qué va. Se arma si su renglón se pinta."""

    recreo: EstadoRecreo
    mesa: MesaVista
    visor: Visor

    @property
    def igual(self) -> Hashable:
        """Con la misma llave su renglón se ve igual."""
        return piezas.igual_para(self.recreo, self.mesa, self.visor)

    @property
    def lados(self) -> tuple[Lado, Lado]:
        """Las dos parejas y su marcador."""
        return piezas.lados(self.recreo, self.mesa, self.visor)

    @property
    def mia(self) -> bool:
        """¿Quien mira juega en ella?"""
        return juega(self.mesa, self.visor)

    @cached_property
    def estado(self) -> str:
        """En qué va, en palabras."""
        if self.recreo.estado == "terminado" and not self.mesa.cerrada:
            return _("No contó")
        match self.mesa.etapa:
            case "anotador":
                return _("Sin anotador")
            case "asistencia" | "salidor":
                return _("Por empezar")
            case "jugando":
                return _("Van en la mano %(n)d") % {"n": self.mesa.siguiente}
            case "meta":
                return _("Llegó a la meta")
            case "por_cerrar":
                return _("Por cerrar")
            case _:
                return _("Cerrada")

    @property
    def clase(self) -> str:
        """El color de su pastilla."""
        return CLASES.get(self.mesa.etapa, "")
