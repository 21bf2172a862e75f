"""Las sesiones abiertas de una cuenta: apuntarlas, cerrarlas y borrar las que caducaron (SU1, D176).

De quién es cada una va firmado dentro, y para saberlo había que leerlas todas. Las apunta `allauth.usersessions`, con
índice por cuenta; un socket sólo mira que la suya siga en la base, y se corta a los dos segundos de borrarla.
"""

from datetime import datetime
from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.http import HttpRequest

POR_BARRIDO = 2_000


def sesion_apuntar(peticion: HttpRequest) -> None:
    """Deja la sesión de la petición a nombre de su cuenta, con su red, su navegador y la hora. Vale repetirla."""
    UserSession.objects.create_from_request(peticion)


def sesiones_cerrar(*, cuenta_id: int, menos: str = "", solo: int | None = None) -> int:
    """Borra las sesiones abiertas de la cuenta, menos la de clave `menos`; devuelve cuántas.

    `solo`: nada más la que lleva ese número en la lista de la persona.
    """
    suyas = UserSession.objects.filter(user_id=cuenta_id).exclude(session_key=menos)
    if solo is not None:
        suyas = suyas.filter(pk=solo)
    claves = list(suyas.values_list("session_key", flat=True))
    almacen = import_module(settings.SESSION_ENGINE).SessionStore()
    abiertas = Session.objects.filter(pk__in=claves)
    # a la que se le quitó la cuenta le queda la llave del teléfono (RE3): ésa no es suya
    con_cuenta = [
        clave
        for clave, datos in abiertas.values_list("pk", "session_data")
        if str(almacen.decode(datos).get(SESSION_KEY)) == str(cuenta_id)
    ]
    cerradas = Session.objects.filter(pk__in=con_cuenta).delete()[0]
    UserSession.objects.filter(session_key__in=claves).delete()
    return int(cerradas)


def sesiones_limpiar(ahora: datetime) -> int:
    """Borra las que caducaron y lo apuntado de las que ya no están; devuelve cuántas. Vale repetirlo y en paralelo."""
    caducas, borradas = Session.objects.filter(expire_date__lt=ahora).values_list("pk", flat=True), 0
    while lote := list(caducas[:POR_BARRIDO]):
        borradas += Session.objects.filter(pk__in=lote).delete()[0]
    esta = Session.objects.filter(session_key=OuterRef("session_key"))
    sueltas = UserSession.objects.filter(~Exists(esta)).values_list("pk", flat=True)
    while lote := list(sueltas[:POR_BARRIDO]):
        UserSession.objects.filter(pk__in=lote).delete()
    return borradas
