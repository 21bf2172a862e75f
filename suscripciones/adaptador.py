"""Lo que la aplicación cambia de allauth: textos de tú, sin usuario automático y destino al entrar."""

from datetime import timedelta
from typing import Any, ClassVar

from allauth.account import app_settings as allauth
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from config.servidor.middleware import es_anfitrion
from suscripciones.correos import DURA

# lo que dura cada código y cada enlace
_DE_CODIGO = timedelta(seconds=allauth.EMAIL_VERIFICATION_BY_CODE_TIMEOUT)
VALEN = {
    "email_confirmation": _DE_CODIGO,
    "email_confirmation_signup": _DE_CODIGO,
    "login_code": timedelta(seconds=allauth.LOGIN_BY_CODE_TIMEOUT),
    "password_reset_key": timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT),
}

RECREO, EN_LINEA = "/recreo/", "/enlinea/"
_NO_COINCIDEN = _("El correo o la contraseña no coinciden. Revísalos, o entra con un código que te mandamos.")


class Adaptador(DefaultAccountAdapter):
    """Adaptador de cuentas."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("Tu cuenta está desactivada. Escríbenos para revisarlo."),
        "email_password_mismatch": _NO_COINCIDEN,
        "username_password_mismatch": _NO_COINCIDEN,
        "email_taken": _("Ya hay una cuenta con ese correo."),
        "enter_current_password": _("Escribe tu contraseña de ahora."),
        "incorrect_code": _("Ese código no es. Revisa las seis cifras del último correo."),
        "incorrect_password": _("Esa no es tu contraseña."),
        "invalid_or_expired_key": _("Ese enlace ya se usó o caducó. Pide otro."),
        "invalid_password_reset": _("Ese enlace ya se usó o caducó. Pide otro."),
        "too_many_login_attempts": _("Van muchos intentos seguidos. Espera cinco minutos o entra con un código."),
        "rate_limited": _("Vas muy rápido. Espera un minuto y vuelve a intentarlo."),
        "username_taken": _("Ese usuario ya está ocupado. Prueba con otro."),
        "same_as_current": _("Tiene que ser distinta de la de ahora."),
    }

    def populate_username(self, request: HttpRequest, user: Any) -> None:
        """El usuario es opcional y lo elige la persona: nunca sale de su correo."""

    def render_mail(
        self, template_prefix: str, email: Any, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> Any:
        """El de allauth, que además sabe hasta cuándo vale: un código o un enlace vencido no se manda."""
        mensaje = super().render_mail(template_prefix, email, context, headers)
        mensaje.vale = VALEN.get(template_prefix.rpartition("/")[2], DURA)
        return mensaje

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Al entrar, lo de cada anfitrión (PL2)."""
        return por_omision(request)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Tras cambiar la contraseña, a Mi cuenta."""
        return resolve_url("suscripciones:cuenta")

    def is_safe_url(self, url: str | None) -> bool:
        """También vale ir al otro anfitrión (PL2)."""
        return destino_seguro(context.request, url)


def destino_seguro(peticion: HttpRequest, url: str | None) -> bool:
    """¿El destino es de la casa? Sólo este anfitrión y los dos de PL2; en https, nunca hacia http."""
    propios = {peticion.get_host(), settings.ANFITRION_RECREO, settings.ANFITRION_PRINCIPAL} - {""}
    return bool(url) and url_has_allowed_host_and_scheme(
        url=url, allowed_hosts=propios, require_https=peticion.is_secure()
    )


def por_omision(peticion: HttpRequest) -> str:
    """PL2: en cada anfitrión se entra a lo suyo; con uno solo, al Recreo, que no pide suscripción."""
    principal = settings.ANFITRION_PRINCIPAL
    aparte = principal != settings.ANFITRION_RECREO and es_anfitrion(peticion, principal)
    return EN_LINEA if aparte and settings.ANFITRION_RECREO else RECREO
