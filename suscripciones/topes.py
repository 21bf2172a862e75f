"""Cuánto se puede intentar y cuánto hay que esperar después (SU1): cuentas puras, sin base ni reloj.

Cada intento se cuenta y se va olvidando solo, uno cada tanto. Mientras haya menos de `libres`, se pasa; de ahí en
adelante la espera se dobla con cada uno, hasta `mayor`. Nadie se queda fuera una hora: espera segundos, luego minutos.

A quien entra desde un aparato que ya entró a esa cuenta se le cuenta aparte: lo que intente un extraño no lo toca.
"""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

SIN_ESPERA = timedelta(0)
DOBLECES = 20
"""Más no caben en una fecha, y `mayor` se alcanza mucho antes."""


@dataclass(frozen=True, slots=True)
class Regla:
    """Un tope: cuántos de corrido, cada cuánto se olvida uno, y la primera y la mayor espera."""

    libres: int
    se_olvida_uno: timedelta
    primera: timedelta
    mayor: timedelta


@dataclass(frozen=True, slots=True)
class Cuenta:
    """Lo contado: cuándo quedará todo olvidado y cuándo fue el último intento."""

    se_olvida: datetime
    ultimo: datetime


def contados(regla: Regla, cuenta: Cuenta, cuando: datetime) -> int:
    """Cuántos quedan sin olvidar en ese instante."""
    return max(0, math.ceil((cuenta.se_olvida - cuando) / regla.se_olvida_uno))


def espera(regla: Regla, cuenta: Cuenta, ahora: datetime) -> timedelta:
    """Lo que falta para poder intentar; cero si ya se puede."""
    if contados(regla, cuenta, ahora) < regla.libres:
        return SIN_ESPERA
    de_mas = contados(regla, cuenta, cuenta.ultimo) - regla.libres
    toca = min(regla.primera * 2 ** min(max(0, de_mas), DOBLECES), regla.mayor)
    return max(SIN_ESPERA, cuenta.ultimo + toca - ahora)


def contar(regla: Regla, cuenta: Cuenta, ahora: datetime) -> Cuenta:
    """Con uno más, ahora."""
    return Cuenta(max(cuenta.se_olvida, ahora) + regla.se_olvida_uno, ahora)


def devolver(regla: Regla, cuenta: Cuenta) -> Cuenta:
    """Con uno menos: el intento era bueno."""
    return Cuenta(cuenta.se_olvida - regla.se_olvida_uno, cuenta.ultimo)


def _minutos(n: float) -> timedelta:
    return timedelta(minutes=n)


def _segundos(n: float) -> timedelta:
    return timedelta(seconds=n)


REGLAS = {
    # pedir un código o un enlace por correo
    "correo:aparato": Regla(5, _minutos(2), _segundos(30), _minutos(5)),
    "correo:red y correo": Regla(4, _minutos(5), _minutos(1), _minutos(15)),
    # en un club, dieciséis teléfonos salen por la misma red: holgado
    "correo:red": Regla(80, _segundos(7.5), _segundos(2), _minutos(1)),
    # de quienes piden desde muchas redes a la vez, para no llenarle el buzón a nadie
    "correo:correo": Regla(20, _minutos(3), _minutos(1), _minutos(15)),
    # escribir una contraseña: sólo quedan contadas las malas
    "clave:aparato": Regla(20, _minutos(1), _segundos(30), _minutos(15)),
    "clave:red y cuenta": Regla(8, _minutos(2), _segundos(30), _minutos(15)),
    "clave:red": Regla(60, _segundos(1), _segundos(5), _minutos(1)),
    "clave:cuenta": Regla(30, _minutos(2), _minutos(1), _minutos(15)),
    # empezar un pago: cada uno le habla a quien cobra
    "cobro:cuenta": Regla(20, _minutos(3), _segundos(30), _minutos(5)),
    # pedir amistad en línea: diez por día
    "amistad:cuenta": Regla(10, _minutos(144), _minutos(144), _minutos(144)),
}
"""Por qué se cuenta. De un aparato conocido, sólo por él; de los demás, por las otras tres."""


def por_que(que: str, *, quien: str, red: str, aparato: str) -> dict[str, str]:
    """Qué topes tocan y con qué valor: `que` es `correo` o `clave`; `aparato`, vacío si no se le conoce."""
    if aparato:
        return {f"{que}:aparato": f"{aparato} {quien}"}
    suyo = "correo" if que == "correo" else "cuenta"
    return {f"{que}:red": red, f"{que}:red y {suyo}": f"{red} {quien}", f"{que}:{suyo}": quien}
