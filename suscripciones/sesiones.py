"""Con la contraseña nueva se cierran las demás sesiones de la cuenta (SU1, D176).

Django ya no las deja abrir páginas, pero un socket abierto sólo mira que su sesión siga en la base: quien entró con la
contraseña anterior seguía recibiendo las invitaciones y la mano, y podía jugar.
"""

from importlib import import_module
from typing import Any

from allauth.core import context
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.utils import timezone
from django.utils.translation import gettext as _

from suscripciones.models import Cuenta

DE_A_CUANTAS = 2000


def sesiones_cerrar(*, cuenta_id: int, menos: str = "") -> int:
    """Borra las sesiones abiertas de la cuenta, menos esa; devuelve cuántas.

    De quién es cada una va firmado dentro: se leen todas, unos 20 µs cada una, y sólo al cambiar la contraseña.
    """
    almacen = import_module(settings.SESSION_ENGINE).SessionStore()
    sesiones = almacen.get_model_class().objects
    abiertas = sesiones.filter(expire_date__gt=timezone.now()).exclude(pk=menos).values_list("pk", "session_data")
    suyas = [
        clave
        for clave, datos in abiertas.iterator(chunk_size=DE_A_CUANTAS)
        if str(almacen.decode(datos).get(SESSION_KEY)) == str(cuenta_id)
    ]
    return int(sesiones.filter(pk__in=suyas).delete()[0])


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
