"""Devuelve las dos bases de una sola máquina a un respaldo."""

import argparse
import os
import shutil
from contextlib import suppress
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from config.management.commands.respaldar import BASE, DIARIO, base_de_sqlite, revisar
from config.servidor import arranque


class Command(BaseCommand):
    """`manage.py restaurar CARPETA/amigos-…`: con el servidor parado. Lo de ahora queda junto, con «.antes»."""

    help = "Pone en su lugar las bases de un respaldo hecho con `respaldar`."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Cuál."""
        parser.add_argument("respaldo", type=Path, help="La carpeta amigos-AAAAMMDDTHHMMSS.")

    def handle(self, *args: object, respaldo: Path, **opciones: object) -> None:
        """Revisa el respaldo entero antes de tocar nada."""
        base = base_de_sqlite()
        if not (respaldo / BASE).is_file():
            raise CommandError(f"En {respaldo} no hay {BASE}.")
        parejas = [(respaldo / BASE, base), (respaldo / DIARIO, Path(f"{base}-diario"))]
        for guardada, _lugar in parejas:
            if guardada.exists():
                revisar(guardada)
        try:
            arranque.comprobar()
        except arranque.ArranqueNegado as negado:
            raise CommandError(str(negado)) from negado
        connections.close_all()
        for guardada, lugar in parejas:
            _poner(guardada, lugar)
        self.stdout.write("Restaurado. Lo que había quedó junto, con «.antes». Ya puedes arrancar el servidor.")


def _poner(guardada: Path, lugar: Path) -> None:
    """De una vez y en disco: lo de antes se aparta con su WAL, que no es de la base que llega."""
    for final in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{lugar}{final}").replace(f"{lugar}.antes{final}")
    if guardada.exists():
        nueva = lugar.with_name(f"{lugar.name}.llega")
        shutil.copyfile(guardada, nueva)
        with nueva.open("rb+") as archivo:
            os.fsync(archivo.fileno())
        nueva.chmod(0o600)
        nueva.replace(lugar)
