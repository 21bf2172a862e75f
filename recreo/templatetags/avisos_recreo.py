"""La barra de avisos de las páginas con formulario."""

from typing import Any

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from recreo.identidad import quien_de
from recreo.pantallas.avisos import de_la_barra
from recreo.pantallas.base import Mirada

register = template.Library()


@register.simple_tag(takes_context=True)
def barra_de_avisos(context: Context) -> SafeString:
    """La barra, con los ojos de quien pidió la página."""
    estado, peticion = context["estado"], context["request"]
    quien = quien_de(peticion.session, peticion.user.pk if peticion.user.is_authenticated else None)
    datos: dict[str, Any] = {str(nombre): valor for nombre, valor in context.flatten().items()}
    datos["visor"] = estado.visor(quien)
    mesa = datos.get("mesa") if datos.get("revisada") else None  # la que se está cerrando
    mirada = Mirada("forma", mesa.partida, mesa.numero) if mesa else Mirada("forma")
    datos |= de_la_barra(estado, mirada, datos["visor"])
    return render_to_string("recreo/avisos/_barra.html", datos)
