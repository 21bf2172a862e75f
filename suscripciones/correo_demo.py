"""El correo del modo de demostración: pasa por el buzón de salida, como siempre, pero no sale; `/correo` lo enseña."""

from collections.abc import Sequence

from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage

from suscripciones.buzon import BuzonDeSalida
from suscripciones.models import CorreoDeDemo
from suscripciones.servicios import cartero

# Los más viejos se borran: el buzón no crece sin fin.
CONSERVA = 300


class BuzonAlMomento(BuzonDeSalida):
    """El buzón de siempre, repartido al confirmar: quien pide un código abre `/correo` enseguida."""

    def al_confirmar(self) -> None:
        """No espera a ningún servidor: se reparte aquí mismo."""
        cartero.repartir()


class AlmacenDeCorreos(BaseEmailBackend):
    """No envía nada: guarda un renglón por destinatario."""

    def send_messages(self, mensajes: Sequence[EmailMessage]) -> int:
        """Guarda los mensajes; devuelve cuántos."""
        for mensaje in mensajes:
            CorreoDeDemo.objects.bulk_create(
                CorreoDeDemo(para=para, asunto=mensaje.subject[:250], cuerpo=str(mensaje.body))
                for para in mensaje.recipients()
            )
        viejo = CorreoDeDemo.objects.order_by("-id").values_list("id", flat=True)[CONSERVA : CONSERVA + 1]
        for ultimo in list(viejo):
            CorreoDeDemo.objects.filter(id__lte=ultimo).delete()
        return len(mensajes)
