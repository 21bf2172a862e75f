"""Correos cortos y en español; el asunto dice lo importante, que es lo que enseña el aviso del teléfono."""

from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string

from suscripciones.errores import ErrorDeSuscripcion


def enviar(plantilla: str, para: str, datos: dict[str, Any]) -> None:
    """Envía `templates/suscripciones/correo/<plantilla>`: el primer renglón es el asunto."""
    texto = render_to_string(f"suscripciones/correo/{plantilla}.txt", datos).strip()
    asunto, _salto, cuerpo = texto.partition("\n")
    correo = EmailMessage(asunto.strip(), cuerpo.strip() + "\n", settings.DEFAULT_FROM_EMAIL, [para])
    try:
        correo.send()
    except (SMTPException, OSError) as error:
        raise ErrorDeSuscripcion("correo_no_enviado") from error
