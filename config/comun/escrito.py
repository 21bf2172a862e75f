"""Lo que una persona escribe en un renglón y otras leen como suyo: nombres, lugares, motivos (un solo validador)."""

import re
import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext as _

# control (PostgreSQL no guarda el nulo), medios pares, ancho cero, rellenos que no se ven y lo que voltea el sentido
# de la letra; el que une emojis (U+200D) va aparte
INVISIBLES = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb"
)
EMOJI = "\u203c-\u3299\ufe0f\U0001f000-\U0001faff"
# en un nombre, además: separadores de renglón, letras de etiqueta, el que une si no está entre dos emojis y el que
# elige cómo se pinta un emoji si no sigue a uno
_NO_VA_EN_UN_NOMBRE = re.compile(
    f"[{INVISIBLES}\t\n\r\u2028\u2029\U000e0000-\U000e0fff]|(?<![{EMOJI}])[\u200d\ufe00-\ufe0f]|\u200d(?![{EMOJI}])"
)


def sin_invisibles(texto: str) -> None:
    """Dos nombres que se leen igual son el mismo: ni ancho cero ni lo que voltea la letra. Levanta ValidationError."""
    if _NO_VA_EN_UN_NOMBRE.search(texto):
        raise ValidationError(
            _("Lleva letras que no se ven o que voltean lo escrito. Bórralo y escríbelo otra vez, sin pegarlo."),
            code="invisible",
        )


class TextoCorto(forms.CharField):
    """Un renglón con tope: lo que no cabe se niega antes de revisarle nada más, y no lleva lo que no se ve."""

    default_validators = [sin_invisibles]

    def __init__(self, *, max_length: int, **opciones: Any) -> None:
        super().__init__(max_length=max_length, **opciones)

    def run_validators(self, value: str) -> None:
        """El tope, primero y solo: revisar dos megas letra por letra tarda segundos."""
        assert self.max_length is not None
        if len(value) > self.max_length:
            mide = {"limit_value": self.max_length, "show_value": len(value)}
            dicho = self.error_messages.get("max_length", MaxLengthValidator.message)
            raise ValidationError(dicho, code="max_length", params=mide)
        super().run_validators(value)


def llano(texto: str) -> str:
    """Como se compara: sin mayúsculas, acentos ni espacios de más. La eñe cuenta."""
    abierto = unicodedata.normalize("NFD", " ".join(texto.split()).casefold().replace("ñ", "\0"))
    return "".join(c for c in abierto if not unicodedata.combining(c))
