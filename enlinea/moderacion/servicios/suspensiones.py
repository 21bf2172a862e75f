"""Suspender, bloquear y levantar por decisión de la administración (SU3, SA3), y quitarle la sesión al suspendido.

Guarda `suscripciones`, que avisa a la Sala al confirmar. La mesa, la Sala y las páginas lo ven en menos de 2 s.
"""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from enlinea.errores import ErrorDeServicio
from suscripciones import servicios as cuentas
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
