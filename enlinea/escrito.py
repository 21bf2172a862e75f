"""Lo que una persona escribe y otras leen (plática, nombre de la mesa), limpio y en un renglón."""

import re

# control (PostgreSQL no guarda el nulo), ancho cero y lo que voltea el sentido de la letra; el que une emojis
# (U+200D) se queda
_INVISIBLES = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]"
)


def en_un_renglon(texto: str) -> str:
    """`texto` sin caracteres invisibles y con un espacio donde hubo varios; vacío si no dice nada."""
    junto = " ".join(_INVISIBLES.sub("", texto).split())
    return junto if junto.strip("\u200d ") else ""
