"""`manage.py informe_de_calidad`: hace, o sigue haciendo, el informe de la última semana. Vale repetirlo."""

import argparse
import os
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from enlinea.calidad.servicios.informe import informe_hacer

MENOS_PRIORIDAD = 19


class Command(BaseCommand):
    """La llama el barrido, una vez por semana y las que haga falta para acabar; también se puede a mano."""

    help = "Mide las partidas de la última semana y hace el informe de calidad para la administración."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Cuánto puede medir de una vez."""
        parser.add_argument("--segundos", type=int, default=1200, help="Lo que mide a lo más antes de soltar (1200).")

    def handle(self, *args: Any, segundos: int, **opciones: Any) -> None:
        """Con la prioridad más baja: cede el procesador a quien atiende mesas."""
        if hasattr(os, "nice"):
            with suppress(OSError):
                os.nice(MENOS_PRIORIDAD)
        informe = informe_hacer(plazo=timedelta(seconds=segundos), reloj=timezone.now)
        if informe is None:
            self.stdout.write(_("El informe de la semana ya está, o lo está haciendo otro proceso."))
        elif informe.hecho is None:
            self.stdout.write(_("%(informe)s: falta medir. Repite la orden para seguir.") % {"informe": informe})
        else:
            senalados = informe.renglones.filter(senalado=True).count()
            datos = {"informe": informe, "senalados": senalados}
            self.stdout.write(_("%(informe)s: hecho, con %(senalados)d renglones señalados.") % datos)
