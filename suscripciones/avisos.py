"""Avisos de vencimiento: a 15, 3 y 0 días, cada uno una sola vez (SU2)."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from suscripciones import cartero, correos
from suscripciones.consultas import Vigencia, planes_activos, vigencia
from suscripciones.entrada import codigos_limpiar
from suscripciones.models import AvisoDeVencimiento, Cuenta
from suscripciones.periodos import umbral

# el aviso de «vence en 3 días» no sirve si sale una semana después
UN_DIA = timedelta(days=1)


def _avisar(cuenta: Cuenta, como: Vigencia, cual: int, ahora: datetime) -> bool:
    """Anota el aviso y echa el correo al buzón, las dos cosas o ninguna; falso si ya estaba."""
    with transaction.atomic():
        _aviso, nuevo = AvisoDeVencimiento.objects.get_or_create(
            cuenta=cuenta, fin=como.hasta, umbral=cual, defaults={"enviado_en": ahora}
        )
        if nuevo:
            datos = {"cuenta": cuenta, "vigencia": como, "planes": planes_activos()}
            correos.enviar("vencimiento", cuenta.email, datos, motivo=correos.Motivo.VENCIMIENTO, vale=UN_DIA)
        return nuevo


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
        enviados += _avisar(cuenta, como, cual, ahora)
    return enviados


def barrer() -> str:
    """Un barrido: avisos que tocan, códigos y correos viejos. Vale repetirlo y correrlo en varios procesos a la vez."""
    ahora = timezone.now()
    avisos, codigos, viejos = avisos_de_vencimiento(ahora), codigos_limpiar(ahora), cartero.limpiar(ahora)
    return f"avisos: {avisos} · códigos borrados: {codigos} · correos borrados: {viejos}"
