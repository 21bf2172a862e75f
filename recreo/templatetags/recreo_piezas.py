"""Piezas de las pantallas del Recreo."""

from typing import Any
from uuid import uuid4

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from recreo.estado import EstadoRecreo
from recreo.textos import en_lista

register = template.Library()


@register.simple_tag(takes_context=True)
def id_orden(context: dict[str, Any]) -> SafeString:
    """Identificador de la orden de este formulario. Por el socket va vacío y lo pone el guion: así dos pinturas
    iguales dan el mismo HTML."""
    valor = "" if context.get("en_vivo") else str(uuid4())
    return format_html('<input type="hidden" name="id_orden" value="{}">', valor)


@register.filter
def nombre(estado: EstadoRecreo, numero: int | None) -> str:
    """Nombre del jugador `numero`."""
    return estado.nombre_de(numero) if numero else ""


@register.filter
def pareja(estado: EstadoRecreo, numeros: tuple[int, int]) -> str:
    """«Carmen y Mari»."""
    return en_lista(estado.nombre_de(n) for n in numeros)
