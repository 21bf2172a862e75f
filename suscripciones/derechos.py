"""Qué puede hacer cada quien y por qué no, en palabras (SU3): la tabla de derechos (D510).

Cada derecho tiene una sola condición y la pregunta la misma consulta que la hace valer; aquí sólo se dice.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from config.comun.fechas import cuando, en_dia
from suscripciones.consultas import Permiso, puede_organizar, vigencia
from suscripciones.models import Cuenta
from suscripciones.periodos import ultimo_dia

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

PIDEN_SUSCRIPCION = ("jugar", "organizar_recreo", "organizar_torneo")
CON_CUENTA = ("participar", "mensajes", "cuenta")
NOMBRES: dict[str, "_StrPromise"] = {
    "jugar": _l("Jugar en línea y usar la Academia"),
    "organizar_recreo": _l("Organizar un Recreo"),
    "organizar_torneo": _l("Organizar un torneo"),
    "participar": _l("Participar en un Recreo o un torneo"),
    "mensajes": _l("Leer los mensajes de la administración"),
    "cuenta": _l("Ver su cuenta, pagar y bajar sus datos"),
}


@dataclass(frozen=True, slots=True)
class Derecho:
    """Uno: si lo tiene y, si no, por qué."""

    clave: str
    puede: bool
    porque: str = ""

    @property
    def nombre(self) -> str:
        """En palabras."""
        return str(NOMBRES[self.clave])


def derechos_de(cuenta_id: int | None, ahora: datetime) -> list[Derecho]:
    """Todos, en orden."""
    permiso = puede_organizar(cuenta_id, ahora)
    entra = Cuenta.objects.filter(pk=cuenta_id or 0, is_active=True).exists()
    sin_entrar = "" if entra else _no_entra(cuenta_id)
    con_pago = [Derecho(clave, permiso.puede, "" if permiso else porque(permiso)) for clave in PIDEN_SUSCRIPCION]
    if sin_entrar:
        con_pago = [Derecho(clave, False, sin_entrar) for clave in PIDEN_SUSCRIPCION]
    return con_pago + [Derecho(clave, entra, sin_entrar) for clave in CON_CUENTA]


def _no_entra(cuenta_id: int | None) -> str:
    if cuenta_id and Cuenta.objects.filter(pk=cuenta_id).exists():
        return _("Su cuenta está desactivada: no puede entrar.")
    return _("No ha entrado con su cuenta.")


DICHOS: dict[str, Callable[[Permiso], str]] = {
    "": lambda _permiso: "",
    "sin_cuenta": lambda _permiso: _("No ha entrado con su cuenta."),
    "suscripcion_ninguna": lambda _permiso: _("Nunca ha tenido suscripción."),
    "suscripcion_vencida": lambda permiso: _vencio(permiso.hasta),
    "suspendido": lambda permiso: _suspendida(permiso),
}


def porque(permiso: Permiso) -> str:
    """Por qué no puede, para quien atiende; vacío si puede."""
    return DICHOS[permiso.motivo](permiso)


def _vencio(fin: datetime | None) -> str:
    if fin is None:
        return _("Su suscripción ya terminó.")
    return _("Su suscripción terminó el %(dia)s.") % {"dia": en_dia(ultimo_dia(fin, timezone.get_current_timezone()))}


def _suspendida(permiso: Permiso) -> str:
    motivo = permiso.suspension.motivo if permiso.suspension else ""
    if permiso.hasta is None:
        return _("Está bloqueada hasta que alguien la levante: %(motivo)s") % {"motivo": motivo}
    return _("Está suspendida hasta %(cuando)s: %(motivo)s") % {"cuando": cuando(permiso.hasta), "motivo": motivo}


def en_palabras(cuenta_id: int, ahora: datetime) -> str:
    """Su suscripción en una frase: «activa hasta el 3 de noviembre de 2026»."""
    como = vigencia(cuenta_id, ahora)
    dichos = {
        "activa": _("Activa hasta el %(dia)s"),
        "por_vencer": _("Por terminar: vale hasta el %(dia)s"),
        "vencida": _("Terminó el %(dia)s"),
        "ninguna": _("Sin suscripción"),
    }
    return dichos[como.estado] % ({"dia": en_dia(como.ultimo_dia)} if como.ultimo_dia else {})
