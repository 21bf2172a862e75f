"""Callar y señalar a una persona, traducido de sus formularios; comprobarlo es de los servicios."""

from typing import Any

from django import forms

from enlinea.acceso.forms import LARGO_HOLGADO, FormaDeOrden


class FormaDeSilencio(FormaDeOrden):
    """A quién; `quitar` deshace."""

    cuenta = forms.IntegerField(min_value=1, max_value=2**62)
    quitar = forms.BooleanField(required=False)


class FormaDeHecho(forms.Form):
    """De qué se habla: la mesa (y, ya acabada, su partida), o un mensaje de la Sala."""

    senalado = forms.IntegerField(min_value=1, max_value=2**62)
    mesa = forms.IntegerField(required=False, min_value=1, max_value=2**53)
    partida = forms.IntegerField(required=False, min_value=1, max_value=9999)
    linea = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    volver = forms.CharField(required=False, max_length=300)

    def clean(self) -> dict[str, Any]:
        """Una cosa o la otra."""
        datos = super().clean() or {}
        if (datos.get("mesa") is None) == (datos.get("linea") is None):
            raise forms.ValidationError("hecho")
        return datos


class FormaDeReporte(FormaDeHecho, FormaDeOrden):
    """«Señalar jugador»: de qué, a quién y el comentario."""

    comentario = forms.CharField(required=False, max_length=4 * LARGO_HOLGADO)
