"""Formularios de cuenta; el texto de cada error dice qué pasó y qué hacer."""

from typing import Any, ClassVar

from allauth.account.forms import (
    ChangePasswordForm,
    ConfirmEmailVerificationCodeForm,
    LoginForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SetPasswordForm,
    SignupForm,
)
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from config.comun.filtro import sin_groserias
from suscripciones.models import USUARIO_VALIDO, Cuenta
from suscripciones.servicios import cuenta_nombrar, cuenta_verificar_correo
from suscripciones.servicios.entrada import CIFRAS


class DeLaCasa:
    """Rótulos de tú y sin textos de muestra dentro del campo, que se confunden con lo ya escrito."""

    rotulos: ClassVar[dict[str, Any]] = {
        "login": _("Correo o usuario"),
        "email": _("Tu correo"),
        "password": _("Contraseña"),
        "oldpassword": _("Contraseña de ahora"),
        "password1": _("Contraseña nueva"),
        "password2": _("Otra vez la contraseña nueva"),
        "code": _("Código de seis cifras"),
    }
    ayudas: ClassVar[dict[str, Any]] = {
        "password1": _("Ocho letras o números, o más. Que nadie la adivine: dos o tres palabras sirven."),
    }
    autocompletar: ClassVar[dict[str, str]] = {"login": "username", "email": "email"}

    def __init__(self, *args: Any, **opciones: Any) -> None:
        super().__init__(*args, **opciones)
        campos: dict[str, forms.Field] = self.fields  # type: ignore[attr-defined]
        for nombre, campo in campos.items():
            campo.widget.attrs.pop("placeholder", None)
            campo.label = self.rotulos.get(nombre, campo.label)
            campo.help_text = self.ayudas.get(nombre, "" if nombre in self.rotulos else campo.help_text)
            if nombre in self.autocompletar:
                campo.widget.attrs.update(autocomplete=self.autocompletar[nombre], autocapitalize="none")


class EntrarConClave(DeLaCasa, LoginForm):
    """Correo o usuario, y contraseña."""


class Alta(DeLaCasa, SignupForm):
    """Nombre, correo y contraseña."""

    rotulos: ClassVar[dict[str, Any]] = {**DeLaCasa.rotulos, "password1": _("Contraseña")}
    field_order = ("nombre", "email", "password1")
    nombre = forms.CharField(
        label=_("Nombre"),
        max_length=60,
        validators=[sin_groserias],
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("Como te conocen en la mesa."),
    )

    def __init__(self, *args: Any, **opciones: Any) -> None:
        super().__init__(*args, **opciones)
        self.order_fields(self.field_order)

    def signup(self, peticion: HttpRequest, cuenta: Cuenta) -> None:
        """Guarda el nombre en la cuenta recién creada."""
        cuenta_nombrar(cuenta=cuenta, nombre=self.cleaned_data["nombre"])


class ComprobarCorreo(DeLaCasa, ConfirmEmailVerificationCodeForm):
    """El código que comprueba el correo de una cuenta nueva."""

    def __init__(self, *args: Any, **opciones: Any) -> None:
        super().__init__(*args, **opciones)
        self.fields["code"].widget.attrs.update(
            {"inputmode": "numeric", "autocomplete": "one-time-code", "class": "entrada--codigo"}
        )


class CambiarClave(DeLaCasa, ChangePasswordForm):
    """Cambiar la contraseña sabiendo la de ahora."""


class PonerClave(DeLaCasa, SetPasswordForm):
    """Primera contraseña de quien entraba con código."""


class OlvideMiClave(DeLaCasa, ResetPasswordForm):
    """Pide el enlace de un solo uso."""


class ClaveNueva(DeLaCasa, ResetPasswordKeyForm):
    """Contraseña nueva tras el enlace: quien lo abrió ya demostró que el correo es suyo (SU1)."""

    def save(self) -> Any:
        """Da por verificado el correo y guarda la contraseña."""
        cuenta_verificar_correo(self.user)
        self.user.refresh_from_db()
        return super().save()


class CorreoDeEntrada(forms.Form):
    """Sólo el correo."""

    correo = forms.EmailField(
        label=_("Tu correo"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "inputmode": "email", "autocapitalize": "none"}),
        error_messages={
            "required": _("Escribe tu correo."),
            "invalid": _("Ese correo no está completo. Revísalo: lleva @ y un punto, como ana@gmail.com."),
        },
    )


class CodigoDelCorreo(forms.Form):
    """Las seis cifras; se admiten espacios y guiones."""

    codigo = forms.CharField(
        label=_("Código de seis cifras"),
        max_length=20,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "inputmode": "numeric",
                "pattern": "[0-9 \\-]*",
                "maxlength": 12,
                "class": "entrada--codigo",
            }
        ),
        error_messages={"required": _("Escribe el código que te llegó.")},
    )

    def clean_codigo(self) -> str:
        """Seis cifras; menos, es que falta teclear, y no gasta un intento."""
        cifras = "".join(c for c in self.cleaned_data["codigo"] if c.isdecimal())
        if len(cifras) != CIFRAS:
            raise forms.ValidationError(_("El código tiene seis cifras. Revisa que estén todas."))
        return cifras


class DatosDeCuenta(forms.Form):
    """Nombre y usuario."""

    nombre = forms.CharField(
        label=_("Nombre"),
        max_length=60,
        validators=[sin_groserias],
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("Así te ven los demás en la mesa."),
        error_messages={"required": _("Escribe tu nombre: así te ven los demás.")},
    )
    usuario = forms.CharField(
        label=_("Usuario (opcional)"),
        max_length=40,
        required=False,
        validators=[USUARIO_VALIDO, sin_groserias],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
        help_text=_("Para entrar sin escribir el correo."),
    )
