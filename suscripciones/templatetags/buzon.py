"""Etiquetas de la demostración: `{% load buzon %}`."""

import re
from typing import Any

from django import template
from django.conf import settings
from django.template.defaultfilters import linebreaks_filter, urlize
from django.utils.safestring import SafeString, mark_safe

from suscripciones.demo import CUENTAS_DEMO

register = template.Library()
CODIGO = re.compile(r"\b\d{6}\b")


@register.filter
def codigo_en(asunto: str) -> str:
    """El código de seis cifras del asunto, o nada."""
    hallado = CODIGO.search(asunto)
    return hallado.group() if hallado else ""


@register.filter
def enlazado(cuerpo: str) -> SafeString:
    """El cuerpo con sus enlaces y sus renglones; lo demás, escapado."""
    return mark_safe(linebreaks_filter(urlize(cuerpo, autoescape=True), autoescape=False))


@register.inclusion_tag("suscripciones/_cuentas_demo.html")
def cuentas_demo() -> dict[str, Any]:
    """Qué cuentas usar; fuera de la demostración no dice nada."""
    cuentas = CUENTAS_DEMO if settings.DEMO else []
    return {"cuentas": [{"nombre": n, "correo": c, "clave": k, "papel": p} for n, c, k, p in cuentas]}
