"""Los datos con que alguien pide factura (D431)."""

from datetime import datetime

from django.db import transaction

from suscripciones.cobros import factura
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import DatosDeFactura
from suscripciones.servicios.base import bloquear_cuenta


def factura_guardar(
    *, cuenta_id: int, rfc: str, nombre: str, regimen: str, uso: str, codigo_postal: str, ahora: datetime
) -> DatosDeFactura:
    """Guarda o cambia los suyos. Errores: `rfc_invalido`, `regimen_de_otro`, `uso_desconocido`, `codigo_postal`."""
    limpio = factura.rfc_limpio(rfc)
    if not factura.rfc_valido(limpio):
        raise ErrorDeSuscripcion("rfc_invalido")
    if regimen not in factura.regimen_de(limpio):
        raise ErrorDeSuscripcion("regimen_de_otro")
    if uso not in factura.USOS:
        raise ErrorDeSuscripcion("uso_desconocido")
    if not factura.CODIGO_POSTAL.match(codigo_postal):
        raise ErrorDeSuscripcion("codigo_postal")
    with transaction.atomic():
        cuenta = bloquear_cuenta(cuenta_id)
        datos, _nuevos = DatosDeFactura.objects.update_or_create(
            cuenta=cuenta,
            defaults={
                "rfc": limpio, "nombre": " ".join(nombre.split()), "regimen": regimen, "uso": uso,
                "codigo_postal": codigo_postal, "actualizado": ahora,
            },
        )  # fmt: skip
        return datos
