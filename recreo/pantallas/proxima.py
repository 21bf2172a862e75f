"""Lo que le toca a un jugador después: su siguiente mesa o su descanso (RE7, RG11)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from recreo.estado import EstadoRecreo
from recreo.textos import en_lista
from reglas.salida import companero_de, contrarios_de


@dataclass(frozen=True, slots=True)
class Proxima:
    """Su siguiente partida en el programa. Con `descansa`, la partida en que descansa antes de ella."""

    partida: int
    mesa: int
    companero: str
    contrarios: str
    descansa: int | None

    @property
    def frase(self) -> str:
        """«Vuelves en la partida 4, mesa 1, con Mari contra Beto y Nacho.»"""
        datos = {"p": self.partida, "m": self.mesa, "con": self.companero, "contra": self.contrarios}
        if self.descansa:
            vuelta = _("Vuelves en la %(p)d, mesa %(m)d, con %(con)s contra %(contra)s.") % datos
            return _("Descansas la partida %(n)d.") % {"n": self.descansa} + f" {vuelta}"
        return _("Sigues en la partida %(p)d, mesa %(m)d, con %(con)s contra %(contra)s.") % datos


def lo_que_sigue(estado: EstadoRecreo, numero: int) -> Proxima | None:
    """La siguiente mesa de `numero` tras la partida en curso; None si ya no juega más."""
    descansa = None
    for rol in estado.rol.partidas[len(estado.partidas) :]:
        mesa = next((m for m in rol.mesas if numero in m.asientos), None)
        if mesa is None:
            descansa = descansa or rol.numero
            continue
        lugar = mesa.asientos.index(numero)
        return Proxima(
            partida=rol.numero,
            mesa=mesa.numero,
            companero=estado.nombre_de(mesa.asientos[companero_de(lugar)]),
            contrarios=en_lista(estado.nombre_de(mesa.asientos[otro]) for otro in contrarios_de(lugar)),
            descansa=descansa,
        )
    return None
