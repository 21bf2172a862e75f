"""Las hojas y los guiones de una página: `{% load conjuntos %}`.

    {% conjunto %}
        {% estilo "css/mesa/tablero.css" %}
        {% block estilos %}{% endblock %}
    {% endconjunto %}

Lo que va dentro se pide junto, en ese orden, en un solo archivo (D657). Un conjunto dentro de otro es su propio
archivo: lo que comparten muchas páginas se baja una vez. Con `CONJUNTOS=0` se piden sueltos y sin reducir.
"""

from django import template
from django.template.base import Parser, Token

from config.conjuntos.nodos import Conjunto, Pieza
from config.conjuntos.nombres import tipo_de

register = template.Library()


@register.tag
def conjunto(parser: Parser, token: Token) -> Conjunto:
    """`{% conjunto %}…{% endconjunto %}`."""
    dentro = parser.parse(("endconjunto",))
    parser.delete_first_token()
    return Conjunto(dentro)


def _pieza(token: Token, tipo: str) -> Pieza:
    _etiqueta, _espacio, ruta = token.contents.partition(" ")
    if ruta[:1] != '"' or ruta[-1:] != '"' or tipo_de(ruta[1:-1]) != tipo:
        raise template.TemplateSyntaxError(
            f'se escribe {{% {_etiqueta} "ruta{tipo}" %}}, sin variables: {token.contents}'
        )
    return Pieza(ruta[1:-1])


@register.tag
def estilo(parser: Parser, token: Token) -> Pieza:
    """`{% estilo "css/….css" %}`."""
    return _pieza(token, ".css")


@register.tag
def guion(parser: Parser, token: Token) -> Pieza:
    """`{% guion "js/….js" %}`; corre al acabar de leerse la página, en su turno."""
    return _pieza(token, ".js")
