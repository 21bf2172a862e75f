"""Cerrar las sesiones abiertas de una cuenta (SU1, D176)."""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.utils import timezone

DE_A_CUANTAS = 2000


def sesiones_cerrar(*, cuenta_id: int, menos: str = "") -> int:
    """Borra las sesiones abiertas de la cuenta, menos esa; devuelve cuántas.

    De quién es cada una va firmado dentro: se leen todas, unos 20 µs cada una, y sólo al cambiar la contraseña.
    """
    almacen = import_module(settings.SESSION_ENGINE).SessionStore()
    sesiones = almacen.get_model_class().objects
    abiertas = sesiones.filter(expire_date__gt=timezone.now()).exclude(pk=menos).values_list("pk", "session_data")
    suyas = [
        clave
        for clave, datos in abiertas.iterator(chunk_size=DE_A_CUANTAS)
        if str(almacen.decode(datos).get(SESSION_KEY)) == str(cuenta_id)
    ]
    return int(sesiones.filter(pk__in=suyas).delete()[0])
