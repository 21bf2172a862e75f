"""`manage.py push_llave`: una llave nueva para `PUSH_LLAVE`. No guarda nada."""

from typing import Any

from django.core.management.base import BaseCommand

from config.comun import push


class Command(BaseCommand):
    """Escribe el renglón que va en `.env`."""

    help = "Da una llave nueva para mandar avisos con el teléfono dormido (PUSH_LLAVE)."

    def handle(self, *args: Any, **opciones: Any) -> None:
        """A la terminal, y nada más."""
        self.stdout.write(f"PUSH_LLAVE={push.llave_nueva()}")
