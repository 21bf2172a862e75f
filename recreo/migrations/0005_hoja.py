from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("recreo", "0004_puertas")]

    operations = [
        migrations.AddField("mesa", "version", models.PositiveIntegerField(default=0, db_default=0)),
        migrations.AddField("mesa", "actividad", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("recreo", "epoca", models.PositiveIntegerField(default=0, db_default=0)),
    ]
