"""Correos cortos y en español; el asunto dice lo importante, que es lo que enseña el aviso del teléfono.

Nada se manda aquí: la carta va al buzón de salida (`buzon`) en la transacción de quien la escribe, y sale aparte.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string

from suscripciones.models import CorreoPorSalir

Motivo = CorreoPorSalir.Motivo
DURA = timedelta(days=3)
"""Lo que se insiste con un correo que no dice hasta cuándo vale."""


class Carta(EmailMessage):
    """Un correo que sabe de qué es, hasta cuándo vale y a quién decirle si no llega."""

    motivo: str = Motivo.CUENTA
    vale: timedelta = DURA
    referencia: str = ""


def enviar(
    plantilla: str,
    para: str | Sequence[str],
    datos: dict[str, Any],
    *,
    motivo: str,
    vale: timedelta = DURA,
    referencia: str = "",
) -> None:
    """Echa al buzón `templates/suscripciones/correo/<plantilla>.txt`, o la que diga una ruta; primero va el asunto.

    `vale`: pasado ese tiempo no se manda. `referencia`: «tema:dato», para saber si no llegó (`cartero.al_no_llegar`).
    """
    carta(plantilla, para, datos, motivo=motivo, vale=vale, referencia=referencia).send()


def carta(
    plantilla: str,
    para: str | Sequence[str],
    datos: dict[str, Any],
    *,
    motivo: str,
    vale: timedelta = DURA,
    referencia: str = "",
) -> Carta:
    """La misma, escrita y sin echar: para echar muchas de una vez."""
    ruta = plantilla if "/" in plantilla else f"suscripciones/correo/{plantilla}.txt"
    asunto, _salto, cuerpo = render_to_string(ruta, datos).strip().partition("\n")
    quienes = [para] if isinstance(para, str) else list(para)
    escrita = Carta(asunto.strip(), cuerpo.strip() + "\n", settings.DEFAULT_FROM_EMAIL, quienes)
    escrita.motivo, escrita.vale, escrita.referencia = motivo, vale, referencia
    return escrita


def echar(cartas: Sequence[Carta]) -> None:
    """Todas al buzón de una sola vez."""
    if cartas:
        get_connection().send_messages(cartas)
