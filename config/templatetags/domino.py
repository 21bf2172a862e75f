"""Etiquetas y filtros de toda la aplicación: `{% load domino %}`.

Una ficha, un icono o un importe se dibujan igual en todas las pantallas porque sólo se dibujan aquí.
"""

import json
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django import forms, template
from django.core.serializers.json import DjangoJSONEncoder
from django.urls import NoReverseMatch, reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

register = template.Library()

MENOS = "−"  # signo menos verdadero: alinea con las cifras y el lector lo dice
FORMAS = ("nos", "ellos")
PALOS = (
    ("blanca", "blancas"),
    ("uno", "unos"),
    ("dos", "doses"),
    ("tres", "treses"),
    ("cuatro", "cuatros"),
    ("cinco", "cincos"),
    ("seis", "seises"),
)


@register.simple_tag
def icono(nombre: str, titulo: str = "") -> SafeString:
    """Icono del sprite; con `titulo` se lee, sin él es adorno."""
    return _svg("icono", f"i-{nombre}", titulo)


@register.simple_tag
def dibujo(nombre: str, titulo: str = "") -> SafeString:
    """Dibujo grande del desenlace: `dominada`, `cierre` o `empate`."""
    return _svg("dibujo", f"d-{nombre}", titulo)


@register.simple_tag
def forma(pareja: int | str, titulo: str = "") -> SafeString:
    """Círculo (pareja 0) o rombo (pareja 1): la pareja nunca se distingue sólo por color."""
    nombre = FORMAS[int(pareja)]
    return _svg(f"forma {nombre}", f"s-{nombre}", titulo)


# con tipo: el texto seguro y el que no lo es se escapan distinto
@lru_cache(maxsize=512, typed=True)
def _svg(clase: str, referencia: str, titulo: str) -> SafeString:
    return format_html(
        '<svg class="{}"{} focusable="false"><use xlink:href="#{}"/></svg>',
        clase,
        _lectura(titulo),
        referencia,
    )


def _lectura(titulo: str) -> SafeString:
    """Atributos de accesibilidad: con título es imagen; sin título, adorno."""
    if titulo:
        return format_html(' role="img" aria-label="{}"', titulo)
    return mark_safe(' aria-hidden="true"')


def nombre_de_ficha(a: int, b: int) -> str:
    """Cómo se dice una ficha: «mula de seises», «tres y cinco»."""
    if a == b:
        return _("mula de %(palo)s") % {"palo": _(PALOS[a][1])}
    menor, mayor = sorted((a, b))
    return _("%(menor)s y %(mayor)s") % {"menor": _(PALOS[menor][0]), "mayor": _(PALOS[mayor][0])}


@register.simple_tag
def ficha(a: int | str, b: int | str, clase: str = "", titulo: str = "", echada: bool = False) -> SafeString:
    """La única ficha de la aplicación; `titulo="auto"` la nombra y vacío la deja como adorno."""
    uno, dos = int(a), int(b)
    if not (0 <= uno <= 6 and 0 <= dos <= 6):
        raise ValueError(f"Ficha imposible: {uno}-{dos}")
    clases = " ".join(c for c in ("ficha", "ficha--echada" if echada else "", clase) if c)
    lectura = _lectura(nombre_de_ficha(uno, dos) if titulo == "auto" else titulo)
    return format_html(
        '<svg class="{}" viewBox="{}"{} focusable="false"><g{}><use xlink:href="#ficha"/>'
        '<use xlink:href="#p{}" y="-27.5"/><use xlink:href="#p{}" y="27.5"/></g></svg>',
        clases,
        "-57 -29 114 58" if echada else "-29 -57 58 114",
        lectura,
        mark_safe(' transform="rotate(-90)"') if echada else "",
        uno,
        dos,
    )


@register.simple_tag
def figura(cual: str, titulo: str) -> SafeString:
    """Una cara con figura, sobre marfil (`enlinea/mesa/_figuras.html`); `titulo` es su nombre a la vista."""
    return format_html(
        '<span class="figura"><svg viewBox="-29 -29 58 58" aria-hidden="true" focusable="false">'
        '<rect class="f-cara" x="-27" y="-27" width="54" height="54" rx="8"/><use xlink:href="#{}"/></svg>'
        "<span>{}</span></span>",
        cual,
        titulo,
    )


@register.simple_tag
def avance(valor: int | str, meta: int | str, pareja: int | str) -> SafeString:
    """Barra de avance hacia la meta; el número va siempre escrito junto a ella, así que aquí es adorno."""
    total = int(meta)
    ancho = max(0, min(100, int(valor) * 100 // total)) if total > 0 else 0
    return format_html(
        '<svg class="avance" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" '
        'focusable="false">'
        '<rect class="avance__fondo" width="100" height="6"/>'
        '<rect class="avance__{}" width="{}" height="6"/></svg>',
        FORMAS[int(pareja)],
        ancho,
    )


@register.simple_tag
def volver(direccion: str, texto: str = "") -> SafeString:
    """Flecha de regreso del encabezado, para el bloque `volver`."""
    return format_html(
        '<a class="cabecera__volver" href="{}" aria-label="{}">{}</a>',
        direccion,
        texto or _("Volver"),
        icono("volver"),
    )


@register.simple_tag
def marca() -> SafeString:
    """La ficha 4-1 de la asociación; lleva a la portada."""
    dibujo_marca = ficha(4, 1, clase="ficha--marca")
    try:
        direccion = reverse("publico:inicio")
    except NoReverseMatch:
        return format_html('<span class="cabecera__marca">{}</span>', dibujo_marca)
    return format_html(
        '<a class="cabecera__marca" href="{}" aria-label="{}">{}</a>',
        direccion,
        _("Amigos por el Dominó: ir al inicio"),
        dibujo_marca,
    )


# lo mismo que escapa `json_script`: dentro de un <script> no se puede cerrar ni comentar
_SIN_CERRAR = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}


@register.simple_tag
def datos_estructurados(datos: Mapping[str, Any]) -> SafeString:
    """Lo que lee un buscador, en JSON-LD. Es un dato y no corre: la política de contenido no lo toca."""
    escrito = json.dumps(datos, ensure_ascii=False, cls=DjangoJSONEncoder).translate(_SIN_CERRAR)
    return format_html('<script type="application/ld+json">{}</script>', mark_safe(escrito))


@register.simple_block_tag
def barra(content: str) -> SafeString:
    """Barra de acción pegada abajo; si no hay acción, no hay barra."""
    if not content.strip():
        return mark_safe("")
    return format_html(
        '<div class="barra" role="region" aria-label="{}"><div class="barra__dentro">{}</div></div>',
        _("Qué sigue"),
        content,
    )


@register.simple_block_tag
def si_hay(content: str) -> SafeString:
    """Un párrafo sólo si el bloque trae texto."""
    return format_html("<p>{}</p>", content) if content.strip() else mark_safe("")


@register.inclusion_tag("_campo.html")
def campo(de: forms.BoundField) -> dict[str, Any]:
    """Un campo de formulario con rótulo, ayuda y error, en el estilo de la casa."""
    control = de.field.widget
    casilla = isinstance(control, forms.CheckboxInput)
    grupo = isinstance(control, forms.RadioSelect | forms.CheckboxSelectMultiple)
    clases = f"{control.attrs.get('class', '')} {'' if casilla else 'entrada'}".strip()
    return {
        "campo": de,
        "casilla": casilla,
        "grupo": grupo,
        "control": "" if grupo else de.as_widget(attrs={"class": clases} if clases else {}),
    }


@register.filter
def signo(valor: Any) -> str:
    """Con signo a la vista: +116, −83, 0."""
    numero = _decimal(valor)
    if numero == 0:
        return "0"
    return f"{'+' if numero > 0 else MENOS}{_cifras(abs(numero))}"


@register.filter
def cifra(valor: Any) -> str:
    """Entero con sus miles y el menos verdadero: 12,345, −8."""
    numero = int(valor or 0)
    return f"{MENOS if numero < 0 else ''}{abs(numero):,}"


@register.filter
def dinero(valor: Any) -> str:
    """Importe: $160, −$60, $12.50; sin centavos cuando son cero."""
    numero = _decimal(valor)
    return f"{MENOS if numero < 0 else ''}${_cifras(abs(numero), centavos=True)}"


def _decimal(valor: Any) -> Decimal:
    return Decimal(str(valor or 0))


def _cifras(numero: Decimal, centavos: bool = False) -> str:
    if numero == numero.to_integral_value():
        return f"{int(numero):,}"
    return f"{numero:,.2f}" if centavos else f"{numero.normalize():,f}"


@register.filter
def y_lista(cosas: Iterable[Any]) -> SafeString:
    """«1, 2 y 3»; «e» ante el sonido i: «Beto e Irma». Un conjunto sale ordenado."""
    partes = [str(c) for c in (sorted(cosas) if isinstance(cosas, AbstractSet) else cosas)]
    if len(partes) < 2:
        return SafeString("".join(conditional_escape(p) for p in partes))
    return format_html("{} {} {}", ", ".join(partes[:-1]), conjuncion(partes[-1]), partes[-1])


def conjuncion(siguiente: str) -> str:
    """«y», o «e» ante el sonido i."""
    letra, palabra = _("y"), siguiente.lower()
    if letra == "y" and palabra.startswith(("i", "hi", "í", "hí")) and not palabra.startswith(("hie", "hia", "hio")):
        return "e"
    return letra


@register.filter
def plural(cuantos: Any, formas: str) -> str:
    """`{{ n|plural:"tanto,tantos" }}` → «1 tanto», «35 tantos»; el número va incluido."""
    uno, _coma, varios = formas.partition(",")
    numero = int(cuantos or 0)
    return f"{cifra(numero)} {uno if abs(numero) == 1 else (varios or uno + 's')}"
