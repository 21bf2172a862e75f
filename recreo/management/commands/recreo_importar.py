"""Mete un acta por los mismos servicios que usa la pantalla: entra toda o no entra nada."""

import argparse
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from recreo import actas
from recreo.models import Recreo


class Command(BaseCommand):
    """`manage.py recreo_importar ARCHIVO --organizador CORREO`."""

    help = "Importa un acta de Recreo en JSON (docs/actas.md)."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """El acta y quién la organiza."""
        parser.add_argument("archivo", type=Path, help="El acta, de a lo más 2 MB.")
        parser.add_argument("--organizador", required=True, metavar="CORREO", help="Quien organiza: el número 1.")
        parser.add_argument("--otra-vez", action="store_true", help="Importa aunque esta acta ya se haya importado.")

    def handle(self, *args: object, archivo: Path, organizador: str, otra_vez: bool, **opciones: object) -> None:
        """Importa y dice qué quedó."""
        try:
            hecha = actas.importar(actas.leer_archivo(archivo), organizador=organizador, otra_vez=otra_vez)
        except actas.ErrorDeActa as e:
            raise CommandError(_("%(error)s\nNo se importó nada.") % {"error": e.mensaje()}) from e
        for aviso in hecha.avisos:
            self.stderr.write(aviso)
        self.stdout.write(
            _("«%(nombre)s» quedó con el código %(codigo)s: %(estado)s.")
            % {"nombre": hecha.nombre, "codigo": hecha.codigo, "estado": Recreo.Estado(hecha.estado).label.lower()}
        )
