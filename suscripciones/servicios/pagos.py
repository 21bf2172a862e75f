"""Registrar un pago y anularlo (SU2)."""

import uuid
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.inscripciones import avisar_inscripcion
from suscripciones.models import Cuenta, Plan, Suscripcion
from suscripciones.periodos import periodo
from suscripciones.planes import PLANES
from suscripciones.servicios.base import bloquear_cuenta, comprobar_administrador


def suscripcion_registrar(
    *,
    cuenta_id: int,
    plan: str,
    registrada_por_id: int | None,
    ahora: datetime,
    id_orden: uuid.UUID | None = None,
    origen: str = Suscripcion.Origen.MANUAL,
    nota: str = "",
) -> Suscripcion:
    """Registra un pago y extiende desde el fin actual sin perder días (SU2).

    `plan` es su clave. La misma `id_orden` devuelve lo ya registrado. El cobro en línea entrará por aquí con
    `origen=PASARELA` y sin administrador.
    """
    orden = id_orden or uuid.uuid4()
    if origen == Suscripcion.Origen.MANUAL:
        comprobar_administrador(registrada_por_id, "add_suscripcion")
    elif registrada_por_id is not None:
        raise ValueError("La pasarela no registra a nombre de nadie.")
    with transaction.atomic():
        cuenta = bloquear_cuenta(cuenta_id)
        if (repetida := _ya_registrada(orden, cuenta_id, plan)) is not None:
            return repetida
        elegido = _plan_elegido(plan)
        inicio, fin = periodo(_vence(cuenta), elegido.meses, ahora, timezone.get_current_timezone())
        nueva = Suscripcion.objects.create(
            cuenta=cuenta,
            plan=elegido,
            inicio=inicio,
            fin=fin,
            importe=elegido.precio,
            moneda=elegido.moneda,
            origen=origen,
            registrada_por_id=registrada_por_id,
            registrada_en=ahora,
            nota=nota,
            id_orden=orden,
        )
        avisar_inscripcion(cuenta_id)
        return nueva


def suscripcion_anular(*, suscripcion_id: int, anulada_por_id: int, ahora: datetime) -> Suscripcion:
    """Deshace un registro equivocado; sólo el último periodo, para no dejar huecos. Queda el rastro."""
    comprobar_administrador(anulada_por_id, "change_suscripcion")
    with transaction.atomic():
        primera = Suscripcion.objects.filter(pk=suscripcion_id).first()
        if primera is None:
            raise ErrorDeSuscripcion("suscripcion_desconocida")
        bloquear_cuenta(primera.cuenta_id)
        suscripcion = Suscripcion.objects.get(pk=suscripcion_id)
        if suscripcion.anulada_en is not None:
            return suscripcion
        if Suscripcion.objects.filter(
            cuenta_id=suscripcion.cuenta_id, anulada_en__isnull=True, fin__gt=suscripcion.fin
        ).exists():
            raise ErrorDeSuscripcion("no_es_la_ultima")
        suscripcion.anulada_en, suscripcion.anulada_por_id = ahora, anulada_por_id
        suscripcion.save(update_fields=["anulada_en", "anulada_por"])
        avisar_inscripcion(suscripcion.cuenta_id)
        return suscripcion


def _plan_elegido(clave: str) -> Plan:
    """El plan activo de esa clave; los dos del reglamento existen siempre, aunque se haya vaciado la base."""
    for propia, nombre, meses, precio in PLANES:
        if propia == clave:
            Plan.objects.get_or_create(clave=clave, defaults={"nombre": nombre, "meses": meses, "precio": precio})
    elegido = Plan.objects.filter(clave=clave, activo=True).first()
    if elegido is None:
        raise ErrorDeSuscripcion("plan_desconocido", plan=clave)
    return elegido


def _ya_registrada(orden: uuid.UUID, cuenta_id: int, plan: str) -> Suscripcion | None:
    """Lo que esa orden registró antes; la orden de otro pago no se reutiliza."""
    repetida = Suscripcion.objects.filter(id_orden=orden).select_related("plan").first()
    if repetida is not None and (repetida.cuenta_id != cuenta_id or repetida.plan.clave != plan):
        raise ErrorDeSuscripcion("orden_ajena")
    return repetida


def _vence(cuenta: Cuenta) -> datetime | None:
    """Cuándo termina lo último que pagó."""
    ultima = Suscripcion.objects.filter(cuenta=cuenta, anulada_en__isnull=True).order_by("-fin").first()
    return ultima.fin if ultima else None
