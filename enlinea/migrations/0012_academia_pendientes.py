"""Lo jugado antes de la Academia también se analiza: su análisis queda pendiente."""

from django.db import migrations

LOTE = 1000


def apuntar(apps, schema_editor):
    partidas = apps.get_model('enlinea', 'Partida').objects.filter(acta__isnull=False, analisis__isnull=True)
    analisis = apps.get_model('enlinea', 'Analisis').objects
    lote = []
    for pk in partidas.values_list('pk', flat=True).iterator(chunk_size=LOTE):
        lote.append(analisis.model(partida_id=pk))
        if len(lote) == LOTE:
            analisis.bulk_create(lote, ignore_conflicts=True)
            lote = []
    analisis.bulk_create(lote, ignore_conflicts=True)


class Migration(migrations.Migration):

    dependencies = [
        ('enlinea', '0011_moderacion'),
    ]

    operations = [
        migrations.RunPython(apuntar, migrations.RunPython.noop),
    ]
