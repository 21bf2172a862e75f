"""Lo que las páginas de las llaves de acceso le pasan a su guion, sin nada en línea."""

import json
from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def como_json(valor: Any) -> str:
    """Para un atributo: la plantilla lo escapa."""
    return json.dumps(valor, cls=DjangoJSONEncoder)


@register.simple_tag
def guion_de_llaves() -> SafeString:
    """El guion que habla con el aparato; sólo en las páginas que lo usan."""
    return format_html('<script src="{}" defer></script>', static("js/cuenta/llaves.js"))
