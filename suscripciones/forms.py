"""Formularios de cuenta; el texto de cada error dice qué pasó y qué hacer."""

import uuid
from typing import Any, ClassVar

from allauth.account.adapter import get_adapter
from allauth.account.forms import (
    ChangePasswordForm,
    ConfirmEmailVerificationCodeForm,
    LoginForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SetPasswordForm,
    SignupForm,
)
from allauth.core import context
from django import forms
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.comun.correo import correo_normal
from config.comun.escrito import TextoCorto
from config.comun.filtro import sin_groserias
from config.servidor.red import red_de
from suscripciones import consultas
from suscripciones.adaptador import DE_NADIE
from suscripciones.aparato import aparato_de
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import USUARIO_VALIDO, Cuenta
from suscripciones.segundo_paso import acotar
from suscripciones.servicios import cuenta_nombrar, cuenta_verificar_correo, intento_contar
from suscripciones.servicios.entrada import CIFRAS
from suscripciones.textos import texto_de
from suscripciones.topes import por_que

TOPE_DE_CLAVE = 254


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
    topes: ClassVar[dict[str, int]] = {"code": 20}
    """Letras. allauth no los pone: una contraseña de un mega se resume, se compara y se busca entera."""

    def __init__(self, *args: Any, **opciones: Any) -> None:
        super().__init__(*args, **opciones)
        campos: dict[str, forms.Field] = self.fields  # type: ignore[attr-defined]
        for nombre, campo in campos.items():
            campo.widget.attrs.pop("placeholder", None)
            campo.label = self.rotulos.get(nombre, campo.label)
            campo.help_text = self.ayudas.get(nombre, "" if nombre in self.rotulos else campo.help_text)
            if nombre in self.autocompletar:
                campo.widget.attrs.update(autocomplete=self.autocompletar[nombre], autocapitalize="none")
            texto = isinstance(campo, forms.CharField) and not isinstance(campo, forms.JSONField)
            if texto and campo.max_length is None:
                campo.max_length = self.topes.get(nombre, TOPE_DE_CLAVE)
                campo.validators.insert(0, MaxLengthValidator(campo.max_length))
                campo.widget.attrs.update(campo.widget_attrs(campo.widget))


class EntrarConClave(DeLaCasa, LoginForm):
    """Correo o usuario, y contraseña."""

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> Any:
        """allauth pone al final lo que dura la sesión: la de quien administra se acota después."""
        respuesta = super().login(request, redirect_url)
        acotar(request, request.user)
        return respuesta


class Alta(DeLaCasa, SignupForm):
    """Nombre, correo y contraseña."""

    rotulos: ClassVar[dict[str, Any]] = {**DeLaCasa.rotulos, "password1": _("Contraseña")}
    field_order = ("nombre", "email", "password1")
    nombre = TextoCorto(
        label=_("Nombre"),
        max_length=60,
        validators=[sin_groserias],
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("Como te conocen en la mesa."),
    )

    def __init__(self, *args: Any, **opciones: Any) -> None:
        super().__init__(*args, **opciones)
        self.order_fields(self.field_order)

    def try_save(self, request: HttpRequest) -> Any:
        """Con el correo de otra cuenta se hace el mismo trabajo y se deshace: por lo que tarda no se sabe."""
        with transaction.atomic():
            if self.account_already_exists:
                with transaction.atomic():
                    self._alta_que_se_deshace(request)
                    transaction.set_rollback(True)
            return super().try_save(request)

    def _alta_que_se_deshace(self, request: HttpRequest) -> None:
        suyos = self.cleaned_data
        self.cleaned_data = {**suyos, "email": f"{uuid.uuid4().hex}@nadie.invalid"}
        self.account_already_exists = False
        try:
            self.save(request)
        finally:
            self.cleaned_data, self.account_already_exists = suyos, True

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
    """Pide el enlace de un solo uso. Con cuenta y sin ella se hace lo mismo: sólo cambia la carta."""

    def clean_email(self) -> str:
        """La cuenta activa de ese correo; si no hay, la de nadie."""
        correo = correo_normal(self.cleaned_data["email"])
        suya = Cuenta.objects.de_correo(correo)
        self.users = [suya if suya is not None and suya.is_active else Cuenta(pk=DE_NADIE, email=correo)]
        return correo

    def clean(self) -> dict[str, Any]:
        """Se cuenta como pedir un código, y lo ya mandado sigue valiendo."""
        datos: dict[str, Any] = super().clean() or self.cleaned_data
        if correo := datos.get("email"):
            aparato, red = aparato_de(context.request), get_adapter().get_client_ip(context.request)
            suyo = aparato.de(consultas.cuenta_de(correo)) if aparato.numero else ""
            por = por_que("correo", quien=correo, red=red_de(red), aparato=suyo)
            try:
                intento_contar(por=por, ahora=timezone.now())
            except ErrorDeSuscripcion as error:
                raise forms.ValidationError(texto_de(error)) from error
        return datos


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

    codigo = TextoCorto(
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

    nombre = TextoCorto(
        label=_("Nombre"),
        max_length=60,
        validators=[sin_groserias],
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("Así te ven los demás en la mesa."),
        error_messages={"required": _("Escribe tu nombre: así te ven los demás.")},
    )
    usuario = TextoCorto(
        label=_("Usuario (opcional)"),
        max_length=40,
        required=False,
        validators=[USUARIO_VALIDO, sin_groserias],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
        help_text=_("Para entrar sin escribir el correo."),
    )
