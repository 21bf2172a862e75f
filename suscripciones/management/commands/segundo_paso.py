"""El segundo paso de quien administra, desde la consola."""

import argparse
import io

import segno
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from suscripciones import consultas
from suscripciones.servicios import segundo_paso_dar, segundo_paso_quitar


class Command(BaseCommand):
    """`manage.py segundo_paso correo`: le da una aplicación de códigos nueva; con `--quitar`, se la quita."""

    help = "Da a una cuenta un segundo paso nuevo (QR y códigos de recuperación) o, con --quitar, lo quita."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """De quién, y si es para quitarlo."""
        parser.add_argument("correo")
        parser.add_argument("--quitar", action="store_true", help="Le quita el que tenga, sin darle otro.")

    def handle(self, *args: object, correo: str, quitar: bool, **opciones: object) -> None:
        """Lo hace y lo enseña una vez: no se puede volver a ver."""
        cuenta_id = consultas.cuenta_de(correo)
        if cuenta_id is None:
            raise CommandError(_("No hay cuenta con ese correo."))
        if quitar:
            segundo_paso_quitar(cuenta_id=cuenta_id)
            self.stdout.write(_("%(correo)s ya no tiene segundo paso.") % {"correo": correo})
            return
        direccion, recuperacion = segundo_paso_dar(cuenta_id=cuenta_id)
        salida = io.StringIO()
        segno.make(direccion, error="l", micro=False).terminal(out=salida, compact=True, border=2)
        self.stdout.write(_("Léelo con la aplicación de códigos del teléfono (sólo se enseña esta vez):"))
        self.stdout.write(salida.getvalue())
        self.stdout.write(direccion)
        self.stdout.write(_("Códigos de recuperación, cada uno sirve una vez:"))
        self.stdout.write("  " + "  ".join(recuperacion))
