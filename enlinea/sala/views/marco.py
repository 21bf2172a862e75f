"""El marco de toda página que cuelga de la Sala."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from config.servidor.guion import es_guion
from enlinea.acceso.views.comun import cuenta_de
from enlinea.sala.consultas.estado import estado_de_sala
from enlinea.sala.pantallas import contexto_propio
from enlinea.sala.servicios.presencia import actividad_anotar


def contexto_de_sala(peticion: HttpRequest, pantalla: str) -> dict[str, Any]:
    """Lo que lleva toda página que cuelga de la Sala: el menú y las invitaciones, que también llegan aquí.

    Abrirla es hacer algo (EL1); que un guion la vuelva a leer, no. La petición ya pasó por `de_suscriptores`.
    """
    cuenta = cuenta_de(peticion)
    if not es_guion(peticion):
        actividad_anotar(cuenta, timezone.now())
    estado = estado_de_sala(timezone.now(), [cuenta])
    propio = contexto_propio(estado, cuenta, pantalla)
    return {**propio, "cuenta": cuenta}
