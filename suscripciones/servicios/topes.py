"""Contar intentos en la base: pedir en paralelo no da intentos de más (SU1).

Los renglones se toman en orden y se deciden juntos: si a uno le toca esperar, no se cuenta en ninguno.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac

from config.base.transaccion import en_transaccion
from suscripciones import topes
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Intentos

POR_BARRIDO = 5_000


def intento_contar(*, por: Mapping[str, str], ahora: datetime) -> None:
    """Cuenta uno en cada tope de `por` (nombre en `topes.REGLAS` y valor); de los valores sólo se guarda la huella.

    Error: `demasiados_intentos`, con `espera` (la mayor), si alguno no deja; entonces no se cuenta nada.
    """

    def aplicar() -> None:
        tomados = _tomar(por, ahora)
        faltan = {uno: topes.espera(regla, _contado(uno), ahora) for uno, regla in tomados.items()}
        mayor = max(faltan.values())
        if mayor > topes.SIN_ESPERA:
            raise ErrorDeSuscripcion("demasiados_intentos", espera=mayor)
        _guardar(tomados, lambda regla, contado: topes.contar(regla, contado, ahora))

    en_transaccion(aplicar)


def intento_devolver(*, por: Mapping[str, str], ahora: datetime) -> None:
    """El intento era bueno: lo que contó `intento_contar` con los mismos topes se descuenta."""
    en_transaccion(lambda: _guardar(_tomar(por, ahora), topes.devolver))


def intentos_limpiar(ahora: datetime) -> int:
    """Borra lo ya olvidado; devuelve cuántos renglones. Vale repetirlo y correrlo en dos procesos."""
    # un día más: la mayor espera se cuenta desde el último
    viejos = Intentos.objects.filter(se_olvida__lt=ahora - timedelta(days=1)).values_list("pk", flat=True)
    borrados = 0
    while lote := list(viejos[:POR_BARRIDO]):
        borrados += Intentos.objects.filter(pk__in=lote).delete()[0]
    return borrados


def _tomar(por: Mapping[str, str], ahora: datetime) -> dict[Intentos, topes.Regla]:
    """Los renglones, ya a nombre de esta transacción y siempre en el mismo orden; los que faltan nacen en cero."""
    reglas = {_huella(que, valor): topes.REGLAS[que] for que, valor in por.items()}
    nuevos = [Intentos(clave=clave, se_olvida=ahora, ultimo=ahora) for clave in sorted(reglas)]
    Intentos.objects.bulk_create(nuevos, ignore_conflicts=True)
    filas = Intentos.objects.select_for_update().filter(pk__in=reglas).order_by("pk")
    return {fila: reglas[fila.pk] for fila in filas}


def _guardar(
    tomados: Mapping[Intentos, topes.Regla], cambio: Callable[[topes.Regla, topes.Cuenta], topes.Cuenta]
) -> None:
    for fila, regla in tomados.items():
        queda = cambio(regla, _contado(fila))
        fila.se_olvida, fila.ultimo = queda.se_olvida, queda.ultimo
    Intentos.objects.bulk_update(tomados, ["se_olvida", "ultimo"])


def _contado(fila: Intentos) -> topes.Cuenta:
    return topes.Cuenta(fila.se_olvida, fila.ultimo)


def _huella(que: str, valor: str) -> str:
    return salted_hmac(f"tope:{que}", valor, algorithm="sha256").hexdigest()
