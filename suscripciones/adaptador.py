"""Lo que la aplicación cambia de allauth: textos de tú, sin usuario automático y destino al entrar."""

from datetime import timedelta
from typing import Any, ClassVar

from allauth.account import app_settings as allauth
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.signup import send_unknown_account_mail
from allauth.core import context
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from config.base.sesiones import LLAVE
from config.comun.correo import correo_normal
from config.servidor.middleware import es_anfitrion
from config.servidor.red import red_de
from config.servidor.registro import suceso
from suscripciones import consultas, servicios
from suscripciones.aparato import aparato_de, recordar
from suscripciones.correos import DURA
from suscripciones.cortes import avisar_corte
from suscripciones.entradas import parada_de, traer
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.segundo_paso import acotar
from suscripciones.servicios.borrado import sanciones_heredar
from suscripciones.textos import texto_de
from suscripciones.topes import por_que

# lo que dura cada código y cada enlace
_DE_CODIGO = timedelta(seconds=allauth.EMAIL_VERIFICATION_BY_CODE_TIMEOUT)
VALEN = {
    "email_confirmation": _DE_CODIGO,
    "email_confirmation_signup": _DE_CODIGO,
    "login_code": timedelta(seconds=allauth.LOGIN_BY_CODE_TIMEOUT),
    "password_reset_key": timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT),
}

DE_NADIE = 0
"""El número de la cuenta que no existe: a quien pide un enlace sin tener cuenta se le trata como si la tuviera."""

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
        "too_many_login_attempts": _("Van muchos intentos seguidos. Espera unos minutos y vuelve a intentarlo."),
        "rate_limited": _("Vas muy rápido. Espera un minuto y vuelve a intentarlo."),
        "username_taken": _("Ese usuario ya está ocupado. Prueba con otro."),
        "same_as_current": _("Tiene que ser distinta de la de ahora."),
    }

    def populate_username(self, request: HttpRequest, user: Any) -> None:
        """El usuario es opcional y lo elige la persona: nunca sale de su correo."""

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Para el registro de seguridad; lo que se escribió no se anota."""
        suceso("entrada_fallida", que="contraseña")
        super().authentication_failed(request, **credentials)

    def render_mail(
        self, template_prefix: str, email: Any, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> Any:
        """El de allauth, que además sabe hasta cuándo vale: un código o un enlace vencido no se manda."""
        mensaje = super().render_mail(template_prefix, email, context, headers)
        mensaje.vale = VALEN.get(template_prefix.rpartition("/")[2], DURA)
        return mensaje

    # --- entrar -------------------------------------------------------------------------------------------------------
    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Cuenta el intento antes de mirar la contraseña; a un aparato conocido no le cuentan los de los extraños.

        Se cuenta por lo escrito y no por la cuenta: si correo, usuario o número gastaran del mismo tope, por cuándo
        frena se sabría quién tiene cuenta y cuál es su usuario (decisión 030).
        """
        escrito = correo_normal(str(credentials.get("email") or credentials.get("username") or ""))
        self._contado = por_que(
            "clave",
            quien=escrito,
            red=red_de(self.get_client_ip(request)),
            aparato=aparato_de(request).de(consultas.cuenta_que_entra(escrito)),
        )
        try:
            servicios.intento_contar(por=self._contado, ahora=timezone.now())
        except ErrorDeSuscripcion as error:
            suceso("limite_alcanzado", que="contraseña")
            raise ValidationError(texto_de(error), code="too_many_login_attempts") from error

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """La cuenta, si la contraseña es la suya; entonces el intento no cuenta."""
        cuenta = super().authenticate(request, **credentials)
        if cuenta is not None:
            servicios.intento_devolver(por=self._contado, ahora=timezone.now())
        return cuenta

    def login(self, request: HttpRequest, user: Any) -> None:
        """Abre la sesión; la llave del teléfono (RE3) es del aparato y sobrevive, aunque cambie de cuenta."""
        llave = request.session.get(LLAVE)
        super().login(request, user)
        if llave and request.session.get(LLAVE) != llave:
            request.session[LLAVE] = llave

    def post_login(self, request: HttpRequest, user: Any, **datos: Any) -> HttpResponse:
        """Ya entró, por la puerta que sea: este aparato queda como conocido para su cuenta."""
        respuesta: HttpResponse = super().post_login(request, user, **datos)
        acotar(request, user)
        suceso("entrada", user.pk)
        recordar(request, respuesta, user.pk)
        traer(request, respuesta, user.pk)
        if isinstance(respuesta, HttpResponseRedirect):
            respuesta["Location"] = parada_de(user.pk, respuesta.url)
        return respuesta

    def send_password_reset_mail(self, user: Any, email: str, context: dict[str, Any]) -> None:
        """El enlace, o la carta de que ahí no hay cuenta."""
        if user.pk == DE_NADIE:
            send_unknown_account_mail(context["request"], email)
        else:
            super().send_password_reset_mail(user, email, context)

    # --- a dónde ------------------------------------------------------------------------------------------------------
    def confirm_email(self, request: HttpRequest, email_address: Any) -> Any:
        """Quien vuelve con el correo de una cuenta que borró trae sus sanciones (decisión 016)."""
        hecho = super().confirm_email(request, email_address)
        if email_address.verified:
            sanciones_heredar(cuenta=email_address.user)
        return hecho

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Al entrar, lo de cada anfitrión (PL2)."""
        return por_omision(request)

    def logout(self, request: HttpRequest) -> None:
        """Su sesión ya no vale: que la Sala lo vea al momento y no en su vuelta."""
        super().logout(request)
        avisar_corte()

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
