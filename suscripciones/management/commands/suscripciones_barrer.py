"""`manage.py suscripciones_barrer`: manda los avisos de vencimiento y borra códigos viejos. Vale repetirlo."""

from typing import Any

from django.core.management.base import BaseCommand

from suscripciones.servicios import barrer


class Command(BaseCommand):
    """Barrido de cuentas y suscripciones."""

    help = "Manda los avisos de vencimiento (una sola vez cada uno) y borra códigos de entrada viejos."

    def handle(self, *args: Any, **opciones: Any) -> None:
        """Un barrido."""
        self.stdout.write(barrer())
