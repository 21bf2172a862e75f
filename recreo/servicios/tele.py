"""El enlace de la tele: una capacidad que quien manda da, cambia y quita (D496)."""

import secrets

from recreo.servicios.base import E, Operacion, orden

CON_TELE = (E.PREPARACION, E.EN_JUEGO, E.TERMINADO)
"""Terminado también: ahí se ve el final."""


@orden(*CON_TELE)
def tele_abrir(op: Operacion) -> None:
    """Da un enlace nuevo; el de antes, si lo había, deja de servir. Error: `solo_organizador`."""
    op.exigir_mando()
    op.recreo.clave_tele = secrets.token_urlsafe(18)


@orden(*CON_TELE, E.CANCELADO)
def tele_anular(op: Operacion) -> None:
    """Quita el enlace: las pantallas abiertas se apagan. Error: `solo_organizador`."""
    op.exigir_mando()
    op.recreo.clave_tele = ""
