"""Correo de invitación a un Recreo (RE3): corto, en español; el asunto dice quién invita."""

from collections.abc import Sequence

from recreo.models import Jugador, Recreo
from suscripciones import servicios as cuentas

TEMA = "recreo"


def invitaciones_mandar(recreo: Recreo, invita: str, enlace: str, a: Sequence[Jugador]) -> None:
    """Una invitación a cada quien, en la transacción de quien invita; la referencia dice de qué Recreo era."""
    for j in a:
        cuentas.invitacion_mandar(
            para=j.correo,
            plantilla="recreo/correo/invitacion.txt",
            datos={"recreo": recreo, "invita": invita, "enlace": enlace, "invitacion": j},
            referencia=f"{TEMA}:{recreo.pk}",
        )


def por_invitar(jugadores: Sequence[Jugador]) -> list[Jugador]:
    """Los que tienen correo, no han entrado y no tienen invitación a ese correo."""
    return [j for j in jugadores if j.correo and j.cuenta_id is None and j.numero != 1 and j.invitado_a != j.correo]
