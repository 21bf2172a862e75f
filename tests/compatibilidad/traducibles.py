"""Todo texto de una plantilla pasa por gettext: para agregar otro idioma no se toca ninguna."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from django.template.base import Lexer, TokenType

ABRE, CIERRA = re.compile(r"blocktrans(late)?\b"), re.compile(r"endblocktrans(late)?\b")
PALABRA = re.compile(r"[^\W\d_]{3}")
# una clase o los atributos que un bloque pone en la etiqueta de otra plantilla: no se leen
CLASE = re.compile(r"(·\s+)?[a-z_-]+-[a-z_-]+(\s+[a-z_-]+)*|.*=\".*", re.S)
SE_LEEN = ("aria-label", "title", "alt", "placeholder")
# los de los ejemplos, y un correo de muestra
PROPIOS = re.compile(r"\b(Ana|Beto|Carmen|Nacho)\b|nombre@correo\.mx")
# se sirve tal cual aunque todo falle: no puede pasar por la plantilla común
APARTE = ("500.html",)


class _Lector(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.textos: list[str] = []
        self._callado = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._callado += tag in ("script", "style")
        self.textos += [valor for nombre, valor in attrs if nombre in SE_LEEN and valor]

    def handle_endtag(self, tag: str) -> None:
        self._callado -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._callado:
            self.textos.append(data)


def revisar(texto: str) -> Iterator[str]:
    """Lo que se leería sin pasar por gettext."""
    lector = _Lector()
    lector.feed("".join(_sin_traducido(texto)))
    lector.close()
    for crudo in lector.textos:
        leido = PROPIOS.sub("", crudo).strip(" \t\n,")
        if PALABRA.search(leido) and not CLASE.fullmatch(leido):
            yield f"no pasa por gettext: «{' '.join(leido.split())[:60]}»"


def _sin_traducido(texto: str) -> Iterator[str]:
    """El texto suelto; cada etiqueta de plantilla deja un espacio y lo de `blocktranslate` y `comment` se quita."""
    dentro = 0
    for pieza in Lexer(texto).tokenize():
        if pieza.token_type == TokenType.BLOCK:
            dentro += bool(ABRE.match(pieza.contents)) or pieza.contents.startswith("comment")
            dentro -= bool(CIERRA.match(pieza.contents)) or pieza.contents.startswith("endcomment")
        if not dentro:
            yield pieza.contents if pieza.token_type == TokenType.TEXT else " "
