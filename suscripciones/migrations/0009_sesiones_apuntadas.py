"""Las sesiones abiertas antes de apuntarlas: que cambiar la contraseña las siga cerrando (D176)."""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import migrations
from django.utils import timezone

DE_A_CUANTAS = 2000


def apuntar(apps, schema_editor):
    """Lee todas una vez, unos 20 µs cada una; de dónde llegaron no se sabe."""
    Session, UserSession = apps.get_model("sessions", "Session"), apps.get_model("usersessions", "UserSession")
    cuentas = set(map(str, apps.get_model("suscripciones", "Cuenta").objects.values_list("pk", flat=True)))
    almacen, nuevas = import_module(settings.SESSION_ENGINE).SessionStore(), []
    abiertas = Session.objects.filter(expire_date__gt=timezone.now()).values_list("pk", "session_data")
    for clave, datos in abiertas.iterator(chunk_size=DE_A_CUANTAS):
        cuenta = str(almacen.decode(datos).get(SESSION_KEY))
        if cuenta in cuentas:
            nuevas.append(UserSession(user_id=int(cuenta), session_key=clave, ip="0.0.0.0", user_agent=""))
    UserSession.objects.bulk_create(nuevas, batch_size=DE_A_CUANTAS, ignore_conflicts=True)


class Migration(migrations.Migration):

    dependencies = [
        ("suscripciones", "0008_intentos"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
    ]

    operations = [migrations.RunPython(apuntar, migrations.RunPython.noop)]
