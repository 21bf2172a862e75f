"""La lista de lo que la casa avisa por correo: cada quien apaga lo que no quiere (D513).

Los códigos para entrar, los recibos y las invitaciones no están: los pidió la persona o son su comprobante.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _l

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Aviso(StrEnum):
    """De qué."""

    ACTIVACION = "activacion"
    VENCIMIENTO = "vencimiento"
    SANCION = "sancion"
    LEVANTAMIENTO = "levantamiento"
    MENSAJE = "mensaje"
    TORNEOS = "torneos"
    TRES = "tres"
    CITA = "cita"


class Renglon(NamedTuple):
    """Cómo se dice en la lista y, abajo, cuándo llega."""

    cual: Aviso
    nombre: "_StrPromise"
    cuando: "_StrPromise"


LISTA = (
    Renglon(
        Aviso.ACTIVACION,
        _l("Me dieron tiempo de suscripción"),
        _l("Cuando la administración te da días sin cobro. De lo que pagas llega siempre el recibo."),
    ),
    Renglon(
        Aviso.VENCIMIENTO, _l("Mi suscripción está por terminar"), _l("Quince días antes, tres días antes y ese día.")
    ),
    Renglon(
        Aviso.SANCION,
        _l("Tarjeta roja o suspensión"),
        _l("El motivo y hasta cuándo. También lo lees al entrar."),
    ),
    Renglon(Aviso.LEVANTAMIENTO, _l("Se levantó mi suspensión"), _l("Cuando ya puedes volver antes de lo previsto.")),
    Renglon(
        Aviso.MENSAJE,
        _l("Mensajes de la administración"),
        _l("Sólo si no puedes entrar a la Sala, que es donde se leen. También los lees al entrar."),
    ),
    Renglon(
        Aviso.TORNEOS,
        _l("Invitaciones a torneos"),
        _l("Con suscripción, cuando alguien convoca a uno. Cada torneo, una sola vez."),
    ),
    Renglon(
        Aviso.TRES,
        _l("Ya hay con quién jugar en línea"),
        _l("Una vez, cuando pides en la Sala que te avisemos al haber tres."),
    ),
    Renglon(
        Aviso.CITA,
        _l("Mis mesas con hora"),
        _l("Media hora antes, y si la cambian o la cancelan. De las que te apuntaste."),
    ),
)
