"""Siembra los dos planes del reglamento (SU2)."""

from django.db import migrations

from suscripciones.planes import PLANES


def sembrar(apps, esquema):
    Plan = apps.get_model("suscripciones", "Plan")
    for clave, nombre, meses, precio in PLANES:
        Plan.objects.get_or_create(clave=clave, defaults={"nombre": nombre, "meses": meses, "precio": precio})


class Migration(migrations.Migration):
    dependencies = [("suscripciones", "0001_initial")]

    operations = [migrations.RunPython(sembrar, migrations.RunPython.noop)]
