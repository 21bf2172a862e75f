"""Silenciar a alguien para uno mismo, y deshacerlo: su charla deja de llegarle, en la Sala y en las mesas (EL1)."""

from datetime import datetime

from django.db import transaction

from enlinea.convivencia.consultas.silencios import se_conocen
from enlinea.difusion import avisar_al_confirmar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Silencio

TOPE = 300


def silencio_poner(*, cuenta_id: int, callado_id: int, ahora: datetime) -> None:
    """`cuenta_id` deja de recibir lo que escriba `callado_id`, que no se entera. Idempotente.

    Errores: `no_a_ti_mismo`, `persona_inexistente` (o nunca coincidieron: no se distingue, para que nadie averigüe
    nombres), `demasiados_silencios` (más de 300).
    """
    if cuenta_id == callado_id:
        raise ErrorDeServicio("no_a_ti_mismo")
    if not se_conocen(cuenta_id, callado_id):
        raise ErrorDeServicio("persona_inexistente")
    with transaction.atomic():
        if Silencio.objects.filter(quien=cuenta_id).exclude(callado=callado_id).count() >= TOPE:
            raise ErrorDeServicio("demasiados_silencios")
        Silencio.objects.get_or_create(quien_id=cuenta_id, callado_id=callado_id, defaults={"desde": ahora})
        avisar_al_confirmar()


def silencio_quitar(*, cuenta_id: int, callado_id: int) -> None:
    """Lo que escriba desde ahora le vuelve a llegar. Idempotente."""
    with transaction.atomic():
        Silencio.objects.filter(quien=cuenta_id, callado=callado_id).delete()
        avisar_al_confirmar()
