"""La casilla de quien borra su cuenta, y el correo al que se cambia."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from suscripciones.forms import CorreoDeEntrada


class Despedida(forms.Form):
    """Que es en serio."""

    seguro = forms.BooleanField(
        label=_("Entiendo que no se puede deshacer"),
        error_messages={"required": _("Para borrar tu cuenta, marca antes la casilla. No se cambió nada.")},
    )


class CorreoNuevo(CorreoDeEntrada):
    """Al que se cambia."""

    def __init__(self, *args: Any, **opciones: Any) -> None:
        super().__init__(*args, **opciones)
        self.fields["correo"].label = _("Correo nuevo")
        self.fields["correo"].error_messages["required"] = _("Escribe el correo nuevo.")
