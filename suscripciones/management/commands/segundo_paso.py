"""El segundo paso, desde la consola."""

import argparse
import io

import segno
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from suscripciones import consultas
from suscripciones.servicios import segundo_paso_dar, segundo_paso_quitar, segundos_pasos_recifrar


class Command(BaseCommand):
    """`segundo_paso correo`: le da una aplicación nueva; con `--quitar`, la quita. Con `--recifrar`, los de todos."""

    help = "Da a una cuenta un segundo paso nuevo, lo quita, o recifra los de todos con la SECRET_KEY de ahora."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """De quién, y si es para quitarlo."""
        parser.add_argument("correo", nargs="?", default="")
        parser.add_argument("--quitar", action="store_true", help="Le quita el que tenga, sin darle otro.")
        parser.add_argument("--recifrar", action="store_true", help="Los de todos, con la SECRET_KEY de ahora.")

    def handle(self, *args: object, correo: str, quitar: bool, recifrar: bool, **opciones: object) -> None:
        """Lo hace y lo enseña una vez: no se puede volver a ver."""
        if recifrar:
            self._recifrar()
            return
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

    def _recifrar(self) -> None:
        hechos, ilegibles = segundos_pasos_recifrar()
        self.stdout.write(_("%(n)d con la clave de ahora.") % {"n": hechos})
        if ilegibles:
            cuentas = ", ".join(map(str, ilegibles))
            raise CommandError(
                _("No se pudieron leer los de estas cuentas, dales otro: %(cuentas)s") % {"cuentas": cuentas}
            )
