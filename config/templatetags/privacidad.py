"""El aviso de privacidad corto, junto a cada formulario que toma datos: `{% load privacidad %}`."""

from typing import Any

from django import template

from config.base.privacidad import CAPTURAS, responsable

register = template.Library()


@register.inclusion_tag("publico/_aviso_de_datos.html")
def aviso_de_datos(captura: str) -> dict[str, Any]:
    """Qué se pide, para qué y quién responde, con enlace al aviso entero; `captura` es una clave de `CAPTURAS`."""
    return {"captura": CAPTURAS[captura], "responsable": responsable()}
