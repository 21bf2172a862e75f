"""El correo, en una sola forma y con su índice: se busca por igualdad y no se recorre la tabla (decisión 030)."""

import unicodedata

from django.db import migrations, models

import config.comun.correo

DE_A_CUANTAS = 2000


def normalizar(apps, schema_editor):
    """Ya se guardaban en minúsculas; falta el acento de dos signos. Si choca con otra cuenta, se deja como está."""
    for modelo, campo in (("Cuenta", "email"), ("CodigoDeEntrada", "correo"), ("CorreoPorSalir", "para")):
        gestor = apps.get_model("suscripciones", modelo)._default_manager.using(schema_editor.connection.alias)
        for pk, escrito in gestor.values_list("pk", campo).order_by("pk").iterator(chunk_size=DE_A_CUANTAS):
            normal = unicodedata.normalize("NFC", escrito.strip().lower())
            if normal == escrito:
                continue
            if modelo != "Cuenta" or not gestor.filter(**{campo: normal}).exists():
                gestor.filter(pk=pk).update(**{campo: normal})


class Migration(migrations.Migration):

    CONTRAE = "la versión anterior ya guarda el correo en minúsculas y único por LOWER: lo mismo que pide éste"

    dependencies = [
        ('suscripciones', '0012_cobros_de_antes'),
    ]

    operations = [
        migrations.RunPython(normalizar, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='cuenta',
            name='email',
            field=config.comun.correo.CampoDeCorreo(max_length=254, verbose_name='correo'),
        ),
        migrations.AlterField(
            model_name='codigodeentrada',
            name='correo',
            field=config.comun.correo.CampoDeCorreo(max_length=254),
        ),
        migrations.AlterField(
            model_name='correoporsalir',
            name='para',
            field=config.comun.correo.CampoDeCorreo(max_length=254, verbose_name='para'),
        ),
        migrations.AddConstraint(
            model_name='cuenta',
            constraint=models.UniqueConstraint(fields=('email',), name='cuenta_correo_normal_unico', violation_error_message='Ya hay una cuenta con ese correo.'),
        ),
        migrations.RemoveConstraint(
            model_name='cuenta',
            name='cuenta_correo_unico',
        ),
    ]
