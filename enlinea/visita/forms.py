"""Lo que manda el navegador de quien prueba una mano."""

from django import forms

from config.comun.escrito import TextoCorto
from reglas.mesa.decidir import NONCE_MAXIMO

QUE = ("abrir", "repartir", "tirar", "robar", "vencer", "ver", "dejar")


class FormaDeMano(forms.Form):
    """Qué pide y de qué mano; lo demás, según qué pida."""

    que = forms.ChoiceField(choices=[(uno, uno) for uno in QUE])
    clave = forms.RegexField(r"^[0-9a-f]{32}$", max_length=32, required=False)
    version = forms.IntegerField(min_value=0, max_value=10_000, required=False)
    ficha = forms.IntegerField(min_value=0, max_value=27, required=False)
    extremo = forms.IntegerField(min_value=0, max_value=2, required=False)
    juego = TextoCorto(max_length=20, required=False)
    nonce = TextoCorto(max_length=NONCE_MAXIMO, required=False)
