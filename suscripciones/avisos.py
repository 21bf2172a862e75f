"""Avisos de vencimiento: a 15, 3 y 0 días, cada uno una sola vez (SU2)."""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from suscripciones import correos
from suscripciones.consultas import planes_activos, vigencia
from suscripciones.entrada import codigos_limpiar
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import AvisoDeVencimiento, Cuenta
from suscripciones.periodos import umbral

# Si un proceso apartó el aviso y murió sin enviarlo, otro lo retoma pasado este tiempo.
RETOMAR = timedelta(minutes=15)


def _apartar(cuenta_id: int, fin: datetime, cual: int, ahora: datetime) -> AvisoDeVencimiento | None:
    """Aparta el aviso para este barrido; nada si otro ya lo envió o lo está enviando."""
    try:
        with transaction.atomic():
            return AvisoDeVencimiento.objects.create(cuenta_id=cuenta_id, fin=fin, umbral=cual, apartado_en=ahora)
    except IntegrityError:
        suyo = AvisoDeVencimiento.objects.filter(cuenta_id=cuenta_id, fin=fin, umbral=cual)
        retomado = suyo.filter(enviado_en__isnull=True, apartado_en__lte=ahora - RETOMAR).update(apartado_en=ahora)
        return suyo.first() if retomado else None


def avisos_de_vencimiento(ahora: datetime) -> int:
    """Manda los avisos que tocan; se puede llamar cuanto se quiera y desde varios procesos. Devuelve cuántos."""
    enviados = 0
    en_plazo = Q(
        suscripciones__anulada_en__isnull=True,
        suscripciones__fin__gt=ahora - timedelta(days=5),
        suscripciones__fin__lt=ahora + timedelta(days=17),
    )
    for cuenta in Cuenta.objects.filter(en_plazo, is_active=True).distinct().order_by("id"):
        como = vigencia(cuenta.pk, ahora)
        cual = umbral(como.dias) if como.hasta else None
        if como.hasta is None or cual is None:
            continue
        aviso = _apartar(cuenta.pk, como.hasta, cual, ahora)
        if aviso is None:
            continue
        try:
            correos.enviar(
                "vencimiento", cuenta.email, {"cuenta": cuenta, "vigencia": como, "planes": planes_activos()}
            )
        except ErrorDeSuscripcion:
            continue  # queda apartado: se retoma en un barrido siguiente
        AvisoDeVencimiento.objects.filter(pk=aviso.pk).update(enviado_en=timezone.now())
        enviados += 1
    return enviados


def barrer() -> str:
    """Un barrido: avisos que tocan y códigos viejos. Vale repetirlo y correrlo en varios procesos a la vez."""
    ahora = timezone.now()
    return f"avisos: {avisos_de_vencimiento(ahora)} · códigos borrados: {codigos_limpiar(ahora)}"
