"""La base de cada trabajador, copiada de una ya migrada.

Migrar desde cero cuesta seis segundos de procesador, y lo hacía cada trabajador de cada vuelta. La corrida entera la
prepara antes de empezar (`python -m tests.plantilla CARPETA`): entre siete procesos que arrancan tardaba minutos.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.db import connection

from tests.config.servidor import base_migrada, copiar_base, direccion_de, el_primero, migrar


@contextmanager
def base_copiada(carpeta: Path) -> Iterator[None]:
    """La base de prueba puesta en los ajustes; al salir ya no existe. En `carpeta`, común, se prepara la plantilla."""
    creacion, de_siempre = connection.creation, str(settings.DATABASES["default"]["NAME"])
    propia = creacion._get_test_db_name()
    preparar(carpeta)
    if connection.vendor == "postgresql":
        _rehacer(propia, como=_plantilla_de(de_siempre))
    else:
        _borrar_archivo(Path(propia))
        copiar_base(base_migrada(carpeta), Path(propia))
    connection.close()
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = propia
    yield
    creacion.destroy_test_db(de_siempre, verbosity=0)


def preparar(carpeta: Path) -> None:
    """La plantilla de esta base, si todavía no la hay."""
    if connection.vendor == "postgresql":
        el_primero(carpeta / "plantilla.postgres", lambda: _hacer_plantilla(carpeta))
    else:
        base_migrada(carpeta)


def direccion_de_plantilla(carpeta: Path) -> str:
    """La de PostgreSQL, ya preparada; para copiarla a otro servidor."""
    preparar(carpeta)
    return direccion_de(_plantilla_de(urlsplit(os.environ["DATABASE_URL"]).path.lstrip("/")))


def borrar_plantilla() -> None:
    """La de PostgreSQL, cuando ya nadie la copia."""
    if connection.vendor == "postgresql":
        with suppress(psycopg.OperationalError):
            _ordenar(f'DROP DATABASE IF EXISTS "{_plantilla_de(str(connection.settings_dict["NAME"]))}"')


def _plantilla_de(base: str) -> str:
    return f"{base}_plantilla"


def _hacer_plantilla(carpeta: Path) -> None:
    nombre = _plantilla_de(str(settings.DATABASES["default"]["NAME"]))
    _rehacer(nombre)
    migrar(direccion_de(nombre))
    (carpeta / "plantilla.postgres").touch()


def _rehacer(nombre: str, como: str = "") -> None:
    _ordenar(f'DROP DATABASE IF EXISTS "{nombre}"')
    _ordenar(f'CREATE DATABASE "{nombre}"' + (f' TEMPLATE "{como}"' if como else ""))


def _ordenar(orden: str) -> None:
    with psycopg.connect(direccion_de("postgres"), autocommit=True) as conexion:
        conexion.execute(orden)


def _borrar_archivo(base: Path) -> None:
    for archivo in (base, Path(f"{base}-wal"), Path(f"{base}-shm")):
        archivo.unlink(missing_ok=True)


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.ajustes"
    preparar(Path(sys.argv[1]))
