"""Los modelos de las cuentas, por lo que guardan."""

from suscripciones.models.cobros import Cobro, DatosDeFactura, Forma, HechoDeCobro, Moneda
from suscripciones.models.cuenta import USUARIO_VALIDO, Cuenta, CuentaBorrada
from suscripciones.models.entrada import CodigoDeEntrada, CorreoDeDemo, CorreoPorSalir, Intentos
from suscripciones.models.oficina import AvisoApagado, NotaDeLaCasa
from suscripciones.models.suscripcion import AvisoDeVencimiento, Plan, Suscripcion
from suscripciones.models.suspension import Suspension

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
