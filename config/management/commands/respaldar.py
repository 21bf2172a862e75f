"""Respalda las dos bases de una sola máquina, en el orden en que se pueden seguir."""

import argparse
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils import timezone

BASE, DIARIO = "amigos.sqlite3", "amigos.sqlite3-diario"
SE_CONSERVAN = 14


class Command(BaseCommand):
    """`manage.py respaldar CARPETA`: con el servidor andando. En PostgreSQL respalda el servicio `respaldo`."""

    help = "Copia las bases de SQLite (la de siempre y el diario de las mesas) a una carpeta con fecha."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """A dónde y cuántos se conservan."""
        parser.add_argument("carpeta", type=Path, help="Dónde van los respaldos; mejor, en otro disco.")
        parser.add_argument(
            "--conservar", type=int, default=SE_CONSERVAN, help="Cuántos se quedan; los demás se borran."
        )

    def handle(self, *args: object, carpeta: Path, conservar: int, **opciones: object) -> None:
        """Primero el diario: una mesa sin su renglón más nuevo se puede seguir; una historia sin su mesa, no."""
        base = base_de_sqlite()
        if conservar < 1:
            raise CommandError("--conservar debe ser uno o más.")
        nuevo = carpeta / f"amigos-{timezone.now().astimezone(UTC):%Y%m%dT%H%M%S}"
        provisional = nuevo.with_suffix(".haciendo")
        provisional.mkdir(mode=0o700, parents=True)
        copiar(Path(f"{base}-diario"), provisional / DIARIO)
        copiar(base, provisional / BASE)
        provisional.rename(nuevo)
        for viejo in sobrantes(carpeta, conservar):
            shutil.rmtree(viejo)
        self.stdout.write(f"Respaldo en {nuevo}")


def base_de_sqlite() -> Path:
    """El archivo de la base. Levanta `CommandError` si no es SQLite."""
    conexion = connections["default"]
    if conexion.vendor != "sqlite":
        raise CommandError("La base no es SQLite: a PostgreSQL lo respalda el servicio «respaldo».")
    return Path(str(conexion.settings_dict["NAME"]))


def copiar(de: Path, a: Path) -> None:
    """Una copia entera y revisada, aunque se esté escribiendo. El diario que aún no existe no se copia."""
    if not de.exists():
        return
    with closing(sqlite3.connect(de, timeout=60)) as origen:
        origen.execute("VACUUM INTO ?", (str(a),))
    revisar(a)
    a.chmod(0o600)


def revisar(archivo: Path) -> None:
    """Levanta `CommandError` si la base está dañada."""
    with closing(sqlite3.connect(archivo)) as copia:
        (dicho,) = copia.execute("PRAGMA integrity_check").fetchone()
    if dicho != "ok":
        raise CommandError(f"{archivo} está dañada: {dicho}")


def sobrantes(carpeta: Path, conservar: int) -> Iterable[Path]:
    """Los respaldos más viejos que los `conservar` últimos, y lo que quedó a medias de otro día."""
    hechos = sorted(x for x in carpeta.glob("amigos-*") if x.is_dir() and x.suffix != ".haciendo")
    ayer = datetime.now(UTC).timestamp() - 86_400
    a_medias = [x for x in carpeta.glob("amigos-*.haciendo") if x.stat().st_mtime < ayer]
    return [*hechos[:-conservar], *a_medias]
