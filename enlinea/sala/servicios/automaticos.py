"""Los automáticos de una mesa: cómo se llaman y en qué lugares van (EL3, D762)."""

from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _

from enlinea.models import Lugar, Mesa
from reglas.reglamento import AMIGOS, reglamento_de_texto


def automaticos(asientos: int = AMIGOS.asientos) -> tuple[str, ...]:
    """Los de los otros asientos, en el orden del turno; que son automáticos lo dice la mesa junto a cada nombre."""
    return (_("Pepe"), _("Rosita"), _("Lola"))[: asientos - 1]


def lugares_de_automaticos(mesa: Mesa, libres: Iterable[int], con_quienes: Collection[str]) -> list[Lugar]:
    """Uno por asiento libre, sin guardar; con otro nombre que el de las personas de la mesa, mientras alcancen."""
    nombres = sorted(automaticos(), key=con_quienes.__contains__)
    return [
        Lugar(mesa=mesa, asiento=asiento, nombre=nombre, respuesta=Lugar.Respuesta.ACEPTO)
        for asiento, nombre in zip(sorted(libres), nombres, strict=False)
    ]


def sin_contar(mesa: Mesa) -> None:
    """Lo que distingue a la completada, sin guardar: ni cuenta ni se enseña, y de otro juego no deja historia."""
    mesa.modo, mesa.se_mira = Mesa.Modo.COMPLETADA, False
    mesa.proyectada = not reglamento_de_texto(mesa.reglamento).oficial
