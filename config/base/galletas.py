"""Las galletas de la casa: con el mismo cuidado todas, y en producción con prefijo, que el navegador hace cumplir.

`__Host-` es sólo de este nombre; `__Secure-`, la que comparten los dos anfitriones (PL2).
"""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.http.response import HttpResponseBase


@dataclass(frozen=True, slots=True)
class Galleta:
    """Una galleta que ningún guion lee. `comun`: vale en los dos anfitriones, si comparten dominio."""

    que: str
    vida: timedelta
    comun: bool = False

    @property
    def nombre(self) -> str:
        """Con el prefijo que le toca."""
        compartida = self.comun and settings.SESSION_COOKIE_DOMAIN
        if not settings.SESSION_COOKIE_SECURE:
            return self.que
        return ("__Secure-" if compartida else "__Host-") + self.que

    def dejar(self, respuesta: HttpResponseBase, valor: str) -> None:
        """La pone, o la renueva."""
        self._poner(respuesta, valor, self.vida)

    def quitar(self, respuesta: HttpResponseBase) -> None:
        """La retira de ese aparato."""
        self._poner(respuesta, "", timedelta(0))

    def _poner(self, respuesta: HttpResponseBase, valor: str, vida: timedelta) -> None:
        respuesta.set_cookie(
            self.nombre,
            valor,
            max_age=vida,
            domain=settings.SESSION_COOKIE_DOMAIN if self.comun else None,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
