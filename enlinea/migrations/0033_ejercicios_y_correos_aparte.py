from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('enlinea', '0028_academia_calculos'),
    ]

    operations = [
        migrations.AddField(
            model_name='mensajedeladministrador',
            name='a_cuantas',
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False, verbose_name='a cuántas cuentas'),
        ),
        migrations.AddField(
            model_name='mensajedeladministrador',
            name='correos',
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False, verbose_name='correos escritos'),
        ),
        migrations.AddField(
            model_name='mensajedeladministrador',
            name='por_repartir',
            field=models.PositiveBigIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name='mensajedeladministrador',
            name='revisadas',
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False, verbose_name='cuentas revisadas'),
        ),
        migrations.AddIndex(
            model_name='mensajedeladministrador',
            index=models.Index(condition=models.Q(('por_repartir__gt', 0)), fields=['id'], name='mensaje_por_repartir'),
        ),
    ]
