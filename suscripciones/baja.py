"""El enlace con que se deja de recibir un aviso sin entrar: lo firma la casa y no sirve para otra cosa (D576).

Los programas de correo lo ofrecen con su propio botón si va también en los encabezados de la carta (RFC 8058, D643).
"""

import re

from django.core import signing
from django.urls import reverse

from suscripciones.lista_de_avisos import Aviso

SAL = "suscripciones.baja"
LARGO = 200
ENLACE = re.compile(r"^https?://[^\s/<>,]+/\S*?/([^\s/<>,]+)/$", re.MULTILINE)
UN_TOQUE = "One-Click"
"""Lo que manda el programa de correo, en el campo `List-Unsubscribe`, al tocar su botón."""


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


def encabezados(cuerpo: str) -> dict[str, str]:
    """Los de la baja que trae escrita esa carta; ninguno si no la trae o no la firmó la casa.

    El botón de un toque sólo se ofrece por https, que es como lo admiten (RFC 8058 §3.1).
    """
    # la del final es la nuestra: un mensaje escrito a mano va antes, y puede traer pegada la de otra persona
    for renglon in reversed(list(ENLACE.finditer(cuerpo))):
        firmado, suyo = renglon[0], leer(renglon[1])
        if suyo is None or not firmado.endswith(camino(*suyo)):
            continue
        con_toque = {"List-Unsubscribe-Post": f"List-Unsubscribe={UN_TOQUE}"} if firmado.startswith("https") else {}
        return {"List-Unsubscribe": f"<{firmado}>", **con_toque}
    return {}
