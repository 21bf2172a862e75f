"""El segundo paso que se da, se quita o se recifra desde la consola (SU1): quien la tiene ya demostró quién es."""

from typing import NamedTuple

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db import transaction

from suscripciones.servicios.base import bloquear_cuenta

_CON_SECRETO = (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)


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


CIFRADOS = ("secret", "seed")
"""De lo que guarda `allauth.mfa`, lo que pasa por el cifrado de la casa."""


class Recifrados(NamedTuple):
    """Cuántos quedaron con la clave de ahora, y de quiénes (número de cuenta) ya no se pueden leer."""

    hechos: int
    ilegibles: list[int]


def segundos_pasos_recifrar() -> Recifrados:
    """Pasa todos a la `SECRET_KEY` de ahora: después, la anterior se puede quitar sin dejar a nadie fuera.

    Vale repetirlo. A quien no se puede leer se le da otro con `segundo_paso_dar`.
    """
    hechos, ilegibles = 0, []
    for uno, cuenta in Authenticator.objects.filter(type__in=_CON_SECRETO).order_by("pk").values_list("pk", "user_id"):
        with transaction.atomic():
            fila = Authenticator.objects.select_for_update().filter(pk=uno).first()
            if fila is None:
                continue
            nuevos = {campo: get_adapter().recifrar(fila.data[campo]) for campo in CIFRADOS if campo in fila.data}
            if None in nuevos.values():
                ilegibles.append(cuenta)
                continue
            fila.data |= nuevos
            fila.save(update_fields=["data"])
            hechos += 1
    return Recifrados(hechos, sorted(set(ilegibles)))
