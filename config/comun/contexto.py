"""Lo que toda plantilla necesita."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from config.base.sesiones import LLAVE, marca_de
from config.servidor.middleware import base_de, es_anfitrion


def marca_del_aparato(peticion: HttpRequest) -> str | None:
    """De quién es la sesión con que se pidió (D281); None en lo que se contesta antes de leerla."""
    if not hasattr(peticion, "session") or not hasattr(peticion, "user"):
        return None
    return marca_de(peticion.user.pk, str(peticion.session.get(LLAVE, "")))


def comun(peticion: HttpRequest) -> dict[str, Any]:
    """Modo de demostración y principio de los enlaces a cada anfitrión (PL2).

    También la hora, en milisegundos: la del aparato de cada quien puede andar mal (`AmigosHora`, `js/comun/base.js`).
    Un enlace al Recreo se escribe `{{ base_recreo }}{% url … %}`: sólo es absoluto cuando vive en otro nombre.
    """
    return {
        "demo": settings.DEMO,
        "ahora_de_la_casa": int(timezone.now().timestamp() * 1000),
        "anfitrion_recreo": settings.ANFITRION_RECREO,
        "en_anfitrion_recreo": es_anfitrion(peticion, settings.ANFITRION_RECREO),
        "base_recreo": base_de(peticion, settings.ANFITRION_RECREO),
        # se pregunta al pintarla: hay páginas que no leen la sesión
        "marca_del_aparato": lambda: marca_del_aparato(peticion),
        "base_principal": base_de(peticion, settings.ANFITRION_PRINCIPAL),
    }
