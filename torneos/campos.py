"""Los errores de un formulario, de tú: nombran el campo y dicen qué hacer. El que ya trae su frase la conserva."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

ENORME = 9999
"""Un tope así es de la base, no de la persona: no se le dice."""
QUE_ES: Mapping[str, Any] = {
    "a": gettext_lazy("el marcador de la primera pareja"),
    "b": gettext_lazy("el marcador de la segunda pareja"),
    "mesa": gettext_lazy("el número de la mesa"),
    "por_zona": gettext_lazy("cuántos puestos hay en cada zona"),
    "desde_mesa": gettext_lazy("la primera mesa de su zona"),
    "hasta_mesa": gettext_lazy("la última mesa de su zona"),
    "partida": gettext_lazy("el número de la partida"),
    "numero": gettext_lazy("el número de la persona"),
    "uno": gettext_lazy("el número de la primera persona"),
    "otro": gettext_lazy("el número de la segunda persona"),
    "numeros": gettext_lazy("los cuatro números, por asiento"),
    "salidor": gettext_lazy("quién sale"),
    "presentes": gettext_lazy("quiénes están"),
    "ausentes": gettext_lazy("quién faltó"),
    "tantos": gettext_lazy("la cantidad"),
    "motivo": gettext_lazy("el motivo"),
    "texto": gettext_lazy("el texto"),
    "nombre": gettext_lazy("el nombre"),
    "correo": gettext_lazy("el correo"),
    "club": gettext_lazy("el club"),
    "procedencia": gettext_lazy("la procedencia"),
    "papel": gettext_lazy("qué hará"),
    "tipo": gettext_lazy("de qué tipo es"),
    "cobro": gettext_lazy("cómo va la cuota"),
    "fin": gettext_lazy("cómo acabó la mesa"),
    "gana": gettext_lazy("qué pareja gana"),
    "ganadora": gettext_lazy("qué pareja ganó"),
    "comodin": gettext_lazy("si es comodín"),
    "desenlace": gettext_lazy("cómo acabó la mano"),
    "pareja": gettext_lazy("qué pareja ganó la mano"),
}


class FormaDeTu(forms.Form):
    """Un formulario que habla como la casa."""

    def __init__(self, *datos: Any, **opciones: Any) -> None:
        super().__init__(*datos, **opciones)
        de_tu(self)


def de_tu(forma: forms.Form) -> None:
    """Pone las frases de la casa donde el campo trae las de Django."""
    for nombre, campo in forma.fields.items():
        de_clase = _de_django(campo)
        for codigo, texto in _textos(nombre, campo).items():
            if campo.error_messages.get(codigo) == de_clase.get(codigo):
                campo.error_messages[codigo] = texto


def _de_django(campo: forms.Field) -> dict[str, Any]:
    dichos: dict[str, Any] = {}
    for clase in reversed(type(campo).__mro__):
        dichos |= getattr(clase, "default_error_messages", {})
    return dichos


def _textos(nombre: str, campo: forms.Field) -> dict[str, str]:
    que = f"«{campo.label}»" if campo.label else QUE_ES.get(nombre)
    if que is None:
        vieja = _("Esta página ya no es la de ahora. Recárgala e inténtalo otra vez.")
        return dict.fromkeys(("required", "invalid", "invalid_choice", "min_value", "max_value"), vieja)
    falta = _("Falta %(que)s.") % {"que": que}
    if isinstance(campo, forms.DecimalField):
        cuanto = _("Escribe %(que)s con números, como 150 o 150.50.") % {"que": que}
        codigos = ("invalid", "min_value", "max_value", "max_digits", "max_decimal_places", "max_whole_digits")
        return {"required": falta, **dict.fromkeys(codigos, cuanto)}
    if isinstance(campo, forms.IntegerField):
        return {"required": falta, **dict.fromkeys(("invalid", "min_value", "max_value"), _entero(que, campo))}
    if isinstance(campo, forms.ChoiceField):
        escoge = _("Escoge %(que)s.") % {"que": que}
        return dict.fromkeys(("required", "invalid_choice", "invalid_list"), escoge)
    largo = _("Acorta %(que)s: hasta %(n)s letras.") % {"que": que, "n": getattr(campo, "max_length", None) or ""}
    correo = _("Ese correo no está completo. Es como nombre@correo.mx.")
    return {"required": falta, "max_length": largo} | (
        {"invalid": correo} if isinstance(campo, forms.EmailField) else {}
    )


def _entero(que: Any, campo: forms.IntegerField) -> str:
    menos, mas = campo.min_value, campo.max_value
    if menos is None or not isinstance(mas, int) or mas >= ENORME:
        return _("Escribe %(que)s con números, como 7.") % {"que": que}
    return _("Escribe %(que)s con números, de %(menos)s a %(mas)s.") % {"que": que, "menos": menos, "mas": mas}
