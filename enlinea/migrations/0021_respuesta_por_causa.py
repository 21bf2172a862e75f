"""A quien perdió la señal, o se sentó en otra mesa, se le apuntaba que había dicho que no (D180)."""

from django.db import migrations, models

CAUSAS = ('se_fue', 'otra_mesa')


def separar(apps, schema_editor):
    lugares = apps.get_model('enlinea', 'Lugar').objects
    for causa in CAUSAS:
        lugares.filter(respuesta='rechazo', mesa__motivo=causa).update(respuesta=causa)


def juntar(apps, schema_editor):
    apps.get_model('enlinea', 'Lugar').objects.filter(respuesta__in=CAUSAS).update(respuesta='rechazo')


class Migration(migrations.Migration):

    dependencies = [
        ('enlinea', '0020_mesa_cerrada'),
    ]

    operations = [
        migrations.AlterField(
            model_name='lugar',
            name='respuesta',
            field=models.CharField(choices=[('pendiente', 'pendiente'), ('acepto', 'aceptó'), ('rechazo', 'rechazó'), ('vencio', 'no contestó'), ('se_fue', 'se fue o perdió la señal'), ('otra_mesa', 'se sentó en otra mesa')], default='pendiente', max_length=10, verbose_name='respuesta'),
        ),
        migrations.RunPython(separar, juntar),
    ]
