"""Piezas de las pantallas del Recreo."""

from collections.abc import Hashable
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from recreo.estado import EstadoRecreo
from recreo.textos import en_lista

register = template.Library()


@register.simple_tag(takes_context=True)
def id_orden(context: dict[str, Any]) -> SafeString:
    """Identificador de la orden de este formulario. Por el socket va vacío y lo pone el guion: así dos pinturas
    iguales dan el mismo HTML."""
    valor = "" if context.get("en_vivo") else str(uuid4())
    return format_html('<input type="hidden" name="id_orden" value="{}">', valor)


@register.simple_tag(takes_context=True)
def pieza(context: Context, plantilla: str, *llave: Hashable) -> str:
    """Incluye un parcial que se ve igual con la misma `llave`: por el socket se pinta una vez para todos.

    La llave dice TODO lo que el parcial lee: lo que se olvide en ella lo vería un público que no es el suyo.
    """

    def hacer() -> str:
        with context.push():
            return str(context.template.engine.get_template(plantilla).render(context))

    pintadas = context.get("pintadas")
    if pintadas is None:
        return mark_safe(hacer())
    return mark_safe(
        pintadas.tomar_pieza((plantilla, context["mirada"].pantalla, context["estado"].codigo, llave), hacer)
    )


@register.filter
def nombre(estado: EstadoRecreo, numero: int | None) -> str:
    """Nombre del jugador `numero`."""
    return estado.nombre_de(numero) if numero else ""


@register.filter
def sin_signo(valor: Decimal) -> Decimal:
    """El importe, cuando lo que es (debe, le deben) va con palabras."""
    return abs(valor)


@register.filter
def pareja(estado: EstadoRecreo, numeros: tuple[int, int]) -> str:
    """«Carmen y Mari»."""
    return en_lista(estado.nombre_de(n) for n in numeros)
