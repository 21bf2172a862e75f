"""Piezas de las pantallas de torneos: el formulario de una orden y el nombre de un formato."""

import re
from functools import lru_cache
from typing import Any
from uuid import uuid4

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from torneos.porque.voz import MARCA
from torneos.textos import FORMATOS, MODALIDADES

register = template.Library()


@register.simple_block_tag(takes_context=True)
def orden(
    context: dict[str, Any], content: str, accion: str, siguiente: str = "", clase: str = "", id: str = ""
) -> SafeString:
    """`{% orden "partida_cerrar" %}…{% endorden %}`: el formulario, con su identificador y a dónde volver."""
    return _formulario(context, content, _direccion(context, accion), siguiente, clase, id)


def _direccion(context: dict[str, Any], accion: str) -> str:
    return reverse("torneos:orden", args=[context["estado"].codigo, accion])


@register.simple_block_tag(takes_context=True)
def orden_de_mesa(context: dict[str, Any], content: str, accion: str, clase: str = "", id: str = "") -> SafeString:
    """Lo mismo, desde el teléfono que trae la hoja de la mesa."""
    direccion = reverse("torneos:orden_de_mesa", args=[context["mesa"].clave, accion])
    return _formulario(context, content, direccion, "", clase, id)


def _formulario(
    context: dict[str, Any], content: str, direccion: str, siguiente: str, clase: str, id: str
) -> SafeString:
    vivo = context.get("en_vivo")
    ocultos = [("id_orden", "" if vivo else str(uuid4())), ("siguiente", siguiente)]
    if not vivo and context.get("csrf_token"):
        ocultos.append(("csrfmiddlewaretoken", str(context["csrf_token"])))
    campos = format_html_join(
        "", '<input type="hidden" name="{}" value="{}">', [(n, v) for n, v in ocultos if v or n == "id_orden"]
    )
    # en una pantalla viva la manda el guion y no se sale de ella; en las demás se vuelve a donde dice
    como = "data-una-vez" if siguiente else "data-orden"
    return format_html(
        '<form method="post" action="{}"{}{} {}>{}{}</form>',
        direccion,
        format_html(' class="{}"', clase) if clase else "",
        format_html(' id="{}"', id) if id else "",
        mark_safe(como),
        campos,
        mark_safe(content),
    )


@register.filter
def formato_entero(torneo: Any) -> str:
    """«Azteca a 100 tantos», «Parejas, Maya a juegos ganados» o «Multibolsa a 2 bolsas, a 100 tantos»."""
    modalidad = "" if torneo.modalidad == "individual" else f"{MODALIDADES[torneo.modalidad]}, "
    if torneo.tipo in ("azteca", "maya"):
        return f"{modalidad}{FORMATOS[torneo.tipo]} {torneo.meta.dicha}"
    bolsas = f" {_('a %(n)d bolsas') % {'n': torneo.bolsas}}" if torneo.bolsas else ""
    return f"{modalidad}{FORMATOS[torneo.tipo]}{bolsas}, {torneo.meta.dicha}"


_PARTIDA = re.compile(rf"\bpartida (\d{{1,2}}){MARCA}(\d{{1,5}}){MARCA}")


_PREGUNTA = re.compile(r"^¿[^?]*\?")
"""«¿Y la mesa 3?»: con lo que un motivo empieza, para encontrarlo de una mirada."""


@register.simple_tag
def con_partidas(frase: str, codigo: str, partida: int = 0, quien: int = 0) -> SafeString:
    """Un motivo que dice en qué partida ya coincidieron lleva a la mesa que tuvieron en ella (D730, D777).

    `partida` y `quien`: la hoja y la persona de donde se viene, para poder volver; sin ellas no se vuelve.
    """
    regreso = f"&amp;volver={partida}-{quien}" if partida and quien else ""

    def enlace(hallado: re.Match[str]) -> str:
        n, numero = hallado[1], hallado[2]
        return f'<a href="{_de_partida(codigo, int(n))}?quien={numero}{regreso}#j-{numero}">partida {n}</a>'

    llana = _PARTIDA.sub(enlace, conditional_escape(frase))
    return mark_safe(_PREGUNTA.sub(r"<strong>\g<0></strong>", llana))


@lru_cache(maxsize=256)
def _de_partida(codigo: str, numero: int) -> str:
    return reverse("torneos:partida", args=[codigo, numero])


@register.filter
def llevaba(cuanto: int, torneo: Any) -> str:
    """«2 puntos» o «1 ganada»."""
    if torneo.meta.tantos:
        return ngettext("%(n)s punto", "%(n)s puntos", cuanto) % {"n": cuanto}
    return ngettext("%(n)s ganada", "%(n)s ganadas", cuanto) % {"n": cuanto}


@register.filter
def formato(tipo: str) -> str:
    """«Azteca» o «Maya»."""
    return str(FORMATOS[tipo])
