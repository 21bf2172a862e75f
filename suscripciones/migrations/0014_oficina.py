"""Notas de la casa, los correos que cada quien apaga y de qué es un correo (D511, D513)."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('suscripciones', '0013_correo_normal'),
    ]

    operations = [
        migrations.AlterField(
            model_name='correoporsalir',
            name='motivo',
            field=models.CharField(choices=[('codigo', 'código para entrar'), ('cuenta', 'correo o contraseña de la cuenta'), ('vencimiento', 'vencimiento de la suscripción'), ('invitacion', 'invitación a un Recreo'), ('administracion', 'aviso a la administración'), ('pago', 'recibo o aviso de un pago'), ('aviso', 'aviso de la cuenta'), ('mensaje', 'mensaje de la administración')], max_length=15, verbose_name='de qué es'),
        ),
        migrations.CreateModel(
            name='NotaDeLaCasa',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('texto', models.CharField(max_length=500, verbose_name='nota')),
                ('escrita', models.DateTimeField(verbose_name='cuándo')),
                ('id_orden', models.UUIDField(editable=False, unique=True)),
                ('cuenta', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notas', to=settings.AUTH_USER_MODEL, verbose_name='cuenta')),
                ('por', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='quién la escribió')),
            ],
            options={
                'verbose_name': 'nota de la casa',
                'verbose_name_plural': 'notas de la casa',
                'ordering': ('-escrita', '-id'),
            },
        ),
        migrations.CreateModel(
            name='AvisoApagado',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('aviso', models.CharField(max_length=15)),
                ('cuenta', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='avisos_apagados', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('cuenta', 'aviso'), name='aviso_apagado_una_vez')],
            },
        ),
    ]
