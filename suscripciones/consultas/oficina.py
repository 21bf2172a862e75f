"""Lo que la oficina mira: qué espera, y lo de una persona. Todo acotado: ninguna página crece con los años (D510)."""

from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Exists, OuterRef, Q, QuerySet

from suscripciones.consultas import fin_de_aviso
from suscripciones.models import (
    AvisoApagado,
    Cobro,
    CorreoPorSalir,
    Cuenta,
    NotaDeLaCasa,
    Suscripcion,
    Suspension,
)

CABEN = 10
"""Renglones de cada cosa en la página de una persona; lo demás, en su lista."""
CABEN_EN_EL_RASTRO = 20
CABEN_SUYOS = 200
TOPE = 100
"""Hasta cuántos se cuenta en el inicio: de ahí en adelante da lo mismo, y contar cien mil tarda."""
UNA_SEMANA = timedelta(days=7)
UN_DIA = timedelta(days=1)
MUCHOS_INTENTOS = 3


def cuantos(cuales: QuerySet[Any]) -> int:
    """Cuántos son, hasta `TOPE`."""
    return cuales.order_by()[:TOPE].count()


# --- lo que espera ----------------------------------------------------------------------------------------------------
def sin_conciliar(ahora: datetime) -> QuerySet[Cobro]:
    """Los de en línea que llevan más de un día sin saberse si se pagaron."""
    abiertos = Cobro.objects.filter(estado__in=(Cobro.Estado.CREADO, Cobro.Estado.COMPROBANTE))
    return abiertos.exclude(por=Cobro.Por.MANUAL).filter(creado__lt=ahora - UN_DIA)


def en_disputa() -> QuerySet[Cobro]:
    """Los que el banco disputa."""
    return Cobro.objects.filter(estado=Cobro.Estado.DISPUTADO)


def por_devolver() -> QuerySet[Cobro]:
    """Los que tienen dinero de más."""
    return Cobro.objects.filter(sobra__gt=0)


def por_vencer(ahora: datetime) -> QuerySet[Cuenta]:
    """Cuentas activas a las que les quedan quince días o menos."""
    suyas = Suscripcion.objects.filter(cuenta=OuterRef("pk"), anulada_en__isnull=True)
    valen = suyas.filter(inicio__lte=ahora, fin__gt=ahora)
    despues = suyas.filter(fin__gt=fin_de_aviso(ahora))
    return Cuenta.objects.filter(Exists(valen), ~Exists(despues), is_active=True)


def correos_que_fallaron(ahora: datetime) -> QuerySet[CorreoPorSalir]:
    """Los de la semana que no llegaron, y los que llevan varios intentos sin salir."""
    malos = Q(estado__in=(CorreoPorSalir.Estado.RECHAZADO, CorreoPorSalir.Estado.CADUCADO))
    atorados = Q(estado=CorreoPorSalir.Estado.PENDIENTE, intentos__gte=MUCHOS_INTENTOS)
    return CorreoPorSalir.objects.filter(malos | atorados, creado__gt=ahora - UNA_SEMANA)


# --- lo de una persona ------------------------------------------------------------------------------------------------
def avisos_apagados_de(cuenta_id: int) -> set[str]:
    """Los correos que no quiere."""
    return set(AvisoApagado.objects.filter(cuenta_id=cuenta_id).values_list("aviso", flat=True))


def notas_de(cuenta_id: int) -> QuerySet[NotaDeLaCasa]:
    """Las últimas notas de la casa."""
    return NotaDeLaCasa.objects.filter(cuenta_id=cuenta_id).select_related("por")[:CABEN]


def pagos_para_atender(cuenta_id: int) -> QuerySet[Cobro]:
    """Sus últimos pagos, también los que no se completaron."""
    return Cobro.objects.filter(cuenta_id=cuenta_id).select_related("plan", "suscripcion")[:CABEN]


def periodos_de(cuenta_id: int) -> QuerySet[Suscripcion]:
    """Sus últimos periodos, con los anulados."""
    return Suscripcion.objects.filter(cuenta_id=cuenta_id).select_related("plan", "registrada_por")[:CABEN]


def suspensiones_recientes(cuenta_id: int) -> QuerySet[Suspension]:
    """Sus últimas suspensiones y bloqueos."""
    return Suspension.objects.filter(cuenta_id=cuenta_id).select_related("puesta_por")[:CABEN]


def sesiones_de(cuenta_id: int) -> QuerySet[UserSession]:
    """Sus sesiones abiertas, de la más usada a la menos."""
    suyas: QuerySet[Any] = UserSession.objects.filter(user_id=cuenta_id).order_by("-last_seen_at")
    return suyas[:CABEN]


def rastro_de_la_persona(cuenta_id: int) -> QuerySet[LogEntry]:
    """Lo último que la administración hizo con su cuenta, sus pagos, sus periodos y sus suspensiones."""
    cuales = Q(content_type=_tipo(Cuenta), object_id=str(cuenta_id))
    for modelo in (Cobro, Suscripcion, Suspension):
        suyos = modelo._default_manager.filter(cuenta=cuenta_id).order_by("-pk").values_list("pk", flat=True)
        cuales |= Q(content_type=_tipo(modelo), object_id__in=[str(pk) for pk in suyos[:CABEN_SUYOS]])
    return LogEntry.objects.filter(cuales).select_related("user", "content_type")[:CABEN_EN_EL_RASTRO]


def _tipo(modelo: Any) -> ContentType:
    return ContentType.objects.get_for_model(modelo)
