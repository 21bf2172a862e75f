"""En qué va la llamada de una mesa, dicho a quien llamó y a quien manda (RE5, D294, D744)."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from recreo.estado import IncidenciaVista, MesaVista

LLAMADA = "llamada"


def hora(instante: datetime | None) -> str:
    """«8:21 p.m.»"""
    return date_format(timezone.localtime(instante), "g:i a") if instante else ""


def _ultima(mesa: MesaVista) -> IncidenciaVista | None:
    return next((i for i in reversed(mesa.incidencias) if i.tipo == LLAMADA), None)


def la_que_va(mesa: MesaVista) -> IncidenciaVista | None:
    """La llamada abierta o la que ya contestaron, mientras no se anote otra mano ni la mesa la retire."""
    i = _ultima(mesa)
    if mesa.cerrada or i is None or (i.atendida and (i.jugador or i.atendida < mesa.ultima)):
        return None
    return i


def la_retirada(mesa: MesaVista) -> IncidenciaVista | None:
    """La última, si la mesa dijo que ya se arregló."""
    i = _ultima(mesa)
    return i if i and i.atendida and i.jugador else None


def insiste(mesa: MesaVista, llamada: IncidenciaVista) -> bool:
    """¿Reemplazó a otra que nadie había contestado?"""
    return any(i.tipo == LLAMADA and i.atendida == llamada.instante and i.id < llamada.id for i in mesa.incidencias)


def en_que_va(i: IncidenciaVista) -> str:
    """«salio», «vista» o «viene»."""
    return "viene" if i.atendida else ("vista" if i.mirada else "salio")


def dicho_de_llamada(i: IncidenciaVista, organiza: str) -> str:
    """«La llamada a Memo salió a las 8:40 p.m.», «Memo ya la vio…» o «Memo va para allá…»."""
    if i.atendida:
        datos = {"quien": i.atendida_por or organiza, "hora": hora(i.atendida)}
        return _("%(quien)s va para allá: lo dijo a las %(hora)s") % datos
    if i.mirada:
        datos = {"quien": i.mirada_por or organiza, "hora": hora(i.mirada)}
        return _("%(quien)s ya vio la llamada, a las %(hora)s") % datos
    datos = {"quien": organiza, "hora": hora(i.instante)}
    return _("La llamada a %(quien)s salió a las %(hora)s") % datos
