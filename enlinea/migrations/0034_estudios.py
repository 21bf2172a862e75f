import django.db.models.deletion
import django.utils.timezone
import enlinea.models.mesa
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('enlinea', '0033_citas_y_avisos'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='jugador',
            name='sin_nombre',
            field=models.BooleanField(db_default=False, default=False, verbose_name='sin nombre en lo compartido'),
        ),
        migrations.CreateModel(
            name='Estudio',
            fields=[
                ('id', models.BigIntegerField(default=enlinea.models.mesa.id_al_azar, editable=False, primary_key=True, serialize=False)),
                ('mano', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='mano')),
                ('titulo', models.CharField(blank=True, max_length=60, verbose_name='título')),
                ('enlace', models.CharField(blank=True, max_length=22, null=True, unique=True, verbose_name='enlace')),
                ('con_nombres', models.BooleanField(default=False, verbose_name='con nombres')),
                ('se_busca', models.BooleanField(default=False, verbose_name='sale en los buscadores')),
                ('cambiado', models.DateTimeField(default=django.utils.timezone.now, verbose_name='cambiado')),
                ('cuenta', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='cuenta')),
                ('partida', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='enlinea.partida', verbose_name='partida')),
            ],
            options={
                'verbose_name': 'estudio',
                'verbose_name_plural': 'estudios',
                'ordering': ('-cambiado',),
            },
        ),
        migrations.CreateModel(
            name='Comentario',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mano', models.PositiveSmallIntegerField(verbose_name='mano')),
                ('jugada', models.PositiveSmallIntegerField(verbose_name='jugada')),
                ('texto', models.CharField(max_length=500, verbose_name='texto')),
                ('estudio', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comentarios', to='enlinea.estudio', verbose_name='estudio')),
            ],
            options={
                'verbose_name': 'comentario',
                'verbose_name_plural': 'comentarios',
                'ordering': ('mano', 'jugada'),
            },
        ),
        migrations.AddConstraint(
            model_name='estudio',
            constraint=models.UniqueConstraint(fields=('cuenta', 'partida'), name='estudio_uno_por_partida'),
        ),
        migrations.AddConstraint(
            model_name='comentario',
            constraint=models.UniqueConstraint(fields=('estudio', 'mano', 'jugada'), name='comentario_uno_por_jugada'),
        ),
    ]
