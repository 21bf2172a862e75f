"""El segundo paso que se da o se quita desde la consola (SU1): quien la tiene ya demostró quién es."""

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db import transaction

from suscripciones.servicios.base import bloquear_cuenta


def segundo_paso_dar(*, cuenta_id: int) -> tuple[str, list[str]]:
    """Le pone una aplicación de códigos nueva y le quita lo que tuviera: la dirección de su QR y los de recuperación.

    Error: `cuenta_desconocida`.
    """
    with transaction.atomic():
        cuenta = bloquear_cuenta(cuenta_id)
        segundo_paso_quitar(cuenta_id=cuenta_id)
        secreto = generate_totp_secret()
        TOTP.activate(cuenta, secreto)
        return str(get_adapter().build_totp_url(cuenta, secreto)), RecoveryCodes.activate(cuenta).generate_codes()


def segundo_paso_quitar(*, cuenta_id: int) -> int:
    """Le quita todo lo del segundo paso; devuelve cuántas cosas eran. Error: `cuenta_desconocida`."""
    with transaction.atomic():
        bloquear_cuenta(cuenta_id)
        return int(Authenticator.objects.filter(user_id=cuenta_id).delete()[0])
