from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('enlinea', '0035_reparto_comun'),
    ]

    operations = [
        migrations.AddField(
            model_name='mensajedeladministrador',
            name='sitio',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=200),
        ),
    ]
