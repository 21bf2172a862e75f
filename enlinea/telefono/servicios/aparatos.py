"""Qué teléfonos apuntó cada cuenta (D781)."""

from datetime import datetime
from typing import Any

from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef

from config.base.transaccion import en_transaccion
from config.comun import push
from enlinea.acceso.consultas import exigir_permiso
from enlinea.errores import ErrorDeServicio
from enlinea.models import Telefono
from suscripciones import servicios as cuentas

TELEFONOS = 5
"""Por cuenta; con otro más se olvida el más viejo."""


def telefono_apuntar(
    *, cuenta_id: int, sesion: str, direccion: str, p256dh: str, secreto: str, ahora: datetime
) -> None:
    """A ese teléfono se le avisa de lo de esa cuenta, y de nadie más; apuntarlo otra vez lo deja como está ahora.

    Errores: los de SU3, `push_apagado`, `push_desconocido` (no es de un servicio de push).
    """
    exigir_permiso(cuenta_id, ahora)
    if not push.llave_publica():
        raise ErrorDeServicio("push_apagado")
    if not push.de_un_servicio(direccion):
        raise ErrorDeServicio("push_desconocido")
    datos: dict[str, Any] = {
        "cuenta_id": cuenta_id, "sesion": sesion, "direccion": direccion, "p256dh": p256dh, "secreto": secreto,
        "fallas": 0,
    }  # fmt: skip

    def apuntar() -> None:
        cuentas.cuentas_bloquear([cuenta_id])  # de a uno: el tope se cumple
        Telefono.objects.update_or_create(
            huella=push.huella_de(direccion), defaults=datos, create_defaults={**datos, "creado": ahora}
        )
        suyos = Telefono.objects.filter(cuenta=cuenta_id).order_by("-creado", "-pk")
        Telefono.objects.filter(pk__in=list(suyos.values_list("pk", flat=True)[TELEFONOS:])).delete()

    en_transaccion(apuntar)


def telefono_quitar(*, cuenta_id: int, direccion: str) -> int:
    """Ese teléfono deja de recibir avisos, si es de esa cuenta. Devuelve cuántos se quitaron."""
    return Telefono.objects.filter(cuenta=cuenta_id, huella=push.huella_de(direccion)).delete()[0]


def telefonos_olvidar(ahora: datetime) -> int:
    """Los que se apuntaron con una sesión que ya se cerró o caducó; devuelve cuántos."""
    abierta = Session.objects.filter(session_key=OuterRef("sesion"), expire_date__gt=ahora)
    return Telefono.objects.filter(~Exists(abierta)).delete()[0]
