"""Fechas y recorridos que usan varias pruebas de cuentas."""

import re
from collections.abc import Sequence
from datetime import datetime
from smtplib import SMTPRecipientsRefused
from zoneinfo import ZoneInfo

from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.http import HttpResponse
from django.test import Client

MEXICO = ZoneInfo("America/Mexico_City")


def dia(anio: int, mes: int, d: int, hora: int = 12) -> datetime:
    """Un instante en hora de México."""
    return datetime(anio, mes, d, hora, tzinfo=MEXICO)


def ultimo_codigo() -> str:
    """El código del último correo enviado."""
    hallado = re.search(r"\b\d{6}\b", str(mail.outbox[-1].body))
    assert hallado, mail.outbox[-1].body
    return hallado.group()


def otro_codigo(codigo: str) -> str:
    """Seis cifras que no son ésas."""
    return f"{(int(codigo) + 1) % 10**6:06d}"


def pedir(navegador: Client, correo: str, **mas: str) -> HttpResponse:
    return navegador.post("/entrar/", {"correo": correo, **mas})


def entrar(navegador: Client, correo: str, **mas: str) -> HttpResponse:
    """Pide el código y lo escribe."""
    pedir(navegador, correo, **mas)
    return navegador.post("/entrar/codigo/", {"codigo": ultimo_codigo()})


class RechazaAInes(EmailBackend):
    """Un servidor de correo para el que Inés no existe."""

    def send_messages(self, mensajes: Sequence[EmailMessage]) -> int:
        for mensaje in mensajes:
            suyas = [para for para in mensaje.to if para.startswith("ines@")]
            if suyas:
                raise SMTPRecipientsRefused(dict.fromkeys(suyas, (550, b"no existe")))
        return super().send_messages(mensajes)
