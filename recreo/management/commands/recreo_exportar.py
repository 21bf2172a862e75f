"""Saca el acta de un Recreo, para archivarla, verificarla o llevarla a otra parte."""

import argparse
import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from recreo import actas, consultas
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo
from reglas.textos import por_que_no_se_abrio


class Command(BaseCommand):
    """`manage.py recreo_exportar ID|CODIGO [--salida ARCHIVO] [--con-correos]`."""

    help = "Escribe el acta de un Recreo en JSON (docs/actas.md)."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Cuál, a dónde y si lleva correos."""
        parser.add_argument("recreo", metavar="ID|CODIGO", help="El código que se ve en pantalla, o su identificador.")
        parser.add_argument("--salida", type=Path, help="Archivo en que se guarda; sin él, va a la pantalla.")
        parser.add_argument("--con-correos", action="store_true", help="Incluye los correos de los jugadores.")

    def handle(self, *args: object, recreo: str, salida: Path | None, con_correos: bool, **opciones: object) -> None:
        """Una sola lectura y un solo archivo."""
        acta = json.dumps(actas.exportar(_buscar(recreo), con_correos=con_correos), ensure_ascii=False, indent=1)
        if salida is None:
            self.stdout.write(acta)
            return
        try:
            salida.write_text(acta + "\n", encoding="utf-8")
        except OSError as e:
            raise CommandError(
                _("No se pudo escribir «%(archivo)s» (%(motivo)s).")
                % {"archivo": salida, "motivo": _(por_que_no_se_abrio(e))}
            ) from e
        self.stdout.write(_("Acta guardada en %(archivo)s") % {"archivo": salida})


def _buscar(recreo: str) -> EstadoRecreo:
    """Por código; si no hay, por identificador."""
    try:
        return consultas.estado_de(consultas.id_de(recreo))
    except ErrorDeServicio:
        pass
    try:
        return consultas.estado_de(int(recreo) if recreo.isdecimal() and len(recreo) < 19 else 0)
    except ErrorDeServicio as e:
        raise CommandError(_("No hay ningún Recreo «%(recreo)s». Revisa el código.") % {"recreo": recreo}) from e
