"""Vocabulario de la Sala: quién está, quién invita a quién y qué contesta cada uno."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from allauth.usersessions.models import UserSession
from django.test import Client

from enlinea.models import Lugar, Mesa
from enlinea.sala.servicios import armado, presencia
from suscripciones.models import Cuenta
from tests.enlinea.mesas import NOMBRES, suscriptor

PROCESO = UUID(int=7)
MOMENTO = timedelta(seconds=1)


def llegan(cuentas: Sequence[Cuenta], ahora: datetime, proceso: UUID = PROCESO) -> None:
    """Todos estos, y nadie más, tienen la página abierta en ese proceso."""
    presencia.presencias_guardar(proceso=proceso, presentes={c.pk: None for c in cuentas}, ahora=ahora)


def reunidos(ahora: datetime, nombres: Sequence[str] = NOMBRES) -> list[Cuenta]:
    """Suscriptores en la Sala."""
    cuentas = [suscriptor(nombre) for nombre in nombres]
    llegan(cuentas, ahora)
    return cuentas


def invita(cuentas: Sequence[Cuenta], ahora: datetime, **cambia: Any) -> armado.Armada:
    """El primero organiza; los demás van a la derecha, arriba y a la izquierda."""
    datos: dict[str, Any] = {
        "cuenta_id": cuentas[0].pk,
        "id_orden": uuid4(),
        "nombre": "Café de las nueve",
        "meta": "100",
        "modo": "normal",
        "lugares": {1: cuentas[1].pk, 2: cuentas[2].pk, 3: cuentas[3].pk},
        "ahora": ahora,
    }
    return armado.mesa_invitar(**{**datos, **cambia})


def contesta(mesa: armado.Armada, cuenta: Cuenta, ahora: datetime, acepta: bool = True) -> armado.Armada:
    return armado.invitacion_responder(mesa_id=mesa.mesa_id, cuenta_id=cuenta.pk, acepta=acepta, ahora=ahora)


def fila(mesa: armado.Armada) -> Mesa:
    return Mesa.objects.get(pk=mesa.mesa_id)


def sentados() -> int:
    """Cuántos tienen lugar en una mesa viva."""
    return Lugar.objects.filter(activo=True).count()


def navegador(cuenta: Cuenta) -> Client:
    """Con su sesión abierta."""
    cliente = Client()
    cliente.force_login(cuenta, backend="django.contrib.auth.backends.ModelBackend")
    # al entrar de verdad la apunta la página misma
    UserSession.objects.create(user=cuenta, session_key=cliente.session.session_key, ip="192.0.2.1")
    return cliente
