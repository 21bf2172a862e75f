"""Lo que las páginas de las llaves de acceso le pasan a su guion, sin nada en línea."""

import json
from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder

register = template.Library()


@register.filter
def como_json(valor: Any) -> str:
    """Para un atributo: la plantilla lo escapa."""
    return json.dumps(valor, cls=DjangoJSONEncoder)
