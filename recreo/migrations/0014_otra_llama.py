import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('recreo', '0001_squashed_0013_penas'),
    ]

    operations = [
        migrations.AddField(
            model_name='recreo',
            name='anterior',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='recreo.recreo'),
        ),
        migrations.AddField(
            model_name='jugador',
            name='viene_de',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='recreo.jugador'),
        ),
        migrations.AddField(
            model_name='jugador',
            name='ahora_no',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
