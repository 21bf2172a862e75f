"""Los formularios del segundo paso, con los rótulos de la casa."""

from typing import Any, ClassVar

from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.utils.translation import gettext_lazy as _

from config.comun.escrito import TextoCorto
from suscripciones.forms import DeLaCasa

LARGO_DE_NOMBRE = 40


class ConCodigo(DeLaCasa):
    """Un campo de cifras que el teléfono llena solo."""

    rotulos: ClassVar[dict[str, Any]] = {"code": _("Código")}

    def __init__(self, *args: Any, **opciones: Any) -> None:
        super().__init__(*args, **opciones)
        campo: forms.CharField = self.fields["code"]  # type: ignore[attr-defined]
        campo.max_length = LARGO_DE_NOMBRE
        campo.widget.attrs.update(inputmode="numeric", autocomplete="one-time-code", maxlength=LARGO_DE_NOMBRE)
        campo.widget.attrs["class"] = "entrada--codigo"
        campo.error_messages["required"] = _("Escribe el código.")


class Entrar(ConCodigo, AuthenticateForm):
    """El segundo paso al entrar: de la aplicación o de recuperación."""

    ayudas: ClassVar[dict[str, Any]] = {"code": _("El de tu aplicación; si no la tienes, uno de recuperación.")}


class Comprobar(ConCodigo, ReauthenticateForm):
    """Comprobar que sigues siendo tú."""

    ayudas: ClassVar[dict[str, Any]] = Entrar.ayudas


class PonerAplicacion(ConCodigo, ActivateTOTPForm):
    """El primer código demuestra que la aplicación quedó puesta."""

    ayudas: ClassVar[dict[str, Any]] = {"code": _("Las seis cifras que enseña ahora la aplicación.")}


class ConNombre(DeLaCasa):
    """Cómo se le dice a la llave en la lista."""

    rotulos: ClassVar[dict[str, Any]] = {"name": _("Nombre de la llave")}
    ayudas: ClassVar[dict[str, Any]] = {"name": _("Para reconocerla: «mi teléfono», «la de la oficina».")}


class CampoDeLlave(forms.JSONField):
    """Lo que contesta el aparato. Un número de miles de cifras o listas metidas sin fin tampoco son una llave."""

    def to_python(self, value: Any) -> Any:
        """Lo leído. Levanta `ValidationError` si no se entiende."""
        try:
            return super().to_python(value)
        except (ValueError, RecursionError) as mal:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from mal


class EntrarConLlave(LoginWebAuthnForm):
    """Con ella basta para entrar."""

    credential = CampoDeLlave(widget=forms.HiddenInput)


class ComprobarConLlave(ReauthenticateWebAuthnForm):
    """Comprobar con ella que sigues siendo tú."""

    credential = CampoDeLlave(widget=forms.HiddenInput)


class SegundoConLlave(AuthenticateWebAuthnForm):
    """De segundo paso, tras la contraseña."""

    credential = CampoDeLlave(widget=forms.HiddenInput)


class PonerLlave(ConNombre, AddWebAuthnForm):
    """Toda llave se pide como llave de acceso: con ella basta para entrar."""

    name = TextoCorto(max_length=LARGO_DE_NOMBRE, required=False)
    credential = CampoDeLlave(widget=forms.HiddenInput)
    passwordless = None


class NombrarLlave(ConNombre, EditWebAuthnForm):
    """Cambiarle el nombre."""

    name = TextoCorto(max_length=LARGO_DE_NOMBRE)
