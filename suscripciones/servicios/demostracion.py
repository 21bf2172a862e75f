"""Las cuentas del modo de demostración."""

import uuid
from datetime import datetime

from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher, get_hasher
from django.db import transaction
from django.utils import timezone

from suscripciones import demo
from suscripciones.models import Cuenta, Plan
from suscripciones.servicios.cuentas import cuenta_por_correo, cuenta_verificar_correo
from suscripciones.servicios.pagos import suscripcion_registrar


def cuentas_demo_crear(*, ahora: datetime | None = None) -> dict[str, Cuenta]:
    """Crea, una sola vez, las cuentas del modo de demostración; devuelve las cuentas por correo."""
    instante = ahora or timezone.now()
    _precios_de_demostracion()
    cuentas: dict[str, Cuenta] = {}
    with transaction.atomic():
        for nombre, correo, clave, papel in demo.CUENTAS_DEMO:
            cuenta = cuenta_por_correo(correo, nombre)
            if not cuenta.has_usable_password():
                cuenta.is_staff = cuenta.is_superuser = papel == demo.ADMINISTRADOR
                cuenta.password = _resumen_rapido(clave)
                cuenta.save()
            cuenta_verificar_correo(cuenta)
            cuentas[correo] = cuenta
        administrador = next(cuentas[c] for _n, c, _k, papel in demo.CUENTAS_DEMO if papel == demo.ADMINISTRADOR)
        for _nombre, correo, _clave, papel in demo.CUENTAS_DEMO:
            if papel in demo.CON_SUSCRIPCION:
                suscripcion_registrar(
                    cuenta_id=cuentas[correo].pk,
                    plan="anual",
                    registrada_por_id=administrador.pk,
                    ahora=instante,
                    sin_recibo=True,
                    id_orden=uuid.uuid5(uuid.NAMESPACE_URL, f"demo:{correo}"),
                )
    return cuentas


def _resumen_rapido(clave: str) -> str:
    """Estas contraseñas son públicas: con las vueltas de siempre, `make run` esperaba tres segundos por ellas."""
    resumen = get_hasher()
    vueltas = {"iterations": 1000} if isinstance(resumen, PBKDF2PasswordHasher) else {}
    return str(resumen.encode(clave, resumen.salt(), **vueltas))


def _precios_de_demostracion() -> None:
    """En pesos, inventados, para que se vean OXXO y SPEI; fuera de la demostración los fija el dueño (D422)."""
    if settings.DEMO:
        for clave, precio in demo.PRECIOS_EN_PESOS.items():
            Plan.objects.filter(clave=clave, precio_mxn=None).update(precio_mxn=precio)
