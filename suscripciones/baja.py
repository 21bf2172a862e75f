"""El enlace con que se deja de recibir un aviso sin entrar: lo firma la casa y no sirve para otra cosa (D575)."""

from django.core import signing
from django.urls import reverse

from suscripciones.lista_de_avisos import Aviso

SAL = "suscripciones.baja"
LARGO = 200


def camino(cuenta_id: int, aviso: Aviso) -> str:
    """El de esa cuenta y ese aviso; no caduca."""
    return reverse("suscripciones:baja", args=[signing.Signer(salt=SAL).sign_object([cuenta_id, aviso.value])])


def leer(firma: str) -> tuple[int, Aviso] | None:
    """De quién y de qué es, si lo firmó la casa."""
    if len(firma) > LARGO:
        return None
    try:
        cuenta_id, aviso = signing.Signer(salt=SAL).unsign_object(firma)
        return int(cuenta_id), Aviso(aviso)
    except (signing.BadSignature, ValueError, TypeError):
        return None
