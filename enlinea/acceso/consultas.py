"""Quién puede jugar en línea (SU3), y quiénes de una mesa comparten aparato o red (D214)."""

from collections import defaultdict
from datetime import datetime

from django.db.models import Count

from enlinea.errores import ErrorDeServicio
from enlinea.models import Huella
from reglas.reglamento import AMIGOS
from suscripciones import consultas as suscripciones
from suscripciones.consultas import Permiso

ES_CLUB = AMIGOS.asientos + 1
"""Con tantas cuentas en una red, más de las que caben en una mesa, ya no dice nada que dos coincidan en ella."""


def permiso_para_jugar(cuenta_id: int | None, ahora: datetime) -> Permiso:
    """SU3: suscripción vigente y sin suspensión; dice por qué no."""
    return suscripciones.puede_organizar(cuenta_id, ahora)


def exigir_permiso(cuenta_id: int, ahora: datetime) -> None:
    """SU3 en cada orden. Errores: `sin_cuenta`, `suspendido`, `suscripcion_vencida`, `suscripcion_ninguna`."""
    permiso = permiso_para_jugar(cuenta_id, ahora)
    if not permiso:
        raise ErrorDeServicio(permiso.motivo)


def comparten(mesa_id: int, organiza: int) -> set[int]:
    """Las cuentas sentadas a esa mesa que comparten entre ellas aparato, o una red que no es la de un club (D214).

    De quien organiza no se dice: lo suyo ya lo sabe, y así no averigua desde dónde juega otro. Una red es de un club si
    esta temporada (90 días, `acceso/servicios/huellas`) se sentaron desde ella `ES_CLUB` cuentas, a la mesa que fuera.
    """
    juntas: dict[tuple[str, str], set[int]] = defaultdict(set)
    suyas = Huella.objects.filter(mesa=mesa_id, clase__in=(Huella.Clase.APARATO, Huella.Clase.RED))
    for clase, huella, cuenta in suyas.exclude(cuenta=organiza).values_list("clase", "huella", "cuenta_id"):
        juntas[clase, huella].add(cuenta)
    redes = {huella for (clase, huella), quienes in juntas.items() if clase == Huella.Clase.RED and len(quienes) > 1}
    casas = redes - _de_un_club(redes)
    return {
        cuenta
        for (clase, huella), quienes in juntas.items()
        if len(quienes) > 1 and (clase == Huella.Clase.APARATO or huella in casas)
        for cuenta in quienes
    }


def _de_un_club(redes: set[str]) -> set[str]:
    if not redes:
        return set()
    todas = Huella.objects.filter(clase=Huella.Clase.RED, huella__in=redes).values("huella")
    de_muchas = todas.annotate(cuentas=Count("cuenta", distinct=True)).filter(cuentas__gte=ES_CLUB)
    return set(de_muchas.values_list("huella", flat=True))
