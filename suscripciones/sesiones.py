"""Con la contraseña nueva se cierran las demás sesiones de la cuenta (SU1, D176).

Django ya no las deja abrir páginas, pero un socket abierto sólo mira que su sesión siga en la base: quien entró con la
contraseña anterior seguía recibiendo las invitaciones y la mano, y podía jugar.
"""

from typing import Any

from allauth.core import context
from django.utils.translation import gettext as _

from suscripciones.models import Cuenta
from suscripciones.servicios import sesiones_cerrar


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
