"""Correos cortos y en español; el asunto dice lo importante, que es lo que enseña el aviso del teléfono."""

from collections.abc import Sequence
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string

from suscripciones.errores import ErrorDeSuscripcion


def enviar(plantilla: str, para: str | Sequence[str], datos: dict[str, Any]) -> None:
    """Envía `templates/suscripciones/correo/<plantilla>.txt`, o la que diga una ruta: su primer renglón es el asunto.

    Levanta `ErrorDeSuscripcion("correo_no_enviado")`.
    """
    ruta = plantilla if "/" in plantilla else f"suscripciones/correo/{plantilla}.txt"
    texto = render_to_string(ruta, datos).strip()
    asunto, _salto, cuerpo = texto.partition("\n")
    quienes = [para] if isinstance(para, str) else list(para)
    correo = EmailMessage(asunto.strip(), cuerpo.strip() + "\n", settings.DEFAULT_FROM_EMAIL, quienes)
    try:
        correo.send()
    except (SMTPException, OSError) as error:
        raise ErrorDeSuscripcion("correo_no_enviado") from error
