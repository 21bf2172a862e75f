"""Los modelos de las cuentas, por lo que guardan."""

from suscripciones.models.cobros import Cobro, DatosDeFactura, Forma, HechoDeCobro, Moneda
from suscripciones.models.cuenta import (
    USUARIO_VALIDO,
    AvisoDeVencimiento,
    CodigoDeEntrada,
    CorreoDeDemo,
    CorreoPorSalir,
    Cuenta,
    CuentaBorrada,
    Intentos,
    Plan,
    Suscripcion,
    Suspension,
)
from suscripciones.models.oficina import AvisoApagado, NotaDeLaCasa

__all__ = [
    "USUARIO_VALIDO",
    "AvisoApagado",
    "AvisoDeVencimiento",
    "Cobro",
    "CodigoDeEntrada",
    "CorreoDeDemo",
    "CorreoPorSalir",
    "Cuenta",
    "CuentaBorrada",
    "DatosDeFactura",
    "Forma",
    "HechoDeCobro",
    "Intentos",
    "Moneda",
    "NotaDeLaCasa",
    "Plan",
    "Suscripcion",
    "Suspension",
]
