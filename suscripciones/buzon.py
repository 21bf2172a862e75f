"""El buzón de salida: mandar un correo es escribir un renglón, en la transacción de quien lo manda.

Así una página nunca espera al servidor de correo, lo que se deshace no se manda y lo que se confirma no se pierde. Lo
reparte `cartero`.
"""

from collections.abc import Sequence
from email.utils import make_msgid, parseaddr

from django.conf import settings
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage
from django.db import transaction
from django.utils import timezone

from config.vivo import tareas
from suscripciones.correos import Carta
from suscripciones.models import CorreoPorSalir

TAREA = "suscripciones: correo por salir"


class BuzonDeSalida(BaseEmailBackend):
    """El `EMAIL_BACKEND` de la casa; el que de veras manda está en `CORREO_DE_VERDAD`."""

    def send_messages(self, mensajes: Sequence[EmailMessage]) -> int:
        """Un renglón por destinatario, y se despierta al cartero al confirmar; devuelve cuántos mensajes."""
        ahora = timezone.now()
        renglones = [
            CorreoPorSalir(
                para=parseaddr(para)[1],
                motivo=getattr(mensaje, "motivo", Carta.motivo),
                asunto=str(mensaje.subject)[:250],
                cuerpo=str(mensaje.body),
                id_mensaje=make_msgid(domain=parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]),
                referencia=getattr(mensaje, "referencia", Carta.referencia),
                creado=ahora,
                caduca=ahora + getattr(mensaje, "vale", Carta.vale),
                siguiente=ahora,
            )
            for mensaje in mensajes
            for para in _destinatarios(mensaje)
        ]
        CorreoPorSalir.objects.bulk_create(renglones)
        transaction.on_commit(self.al_confirmar, robust=True)
        return len(mensajes)

    def al_confirmar(self) -> None:
        """Ya quedaron escritos: que el cartero no espere a su vuelta."""
        tareas.despertar(TAREA)


def _destinatarios(mensaje: EmailMessage) -> list[str]:
    """El buzón sólo lleva texto: lo que no sabe guardar se dice, no se pierde callado."""
    sobra = mensaje.attachments or getattr(mensaje, "alternatives", None) or mensaje.extra_headers or mensaje.reply_to
    if sobra or mensaje.content_subtype != "plain":
        raise TypeError("El buzón de salida sólo lleva texto: sin adjuntos, otras versiones ni encabezados.")
    return list(mensaje.recipients())
