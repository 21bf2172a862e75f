"""Quién puede jugar en línea (SU3)."""

from datetime import datetime

from enlinea.errores import ErrorDeServicio
from suscripciones import consultas as suscripciones
from suscripciones.consultas import Permiso


def permiso_para_jugar(cuenta_id: int | None, ahora: datetime) -> Permiso:
    """SU3: suscripción vigente y sin suspensión; dice por qué no."""
    return suscripciones.puede_organizar(cuenta_id, ahora)


def exigir_permiso(cuenta_id: int, ahora: datetime) -> None:
    """SU3 en cada orden. Errores: `sin_cuenta`, `suspendido`, `suscripcion_vencida`, `suscripcion_ninguna`."""
    permiso = permiso_para_jugar(cuenta_id, ahora)
    if not permiso:
        raise ErrorDeServicio(permiso.motivo)
