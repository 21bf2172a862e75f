"""Dónde cae cada periodo: uno tras otro desde que se pagó, y quitar uno de en medio recorre los que siguen (D423)."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from suscripciones.consultas.cobros import por_vencer_olvidar
from suscripciones.inscripciones import avisar_inscripcion
from suscripciones.models import Suscripcion
from suscripciones.periodos import Contratado, acomodar


def lugares_acomodar(
    *, cuenta_id: int, ahora: datetime, cambio: Suscripcion, vale: bool, anulada_por_id: int | None = None
) -> None:
    """Sienta o quita ese periodo y recorre los que se contrataron después; con la cuenta ya tomada.

    Los anteriores no se tocan: lo que alguien ya usó no cambia de fechas.
    """
    desde = cambio.pagada_en or cambio.registrada_en
    if cambio.pk:
        desde = min(desde, _corre(Suscripcion.objects.get(pk=cambio.pk)))
    valen = _en_orden(Suscripcion.objects.filter(cuenta_id=cuenta_id, anulada_en__isnull=True).exclude(pk=cambio.pk))
    siguen = [uno for uno in valen if _corre(uno) >= desde]
    # fuera de su lugar mientras se acomodan: dos no empiezan a la vez ni un instante
    Suscripcion.objects.filter(pk__in=[uno.pk for uno in siguen]).update(anulada_en=ahora)
    if vale:
        cambio.anulada_en = cambio.anulada_por_id = None
        siguen = sorted([*siguen, cambio], key=_lugar)
    else:
        cambio.anulada_en, cambio.anulada_por_id = cambio.anulada_en or ahora, anulada_por_id or cambio.anulada_por_id
        cambio.save()
    antes = max((uno.fin for uno in valen if _corre(uno) < desde), default=None)
    _sentar(antes, siguen)
    avisar_inscripcion(cuenta_id)
    transaction.on_commit(lambda: por_vencer_olvidar(cuenta_id), robust=True)


def _sentar(antes: datetime | None, siguen: list[Suscripcion]) -> None:
    contratados = (Contratado(_corre(uno), _meses(uno), uno.dias) for uno in siguen)
    for uno, (inicio, fin) in zip(siguen, acomodar(antes, contratados, timezone.get_current_timezone()), strict=True):
        uno.inicio, uno.fin, uno.anulada_en = inicio, fin, None
        uno.save()


def _en_orden(filas: "QuerySet[Suscripcion]") -> "QuerySet[Suscripcion]":
    return filas.select_related("plan").order_by(Coalesce("pagada_en", "registrada_en"), "pk")


def _corre(uno: Suscripcion) -> datetime:
    return uno.pagada_en or uno.registrada_en


def _lugar(uno: Suscripcion) -> tuple[datetime, float]:
    """Por cuándo se pagó; de dos a la vez, primero la que ya estaba."""
    return _corre(uno), uno.pk or float("inf")


def _meses(uno: Suscripcion) -> int:
    return uno.plan.meses if uno.meses is None else uno.meses
