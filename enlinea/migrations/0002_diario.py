"""La tabla del diario en PostgreSQL; en SQLite vive en su propio archivo y se crea al abrirlo."""

from django.db import migrations

DEFINICION = """
CREATE TABLE enlinea_diario (
  mesa bigint NOT NULL, num integer NOT NULL, id_orden uuid NOT NULL, asiento smallint NOT NULL,
  esquema smallint NOT NULL, eventos text NOT NULL, instante bigint NOT NULL,
  PRIMARY KEY (mesa, num), UNIQUE (mesa, id_orden)
)
"""


def crear(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(DEFINICION)


def quitar(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TABLE enlinea_diario")


class Migration(migrations.Migration):
    dependencies = [("enlinea", "0001_initial")]

    operations = [migrations.RunPython(crear, quitar)]
