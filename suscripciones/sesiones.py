"""Cada sesión, a nombre de su cuenta; y con la contraseña nueva se cierran las demás (SU1, D176).

Django ya no las deja abrir páginas, pero un socket abierto sólo mira que su sesión siga en la base: quien entró con la
contraseña anterior seguía recibiendo las invitaciones y la mano, y podía jugar.
"""

import time
from collections.abc import Callable
from typing import Any

from allauth.core import context
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from suscripciones.models import Cuenta
from suscripciones.servicios import sesion_apuntar, sesiones_cerrar

CADA = 3600.0
"""Segundos: con la hora basta para que cada quien reconozca su aparato, y casi ninguna página escribe."""
CABEN = 20_000
_apuntadas: dict[str, float] = {}


def apuntadas(siguiente: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Apunta la sesión con que se pidió la página, una vez por hora y por proceso; también la que no abrió allauth."""

    def capa(peticion: HttpRequest) -> HttpResponse:
        respuesta = siguiente(peticion)
        sesion, ahora = peticion.session, time.monotonic()
        # a la que nadie leyó no se le pregunta nada: hay páginas que no la necesitan
        if not sesion.accessed or not (clave := sesion.session_key) or not sesion.get(SESSION_KEY):
            return respuesta
        if ahora - _apuntadas.get(clave, -CADA) >= CADA and peticion.user.is_authenticated:
            if len(_apuntadas) >= CABEN:
                _apuntadas.clear()
            _apuntadas[clave] = ahora
            sesion_apuntar(peticion)
        return respuesta

    return capa


def lo_propio_no_se_guarda(siguiente: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Lo que se pintó sabiendo quién pide no lo guarda el navegador ni nadie en el camino, si la página no dijo qué.

    Son las de la cuenta que trae allauth, con su clave del segundo paso, y las públicas de quien ya entró.
    """

    def capa(peticion: HttpRequest) -> HttpResponse:
        respuesta = siguiente(peticion)
        leida = peticion.session.accessed and peticion.session.get(SESSION_KEY)
        if leida and not respuesta.has_header("Cache-Control"):
            add_never_cache_headers(respuesta)
        return respuesta

    return capa


class CierraLasDemas:
    """Va entre los validadores de `AUTH_PASSWORD_VALIDATORS`: Django les avisa de cada contraseña que se guarda.

    Así vale por cualquier puerta: cambiarla, ponerla, restablecerla, la administración y `manage.py changepassword`.
    """

    def validate(self, password: str, user: Any = None) -> None:
        """Ninguna contraseña le parece mal."""

    def get_help_text(self) -> str:
        """Lo que se dice junto a las demás reglas."""
        return _("Al cambiarla se cierra tu sesión en los demás aparatos.")

    def password_changed(self, password: str, user: Any = None) -> None:
        """Ya quedó guardada; sigue abierta la sesión desde la que se cambió."""
        if not isinstance(user, Cuenta) or user.last_login is None:
            return  # quien nunca ha entrado no tiene sesiones
        peticion = context.request
        sesiones_cerrar(cuenta_id=user.pk, menos=(peticion and peticion.session.session_key) or "")
