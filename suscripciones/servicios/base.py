"""Lo que toda escritura sobre una cuenta hace antes: comprobar el permiso y tomar su fila."""

from collections.abc import Collection

from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Cuenta


def comprobar_administrador(cuenta_id: int | None, permiso: str) -> Cuenta:
    """Sólo un administrador activo con ese permiso registra, anula o suspende."""
    quien = Cuenta.objects.filter(pk=cuenta_id or 0, is_active=True, is_staff=True).first()
    if quien is None or not quien.has_perm(f"suscripciones.{permiso}"):
        raise ErrorDeSuscripcion("sin_permiso")
    return quien


def bloquear_cuenta(cuenta_id: int) -> Cuenta:
    """La fila raíz de toda escritura: dos renovaciones simultáneas van una tras otra."""
    cuenta = Cuenta.objects.select_for_update(no_key=True).filter(pk=cuenta_id).first()
    if cuenta is None:
        raise ErrorDeSuscripcion("cuenta_desconocida")
    return cuenta


def cuentas_bloquear(cuenta_ids: Collection[int]) -> None:
    """Pone en fila, hasta el fin de la transacción, a quien escriba sobre alguna de estas cuentas.

    Siempre en el mismo orden: dos que bloqueen a varias no se traban. No estorba a quien sólo las nombra.
    """
    list(Cuenta.objects.select_for_update(no_key=True).filter(pk__in=cuenta_ids).order_by("pk").values_list("pk"))


def cuenta_tomar(cuenta_id: int) -> Cuenta:
    """Toma la fila de la cuenta hasta que termine la transacción de quien llama: sus sanciones van de una en una.

    Error: `cuenta_desconocida`.
    """
    return bloquear_cuenta(cuenta_id)
