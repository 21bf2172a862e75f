"""Correo de invitación a un Recreo (RE3): corto, en español; el asunto dice quién invita."""

from collections.abc import Sequence
from dataclasses import dataclass
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string

from recreo.models import Jugador, Recreo


@dataclass(frozen=True, slots=True)
class Invitacion:
    """A quién se invita: su número, su nombre y su correo."""

    numero: int
    nombre: str
    correo: str


def invitaciones_mandar(recreo: Recreo, invita: str, enlace: str, a: Sequence[Invitacion]) -> list[Invitacion]:
    """Manda una invitación a cada quien por la misma conexión; devuelve las que no salieron."""
    conexion = get_connection()
    fallidas: list[Invitacion] = []
    for i, invitacion in enumerate(a):
        try:
            conexion.send_messages([_mensaje(recreo, invita, enlace, invitacion)])
        except SMTPException:
            fallidas.append(invitacion)
        except OSError:
            # no hay servidor de correo: insistir con los demás sólo haría esperar
            return [*fallidas, *a[i:]]
    return fallidas


def _mensaje(recreo: Recreo, invita: str, enlace: str, invitacion: Invitacion) -> EmailMessage:
    """El primer renglón de la plantilla es el asunto."""
    datos = {"recreo": recreo, "invita": invita, "enlace": enlace, "invitacion": invitacion}
    texto = render_to_string("recreo/correo/invitacion.txt", datos).strip()
    asunto, _salto, cuerpo = texto.partition("\n")
    return EmailMessage(asunto.strip(), cuerpo.strip() + "\n", settings.DEFAULT_FROM_EMAIL, [invitacion.correo])


def por_invitar(jugadores: Sequence[Jugador]) -> list[Jugador]:
    """Los que tienen correo, no han entrado y no tienen invitación a ese correo."""
    return [j for j in jugadores if j.correo and j.cuenta_id is None and j.numero != 1 and j.invitado_a != j.correo]
