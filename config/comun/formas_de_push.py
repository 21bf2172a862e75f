"""Lo que el navegador manda para que se avise a un aparato, y para que ya no."""

from django import forms

from config.comun.escrito import TextoCorto
from config.comun.push import LARGO

LLAVES = r"^[A-Za-z0-9_-]+=*$"


class FormaDeAparato(forms.Form):
    """Lo que el navegador da al apuntarse."""

    direccion = TextoCorto(max_length=LARGO)
    p256dh = forms.RegexField(LLAVES, max_length=120)
    secreto = forms.RegexField(LLAVES, max_length=40)


class FormaDeQuitar(forms.Form):
    """De qué aparato."""

    direccion = TextoCorto(max_length=LARGO)
