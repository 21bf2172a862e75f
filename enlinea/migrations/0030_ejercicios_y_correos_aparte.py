import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('enlinea', '0029_otros_juegos'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='EjercicioDeLaCasa',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('clave', models.CharField(max_length=16, verbose_name='clave')),
                ('intentos', models.PositiveSmallIntegerField(default=0, verbose_name='intentos')),
                ('a_la_primera', models.BooleanField(default=False, verbose_name='a la primera')),
                ('resuelto', models.DateTimeField(blank=True, null=True, verbose_name='resuelto')),
                ('ficha', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='ficha')),
                ('extremo', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='extremo')),
                ('cuenta', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='cuenta')),
            ],
            options={
                'verbose_name': 'ejercicio de la casa',
                'verbose_name_plural': 'ejercicios de la casa',
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(fields=('cuenta', 'clave'), name='ejercicio_de_la_casa_una_vez')],
            },
        ),
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
