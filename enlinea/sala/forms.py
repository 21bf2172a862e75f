"""Lo que la Sala recibe de sus formularios, traducido; comprobarlo es de los servicios."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.comun.escrito import TextoCorto
from enlinea.acceso.forms import LARGO_HOLGADO, FormaDeOrden
from reglas.reglamento import AMIGOS, JUEGOS


class FormaDeCharla(FormaDeOrden):
    """Un mensaje a la plática."""

    texto = forms.CharField(required=False, max_length=LARGO_HOLGADO)


class FormaDeMensaje(FormaDeOrden):
    """Un mensaje del administrador."""

    mensaje = forms.IntegerField(min_value=1)


class FormaDeLeidos(forms.Form):
    """Hasta qué mensaje se leyó."""

    hasta = forms.IntegerField(min_value=1, max_value=2**62)


class FormaDeMesa(FormaDeOrden):
    """Nombra una mesa."""

    mesa = forms.IntegerField(min_value=1, max_value=2**53)


class FormaDePropuesta(FormaDeMesa):
    """Completar esa mesa con automáticos, que juegan así."""

    nivel = TextoCorto(required=False, max_length=8)


class FormaDeBuscar(FormaDeOrden):
    """A qué y con qué ritmo quiere jugar ya."""

    juego = TextoCorto(required=False, max_length=20)
    meta = TextoCorto(required=False, max_length=20)
    modo = TextoCorto(required=False, max_length=20)
    mirar = forms.BooleanField(required=False)


class FormaDeEnlace(FormaDeOrden):
    """El que se trae."""

    enlace = TextoCorto(required=False, max_length=16)


class FormaDeRespuesta(FormaDeMesa):
    """Aceptar (1) o no (0) una invitación."""

    acepta = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")])


class FormaDeArmado(FormaDeOrden):
    """Nombre, juego, meta, modo y quién va en cada lugar (por su número de cuenta; vacío es que falta).

    `meta` es la del juego de siempre; la de cada uno de los otros, `meta_` y su nombre. Con `por` los lugares no se
    eligen: llegan por el enlace.
    """

    nombre = forms.CharField(required=False, max_length=200, label=_("Nombre de la mesa"))
    juego = TextoCorto(required=False, max_length=20)
    meta = forms.CharField(required=False, max_length=20)
    modo = forms.CharField(required=False, max_length=20)
    arriba = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    izquierda = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    derecha = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    mirar = forms.BooleanField(required=False)
    completar = forms.BooleanField(required=False)
    por = forms.ChoiceField(required=False, choices=[("", ""), ("enlace", "enlace")])

    def __init__(self, *args: Any, **datos: Any) -> None:
        super().__init__(*args, **datos)
        for nombre in JUEGOS:
            if nombre != AMIGOS.nombre:
                self.fields[f"meta_{nombre}"] = TextoCorto(required=False, max_length=20)

    def clean(self) -> dict[str, Any]:
        """Deja en `juego` y `meta` lo que se escogió: sin decir juego, el de siempre."""
        dado: dict[str, Any] = super().clean() or self.cleaned_data
        dado["juego"] = dado.get("juego") or str(AMIGOS)
        nombre = dado["juego"].partition("-")[0]
        dado["meta"] = dado.get(f"meta_{nombre}", dado.get("meta", ""))
        return dado
