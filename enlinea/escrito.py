"""Lo que una persona escribe y otras leen (plática, nombre de la mesa, comentarios), limpio."""

import re
import unicodedata

from config.comun.escrito import EMOJI, INVISIBLES

# lo que no se ve (config/comun/escrito.py); el que une emojis (U+200D) se queda
_INVISIBLES = re.compile(f"[{INVISIBLES}]")
# el que une, si no sigue a un emoji, sólo sirve para partir palabras
_UNION_SUELTA = re.compile(f"(?<![{EMOJI}])\u200d")
# más de dos acentos sobre una letra ensucian los renglones de junto
_ENCIMADAS = re.compile("([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{2})[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+")  # fmt: skip  # noqa: E501


def _limpiar(texto: str) -> str:
    visible = _INVISIBLES.sub("", texto)
    return _ENCIMADAS.sub(r"\1", unicodedata.normalize("NFC", _UNION_SUELTA.sub("", visible)))


def en_un_renglon(texto: str) -> str:
    """`texto` sin caracteres invisibles y con un espacio donde hubo varios; vacío si no dice nada."""
    junto = " ".join(_limpiar(texto).split())
    return junto if junto.strip("\u200d ") else ""


def en_parrafos(texto: str) -> str:
    """Como `en_un_renglon`, pero respeta los renglones que se dejaron; nunca más de uno vacío seguido."""
    renglones = [" ".join(r.split()) for r in _limpiar(texto).splitlines()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(renglones)).strip()
