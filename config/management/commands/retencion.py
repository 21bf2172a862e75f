"""Borrar ahora lo que pasó de su plazo, sin esperar al barrido."""

from django.core.management.base import BaseCommand
from django.utils import timezone

from config.base import retencion


class Command(BaseCommand):
    """`manage.py retencion`: aplica la tabla de plazos y dice cuánto borró. Repetirlo no hace daño."""

    help = "Borra los datos que pasaron de su plazo (ajustes RETENCION_…)."

    def handle(self, *args: object, **opciones: object) -> None:
        """Un renglón por clave: cuántos días se guarda y cuántos renglones se fueron."""
        borrados = retencion.aplicar(timezone.now())
        for clave, cuantos in borrados.items():
            self.stdout.write(f"{clave}: {retencion.dias(clave)} días · {cuantos} borrados")
