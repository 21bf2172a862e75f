"""Suspender, bloquear y levantar por decisión de la administración (SU3, SA3), y quitarle la sesión al suspendido.

Guarda `suscripciones`, que avisa a la Sala al confirmar. La mesa, la Sala y las páginas lo ven en menos de 2 s.
"""

from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from uuid import UUID

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase

from enlinea.errores import ErrorDeServicio
from enlinea.servicios.sala import autenticacion_quitar
from suscripciones import consultas as suscripciones
from suscripciones import servicios as cuentas
from suscripciones.consultas import SUSPENSION_EN_SESION
from suscripciones.errores import ErrorDeSuscripcion


def cuenta_suspender(
    *, cuenta_id: int, administrador_id: int, motivo: str, hasta: datetime | None, id_orden: UUID, ahora: datetime
) -> int:
    """Suspende desde `ahora` hasta ese instante (None: la bloquea, sin fin); devuelve el número de la suspensión.

    `motivo`, hasta 200 letras, lo lee la persona al entrar. Repetir la orden no suspende dos veces. Errores:
    `sin_permiso` (`suscripciones.add_suspension`), `cuenta_desconocida`, `motivo_vacio`, `motivo_largo`,
    `fechas_al_reves`, `orden_ajena`.
    """
    return _traducido(
        lambda: cuentas.cuenta_suspender(
            cuenta_id=cuenta_id, desde=ahora, hasta=hasta, motivo=motivo, puesta_por_id=administrador_id,
            id_orden=id_orden,
        ).pk
    )  # fmt: skip


def cuenta_bloquear(*, cuenta_id: int, administrador_id: int, motivo: str, id_orden: UUID, ahora: datetime) -> int:
    """Bloquea sin fin (002 §3.3.2.5.3) hasta que alguien lo levante. Mismos errores que `cuenta_suspender`."""
    return cuenta_suspender(
        cuenta_id=cuenta_id, administrador_id=administrador_id, motivo=motivo, hasta=None, id_orden=id_orden,
        ahora=ahora,
    )  # fmt: skip


def suspension_levantar(*, suspension_id: int, administrador_id: int, motivo: str, ahora: datetime) -> int:
    """La termina antes de tiempo, con motivo; sus tarjetas siguen en el expediente y ya no cuentan. Idempotente.

    Errores: `sin_permiso` (`suscripciones.change_suspension`), `motivo_vacio`, `motivo_largo`,
    `suspension_desconocida`.
    """
    return _traducido(
        lambda: (
            cuentas.suspension_levantar(
                suspension_id=suspension_id, levantada_por_id=administrador_id, motivo=motivo, ahora=ahora
            ).pk
        )
    )


def _traducido(hacer: Callable[[], int]) -> int:
    try:
        return hacer()
    except ErrorDeSuscripcion as error:
        raise ErrorDeServicio(error.codigo, **error.datos) from error


# --- la sesión del suspendido -----------------------------------------------------------------------------------------
def sesion_suspender(clave: str, cuenta_id: int, ahora: datetime) -> None:
    """Si la sesión es de esa cuenta y está suspendida, le quita su elemento de autenticación (002 §3.3.3). Idempotente.

    La que se abrió después, ya sabiéndolo, se queda: con ella ve su expediente y sus Recreos.
    """
    suspension = suscripciones.suspension_vigente(cuenta_id, ahora)
    sesion: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(clave)
    suya = bool(clave) and str(sesion.get(SESSION_KEY)) == str(cuenta_id)
    if suspension is not None and suya and not sesion_ya_avisada(sesion, suspension.pk):
        sesion_quitar(sesion, suspension.pk)
        sesion.save()


def sesion_ya_avisada(sesion: SessionBase, suspension_id: int) -> bool:
    """Si a esta sesión ya se le quitó la autenticación por esa suspensión, y volvió a entrar."""
    avisada: object = sesion.get(SUSPENSION_EN_SESION)
    return avisada == suspension_id


def sesion_quitar(sesion: SessionBase, suspension_id: int) -> None:
    """Quita la autenticación y deja dicho por cuál suspensión; guardarla es de quien la abrió."""
    autenticacion_quitar(sesion)
    sesion[SUSPENSION_EN_SESION] = suspension_id
