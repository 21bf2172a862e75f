"""Lo que una persona escribe y otras leen (plática, nombre de la mesa, comentarios), limpio."""

import re
import unicodedata

# control (PostgreSQL no guarda el nulo), medios pares, ancho cero, rellenos que no se ven y lo que voltea el sentido
# de la letra; el que une emojis (U+200D) se queda
_INVISIBLES = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb]"
)
# el que une, si no sigue a un emoji, sólo sirve para partir palabras
_UNION_SUELTA = re.compile("(?<![\u203c-\u3299\ufe0f\U0001f000-\U0001faff])\u200d")
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
