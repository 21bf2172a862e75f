"""Comprobar una contraseña cuesta lo mismo sea de quien sea: una búsqueda y una derivación (SU1)."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from suscripciones.models import Cuenta


class ConClave(AuthenticationBackend):  # type: ignore[misc]
    """La única puerta con contraseña.

    Con las de Django y allauth, la misma clave se derivaba una vez por puerta y por nombre: tres si había cuenta y dos
    si no, y por lo que tardaba se sabía quién tenía.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> Cuenta | None:
        """La cuenta, si la contraseña es la suya. Si no, ni se prueba en otra puerta."""
        clave = credentials.get("password")
        if not clave:
            return None
        escrito = str(credentials.get("email") or credentials.get("username") or "").strip()
        cuenta = Cuenta.objects.que_entra(escrito)
        if cuenta is None:
            derivar(clave)
        elif cuenta.check_password(clave):
            if self.user_can_authenticate(cuenta):
                return cuenta
            self._stash_user(cuenta)  # allauth le dice que está desactivada
        raise PermissionDenied


def derivar(clave: str) -> None:
    """Lo que cuesta comprobar o guardar una contraseña, sin hacer nada con ella."""
    Cuenta().set_password(clave)
