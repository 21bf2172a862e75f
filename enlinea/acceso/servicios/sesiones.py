"""Cerrar una sesión de En línea, por inactividad (002 §1.2.1) o por suspensión (002 §3.3.3), y dejar dicho por qué."""

from datetime import datetime
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase

from suscripciones import consultas as suscripciones
from suscripciones.consultas import SUSPENSION_EN_SESION

SALIDA = "salida"
"""Dónde queda en la sesión por qué se cerró, para decirlo en la entrada."""


def sesion_cerrar(clave: str, motivo: str) -> None:
    """Quita el elemento de autenticación de una sesión (002 §1.2.1) y deja dicho por qué. Idempotente.

    La llave del teléfono (RE3) es del aparato y se queda.
    """
    sesion = import_module(settings.SESSION_ENGINE).SessionStore(clave)
    if sesion.get(SESSION_KEY) is None:
        return
    autenticacion_quitar(sesion)
    sesion[SALIDA] = motivo
    sesion.save()


def autenticacion_quitar(sesion: SessionBase) -> None:
    """El elemento de autenticación (002 §1.2.1), y nada más; guardarla es de quien la abrió."""
    for cual in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        sesion.pop(cual, None)


# --- la sesión del suspendido -----------------------------------------------------------------------------------------
def sesion_suspender(clave: str, cuenta_id: int, ahora: datetime) -> None:
    """Si la sesión es de esa cuenta y está suspendida, le quita su elemento de autenticación (002 §3.3.3). Idempotente.

    La que se abrió después, ya sabiéndolo, se queda: con ella ve su expediente y sus Recreos.
    """
    suspension = suscripciones.suspension_vigente(cuenta_id, ahora)
    sesion: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(clave)
    suya = bool(clave) and str(sesion.get(SESSION_KEY)) == str(cuenta_id)
    if suspension is not None and suya and not sesion_ya_avisada(sesion, suspension.pk):
        sesion_quitar(sesion, suspension.pk)
        sesion.save()


def sesion_ya_avisada(sesion: SessionBase, suspension_id: int) -> bool:
    """Si a esta sesión ya se le quitó la autenticación por esa suspensión, y volvió a entrar."""
    avisada: object = sesion.get(SUSPENSION_EN_SESION)
    return avisada == suspension_id


def sesion_quitar(sesion: SessionBase, suspension_id: int) -> None:
    """Quita la autenticación y deja dicho por cuál suspensión; guardarla es de quien la abrió."""
    autenticacion_quitar(sesion)
    sesion[SUSPENSION_EN_SESION] = suspension_id
