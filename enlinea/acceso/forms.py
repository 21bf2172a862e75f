"""Lo común a los formularios de En línea."""

from django import forms

LARGO_HOLGADO = 2000


class FormaDeOrden(forms.Form):
    """Toda orden lleva su identificador: repetirla no la aplica dos veces."""

    id_orden = forms.UUIDField()
