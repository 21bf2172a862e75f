"""Cómo se explica una suspensión: `{% load sanciones %}`."""

from email.utils import parseaddr
from typing import Any

from django import template
from django.conf import settings
from django.utils import timezone

from suscripciones import consultas
from suscripciones.models import Suspension

register = template.Library()
PLANTILLA = "suscripciones/_suspension.html"


@register.inclusion_tag(PLANTILLA)
def explicar_suspension(suspension: Suspension | None) -> dict[str, Any]:
    """Por qué, hasta cuándo y qué hacer; sin suspensión no dice nada."""
    return {"suspension": suspension, "contacto": parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}


@register.inclusion_tag(PLANTILLA, takes_context=True)
def suspension_de_la_sesion(context: dict[str, Any]) -> dict[str, Any]:
    """En la entrada, por qué se le quitó la sesión: sigue ahí aunque recargue, hasta que termine la suspensión."""
    peticion = context.get("request")
    numero = peticion.session.get(consultas.SUSPENSION_EN_SESION) if peticion is not None else None
    suspension = consultas.suspension_por_avisar(numero, timezone.now()) if isinstance(numero, int) else None
    # el aparato puede ser de varios: se dice de quién es la cuenta
    return {**explicar_suspension(suspension), "de_quien": suspension.cuenta.nombre if suspension else ""}
