"""El aparato conocido: el que ya entró a una cuenta lleva una galleta firmada que lo dice.

No da entrada a nada: sólo hace que los intentos de los extraños no le cuenten (`topes`). El número es al azar y nada
más sirve para contarle a él los suyos.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config.base.galletas import Galleta

GALLETA = Galleta("conocido", timedelta(days=365), comun=True)
SAL = "suscripciones.aparato"
CUENTAS = 6
"""Las últimas que entraron en él: una familia comparte el teléfono."""


@dataclass(frozen=True, slots=True)
class Aparato:
    """Su número y las cuentas que han entrado en él; vacío si no se le conoce."""

    numero: str = ""
    cuentas: tuple[int, ...] = ()

    def de(self, cuenta_id: int | None) -> str:
        """Su número, si esa cuenta ya entró en él; vacío si no."""
        return self.numero if cuenta_id is not None and cuenta_id in self.cuentas else ""


def aparato_de(peticion: HttpRequest) -> Aparato:
    """El de la petición. Una galleta que no firmamos es como ninguna."""
    try:
        numero, cuentas = signing.loads(peticion.COOKIES.get(GALLETA.nombre, ""), salt=SAL, max_age=GALLETA.vida)
        return Aparato(str(numero), tuple(int(cuenta) for cuenta in cuentas))
    except (signing.BadSignature, ValueError, TypeError):
        return Aparato()


def recordar(peticion: HttpRequest, respuesta: HttpResponseBase, cuenta_id: int) -> None:
    """Esa cuenta acaba de entrar en este aparato."""
    antes = aparato_de(peticion)
    cuentas = (cuenta_id, *(otra for otra in antes.cuentas if otra != cuenta_id))[:CUENTAS]
    numero = antes.numero or secrets.token_urlsafe(12)
    GALLETA.dejar(respuesta, signing.dumps([numero, cuentas], salt=SAL))
