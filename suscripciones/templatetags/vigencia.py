"""«Tu suscripción termina el…», en cada página desde quince días antes: `{% load vigencia %}`."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django import template
from django.utils import timezone

from config.comun import fechas
from suscripciones.cobros.dinero import escrito
from suscripciones.consultas import cobros as consultas

register = template.Library()


@register.inclusion_tag("suscripciones/_por_vencer.html", takes_context=True)
def por_vencer(context: template.Context) -> dict[str, Any]:
    """El aviso, a quien entró y le quedan pocos días; a los demás, nada."""
    quien = getattr(context.get("request"), "user", None)
    if quien is None or not quien.is_authenticated:
        return {}
    return {"como": consultas.por_vencer(quien.pk, timezone.now()), "base_principal": context.get("base_principal")}


@register.filter
def en_moneda(importe: Decimal, moneda: str) -> str:
    """«36.00 USD», siempre igual."""
    return escrito(importe, moneda)


@register.filter
def en_dia(dia: date) -> str:
    """«3 de noviembre de 2026»."""
    return fechas.en_dia(dia)


@register.filter
def en_dia_y_hora(instante: datetime) -> str:
    """«el 3 de noviembre de 2026 a las 6:05 p.m.»: la hora, siempre de esta manera."""
    return fechas.cuando(instante)
