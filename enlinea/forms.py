"""Lo que la Sala recibe de sus formularios, traducido; comprobarlo es de los servicios."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from reglas.reglamento import AMIGOS

LARGO_HOLGADO = 2000


class FormaDeOrden(forms.Form):
    """Toda orden lleva su identificador: repetirla no la aplica dos veces."""

    id_orden = forms.UUIDField()


class FormaDeCharla(FormaDeOrden):
    """Un mensaje a la plática."""

    texto = forms.CharField(required=False, max_length=LARGO_HOLGADO)


class FormaDeMensaje(FormaDeOrden):
    """Un mensaje del administrador."""

    mensaje = forms.IntegerField(min_value=1)


class FormaDeMesa(FormaDeOrden):
    """Nombra una mesa."""

    mesa = forms.IntegerField(min_value=1, max_value=2**53)


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


class FormaDeRespuesta(FormaDeMesa):
    """Aceptar (1) o no (0) una invitación."""

    acepta = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")])


class FormaDeArmado(FormaDeOrden):
    """Nombre, meta, modo y quién va en cada lugar (por su número de cuenta; vacío es que falta)."""

    nombre = forms.CharField(required=False, max_length=200, label=_("Nombre de la mesa"))
    meta = forms.CharField(required=False, max_length=20)
    modo = forms.CharField(required=False, max_length=20)
    arriba = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    izquierda = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    derecha = forms.IntegerField(required=False, min_value=1, max_value=2**62)


class FormaDeRama(FormaDeOrden):
    """Una simulación por guardar: de qué mano, desde dónde y qué se tiró."""

    mano = forms.IntegerField(min_value=1, max_value=1000)
    desde = forms.IntegerField(min_value=0, max_value=AMIGOS.fichas.bit_count())
    jugadas = forms.CharField(max_length=200)
    nombre = forms.CharField(required=False, max_length=200)
