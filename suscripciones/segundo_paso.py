"""El segundo paso al entrar (SU1): lo que la casa cambia de `allauth.mfa`, y qué se le exige al personal.

La administración pide, en la misma sesión, algo que se sabe y algo que se tiene: contraseña y segundo paso, o una llave
de acceso. Un código por correo no la abre, ni con segundo paso. Quien administra no se pone el primero en la página: lo
trae de antes de serlo o se lo da `manage.py segundo_paso`; si no, bastaría con su correo.
"""

import base64
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import segno
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.internal.flows.reauthentication import STATE_SESSION_KEY
from allauth.core.internal.httpkit import serialize_request
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import generate_totp_secret
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from suscripciones import consultas

SESION_DEL_PERSONAL = 12 * 60 * 60.0
"""Segundos desde que entró; no se alargan por usarla."""
RECIENTE = 15 * 60.0
"""Segundos que vale una comprobación para enviar algo en la administración."""
DE_ADMINISTRACION = ("enlinea:repetir_reporte", "enlinea:repetir_reporte_mano")
"""Lo que sólo ve quien administra, y no está en /administracion/."""
LIBRES = ("login", "logout", "jsi18n")
CON_CLAVE = ("password_change", "auth_user_password_change")


class AdaptadorDeSegundoPaso(DefaultMFAAdapter):  # type: ignore[misc]
    """Secretos cifrados, QR sin otra biblioteca, y las llaves valen en los dos anfitriones (PL2)."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_delete_authenticator": _l("Administras la casa: agrega otro segundo paso antes de quitar éste."),
        "cannot_generate_recovery_codes": _l("Primero agrega una aplicación o una llave de acceso."),
        "incorrect_code": _l("Ese código no es. Revisa la hora de tu teléfono y escribe el que enseña ahora."),
        "unverified_email": _l("Primero comprueba tu correo."),
    }

    def encrypt(self, text: str) -> str:
        """Con una clave sacada de `SECRET_KEY`: leer la base no da el segundo paso de nadie."""
        return _cifra().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Lo cifrado con ésta o con las anteriores; si no se puede, uno al azar cada vez, con el que nada coincide.

        Vacío no: con la clave vacía hay códigos, y son los mismos para cualquiera. Se pone otro con `manage.py
        segundo_paso`.
        """
        try:
            return _cifra().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return str(generate_totp_secret())

    def recifrar(self, encrypted_text: str) -> str | None:
        """Lo mismo con la clave de ahora; `None` si ninguna de las conocidas lo lee."""
        try:
            return _cifra().rotate(encrypted_text.encode()).decode()
        except InvalidToken:
            return None

    def build_totp_svg(self, url: str) -> str:
        """Con la misma biblioteca que los demás QR."""
        dibujo: str = segno.make(url, error="m", micro=False).svg_inline(scale=6, border=3, light="#fff")
        return dibujo.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)  # va en una imagen, no en línea

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """El último de quien administra no se quita en la página."""
        cuenta = authenticator.user
        if not (settings.SEGUNDO_PASO_DEL_PERSONAL and cuenta.is_staff):
            return True
        return consultas.tiene_segundo_paso(cuenta.pk, menos=authenticator.pk)

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """La del dominio común, si lo hay: si no, la del anfitrión."""
        suya: dict[str, str] = super().get_public_key_credential_rp_entity()
        return {"id": settings.DOMINIO_COMUN.lstrip(".") or suya["id"], "name": _("Amigos por el Dominó")}

    def generate_authenticator_name(self, user: Any, type: Any) -> str:
        """Con qué se reconoce en la lista, si la persona no le pone nombre."""
        cuantas = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return _("Llave %(n)d") % {"n": cuantas + 1}


def _cifra() -> MultiFernet:
    claves = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet(
        Fernet(
            base64.urlsafe_b64encode(
                salted_hmac("suscripciones.segundo_paso", "cifra", secret=clave, algorithm="sha256").digest()
            )
        )
        for clave in claves
    )


def acotar(peticion: HttpRequest, cuenta: Any) -> None:
    """La sesión de quien administra dura doce horas, la use o no."""
    if cuenta.is_staff:
        peticion.session.set_expiry(timezone.now() + timedelta(seconds=SESION_DEL_PERSONAL))


class Personal:
    """Antes de cualquier página de la administración: cómo entró y hace cuánto lo comprobó."""

    def __init__(self, siguiente: Callable[[HttpRequest], HttpResponse]) -> None:
        self.siguiente = siguiente

    def __call__(self, peticion: HttpRequest) -> HttpResponse:
        """Deja pasar: lo suyo es con la vista ya resuelta."""
        return self.siguiente(peticion)

    def process_view(self, peticion: HttpRequest, vista: Any, args: Any, datos: Any) -> HttpResponse | None:
        """La respuesta si le falta algo; None si sigue."""
        ruta = peticion.resolver_match
        if not settings.SEGUNDO_PASO_DEL_PERSONAL or ruta is None:
            return None
        if ruta.url_name == "account_reauthenticate":
            _olvidar_lo_enviado(peticion)
        de_alta = ruta.url_name in ("mfa_activate_totp", "mfa_add_webauthn")
        adentro = ruta.app_name == "admin" and ruta.url_name not in LIBRES
        if not (de_alta or adentro or ruta.view_name in DE_ADMINISTRACION):
            return None
        cuenta = peticion.user
        if not (cuenta.is_authenticated and cuenta.is_staff):
            return None  # la vista ya lo manda a la entrada o se lo niega
        if not consultas.tiene_segundo_paso(cuenta.pk):
            return render(peticion, "mfa/sin_segundo_paso.html", status=403)
        return None if de_alta else _que_le_falta(peticion)


def _que_le_falta(peticion: HttpRequest) -> HttpResponse | None:
    """A comprobar lo que falte, y de ahí a lo que estaba haciendo."""
    hechas = get_authentication_records(peticion, peticion.user)
    ahora = time.time()
    entro = max((una["at"] for una in hechas if not una.get("reauthenticated")), default=0.0)
    if ahora - entro > SESION_DEL_PERSONAL:
        logout(peticion)
        messages.warning(peticion, _("La sesión de quien administra dura 12 horas. Entra otra vez."))
        return redirect(f"{reverse('account_login')}?{urlencode({'next': peticion.get_full_path()})}")
    segundos = [una["at"] for una in hechas if una["method"] == "mfa"]
    if not any(una["method"] == "password" or una.get("passwordless") for una in hechas):
        tiene = peticion.user.has_usable_password()
        return _comprobar(peticion, reverse("account_reauthenticate" if tiene else "account_set_password"))
    vale = RECIENTE if peticion.method == "POST" else SESION_DEL_PERSONAL
    if not segundos or ahora - max(segundos) > vale:
        return _comprobar(peticion, _con_que(peticion))
    return None


def _con_que(peticion: HttpRequest) -> str:
    """La página donde se comprueba el segundo paso que tenga."""
    formas = get_adapter(peticion).get_reauthentication_methods(peticion.user)
    return next(str(forma["url"]) for forma in formas if forma["id"].startswith("mfa_"))


def _olvidar_lo_enviado(peticion: HttpRequest) -> None:
    """allauth repite lo enviado al comprobar la contraseña, sin pasar por aquí: sin segundo paso reciente, no."""
    if not (peticion.user.is_authenticated and peticion.user.is_staff):
        return
    hechas = get_authentication_records(peticion, peticion.user)
    if not any(una["method"] == "mfa" and time.time() - una["at"] <= RECIENTE for una in hechas):
        peticion.session.pop(STATE_SESSION_KEY, None)


def _comprobar(peticion: HttpRequest, donde: str) -> HttpResponse:
    """Como `suspend_request` de allauth, que con filtros en la dirección olvida lo enviado.

    Una contraseña no se guarda: la sesión va a la base y a sus respaldos.
    """
    volver = peticion.get_full_path()
    ruta = peticion.resolver_match
    if peticion.method == "POST" and not (ruta and ruta.url_name in CON_CLAVE):
        peticion.session[STATE_SESSION_KEY] = {"request": serialize_request(peticion)}
        volver = peticion.path
    return HttpResponseRedirect(f"{donde}?{urlencode({'next': volver})}")
