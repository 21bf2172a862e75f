"""Las sesiones que siguen abiertas y de quién son, de muchas a la vez: lo que un socket vuelve a comprobar de quien ya
entró. Salir en otra pestaña, la contraseña nueva o que caduquen las borra, y el socket no se entera solo (D176).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone

from config.base.en_lista import en_lista

LLAVE = "llave"
"""Dónde guarda la sesión la del teléfono que reclamó un lugar sin correo (RE3); es del aparato: sobrevive a cambiar de
cuenta.
"""


def marca_de(cuenta_id: int | None, llave: str) -> str:
    """Quién tiene este aparato, sin decir quién: el navegador sabe con ella si lo que guardó es suyo (D281).

    Vacía, nadie. No depende de la clave del sistema: al cambiarla, lo pendiente de enviar sigue siendo de su dueño.
    """
    quien = f"c{cuenta_id}" if cuenta_id else f"l{llave}" if llave else ""
    return sha256(f"aparato:{quien}".encode()).hexdigest()[:16] if quien else ""


@dataclass(frozen=True, slots=True)
class Sesion:
    """Una sesión abierta: como está guardada y lo que dice."""

    guardada: str
    cuenta: str
    llave: str


def sesiones_abiertas(claves: Collection[str], antes: Mapping[str, Sesion]) -> dict[str, Sesion]:
    """Las que valen ahora, en una pregunta. Sólo se descifra la que cambió desde `antes`."""
    filas = Session.objects.filter(session_key__in=en_lista(claves, "text"), expire_date__gt=timezone.now())
    return {
        clave: previa if (previa := antes.get(clave)) is not None and previa.guardada == guardada else _leer(guardada)
        for clave, guardada in filas.values_list("session_key", "session_data")
    }


def sesiones_que_siguen(claves: Collection[str]) -> set[str]:
    """De ésas, las que están y no han caducado, sin leer lo que dicen."""
    filas = Session.objects.filter(session_key__in=en_lista(claves, "text"), expire_date__gt=timezone.now())
    return set(filas.values_list("session_key", flat=True))


def _leer(guardada: str) -> Sesion:
    datos: dict[str, Any] = import_module(settings.SESSION_ENGINE).SessionStore().decode(guardada)
    return Sesion(guardada, str(datos.get(SESSION_KEY)), str(datos.get(LLAVE) or ""))
