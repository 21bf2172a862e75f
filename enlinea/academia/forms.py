"""Guardar una simulación, traducido de su formulario; comprobarla es del servicio."""

from django import forms

from enlinea.acceso.forms import FormaDeOrden
from reglas.reglamento import AMIGOS


class FormaDeRama(FormaDeOrden):
    """Una simulación por guardar: de qué mano, desde dónde y qué se tiró."""

    mano = forms.IntegerField(min_value=1, max_value=1000)
    desde = forms.IntegerField(min_value=0, max_value=AMIGOS.fichas.bit_count())
    jugadas = forms.CharField(max_length=200)
    nombre = forms.CharField(required=False, max_length=200)
