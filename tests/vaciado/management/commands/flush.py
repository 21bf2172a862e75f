"""Vacía la base sin rehacerla. Reemplaza a la orden de Django, que es la que llama cada prueba con transacciones.

La de Django trunca 55 tablas (en PostgreSQL estrena sus archivos y los de sus índices: de 0.1 a 1.8 s) y vuelve a crear
tipos de contenido y permisos. Aquí se borran los renglones, se conserva lo que sólo dice qué modelos hay y se vuelve a
sembrar lo que siembran las migraciones: la prueba que sigue la encuentra como recién migrada, en el orden que sea.
"""

from importlib import import_module
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandParser
from django.db import connections, transaction

from suscripciones.servicios import grupos

DE_LOS_MODELOS = {"django_migrations", "django_content_type", "auth_permission"}
SEMBRADO = "suscripciones.migrations.0001_squashed_0008_intentos"


class Command(BaseCommand):
    """`flush`, con las mismas opciones."""

    stealth_options = ("reset_sequences", "allow_cascade", "inhibit_post_migrate")

    def add_arguments(self, parser: CommandParser) -> None:
        """Las que da `TransactionTestCase`."""
        parser.add_argument("--database", default="default")
        parser.add_argument("--noinput", "--no-input", action="store_false", dest="interactive")

    def handle(self, *args: Any, **opciones: Any) -> None:
        """Las llaves foráneas se comprueban al confirmar: el orden no importa."""
        conexion = connections[opciones["database"]]
        tablas = set(conexion.introspection.django_table_names(only_existing=True)) - DE_LOS_MODELOS
        with transaction.atomic(using=conexion.alias), conexion.cursor() as cursor:
            for tabla in sorted(tablas):
                cursor.execute(f"DELETE FROM {conexion.ops.quote_name(tabla)}")
            import_module(SEMBRADO).sembrar(apps, None)
            grupos.cuadrar()
