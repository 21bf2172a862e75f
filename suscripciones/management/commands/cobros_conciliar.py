"""Le pregunta a quien cobra por los pagos que no avisó."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from suscripciones.servicios import cobros_conciliar


class Command(BaseCommand):
    """Lo mismo que hace el barrido cada hora; vale repetirlo."""

    help = "Pregunta a Stripe y a Mercado Pago por los pagos abiertos y los ya pagados que toca revisar."

    def handle(self, *args: Any, **opciones: Any) -> None:
        """Dice cuántos preguntó, cuántos cambiaron y cuántos no contestaron."""
        cuentas = cobros_conciliar(timezone.now())
        self.stdout.write(
            f"preguntados: {cuentas['preguntados']} · cambiaron: {cuentas['cambiaron']} · "
            f"sin respuesta: {cuentas['sin_respuesta']}"
        )
