"""La casilla de quien borra su cuenta."""

from django import forms
from django.utils.translation import gettext_lazy as _


class Despedida(forms.Form):
    """Que es en serio."""

    seguro = forms.BooleanField(
        label=_("Entiendo que no se puede deshacer"),
        error_messages={"required": _("Para borrar tu cuenta, marca antes la casilla. No se cambió nada.")},
    )
