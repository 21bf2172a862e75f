"""Cuánto se guarda cada dato que se olvida solo: una tabla, que aplican `manage.py retencion` y el barrido.

La página de privacidad lee esta misma tabla: dice el número con que de verdad se borra. Cada app apunta quién borra lo
suyo en su `AppConfig.ready`; borrar vale repetirlo y correrlo en dos procesos a la vez.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Borra = Callable[[datetime], int]
"""Recibe la hora y devuelve cuántos renglones borró o vació."""


class Plazo(NamedTuple):
    """Un ajuste (`RETENCION_<CLAVE>`), sus días por omisión y qué es, como lo lee la gente."""

    clave: str
    dias: int
    que: str | Promise


PLAZOS: tuple[Plazo, ...] = (
    Plazo("codigos", 1, _("Los códigos para entrar: a qué correo se mandaron y la huella de la red")),
    Plazo("correos", 30, _("A qué dirección salió cada correo. Lo que decía se borra en cuanto sale")),
    Plazo("ordenes", 30, _("El registro con que una orden del Recreo no se aplica dos veces")),
    Plazo("ordenes_de_torneo", 30, _("El registro con que una orden de un torneo no se aplica dos veces")),
    Plazo("inscripciones", 180, _("El correo de quien se inscribió a un torneo, y a quién se convocó, ya terminado")),
    Plazo("invitaciones", 90, _("El correo de quien fue apuntado a un Recreo y no entró, desde que terminó")),
    Plazo(
        "avisos", 1, _("A qué aparatos se avisa de un Recreo y cuándo se te oyó en él, desde que terminó, a más tardar")
    ),
    Plazo("avisos_en_linea", 1, _("Lo que se avisó a tu teléfono de tus mesas en línea, ya pasado")),
    Plazo("fotos", 180, _("La foto de una hoja de papel, desde que terminó su Recreo")),
    Plazo("discapacidades", 1, _("La discapacidad que alguien marcó en un Recreo, desde que terminó o se canceló")),
    Plazo("huellas", 90, _("La huella de la red y del aparato de cada mesa en línea que cuenta")),
    Plazo("platica", 180, _("La plática de la Sala y de las mesas; la señalada, lo que dure su reporte")),
    Plazo("reportes", 730, _("Los reportes ya decididos, con la plática de entonces")),
    Plazo("bitacora", 730, _("La bitácora de la administración: quién cambió qué")),
    Plazo("registros", 30, _("Los registros de seguridad: qué pasó y de qué red, sin tu nombre ni tu correo")),
    Plazo("cobros", 90, _("Los pagos que se empezaron y nadie pagó")),
    Plazo("sanciones", 730, _("La huella del correo de una cuenta borrada con tarjetas, si ya no le corre nada")),
)
POR_CLAVE: Mapping[str, Plazo] = {plazo.clave: plazo for plazo in PLAZOS}

_borran: dict[str, Borra] = {}


def leer(entero: Callable[..., int]) -> dict[str, int]:
    """Los días de cada clave; `entero` lee un ajuste con su valor por omisión. Error: `ImproperlyConfigured`."""
    leidos = {p.clave: entero(f"RETENCION_{p.clave.upper()}", default=p.dias) for p in PLAZOS}
    for clave, dias in leidos.items():
        if dias < 1:
            raise ImproperlyConfigured(f"RETENCION_{clave.upper()} debe ser de un día o más; dice {dias}.")
    return leidos


def dias(clave: str) -> int:
    """Cuántos días se guarda lo de esa clave, según los ajustes."""
    return int(settings.RETENCION[clave])


def limite(clave: str, ahora: datetime) -> datetime:
    """Lo anterior a este instante ya no se guarda."""
    return ahora - timedelta(days=dias(clave))


def registrar(clave: str, borra: Borra) -> None:
    """Apunta quién borra lo de una clave de la tabla; apuntarlo otra vez lo sustituye."""
    _borran[POR_CLAVE[clave].clave] = borra


def aplicar(ahora: datetime) -> dict[str, int]:
    """Borra todo lo que pasó de su plazo; devuelve cuántos renglones de cada clave."""
    return {plazo.clave: _borran[plazo.clave](ahora) for plazo in PLAZOS}


def en_la_pagina() -> list[dict[str, Any]]:
    """Lo que la página de privacidad dice: qué y cuántos días."""
    return [{"clave": p.clave, "que": p.que, "dias": dias(p.clave)} for p in PLAZOS]
