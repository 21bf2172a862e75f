"""En qué va la llamada de una mesa, dicho a quien llamó (RE5, D294)."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from recreo.estado import IncidenciaVista


def hora(instante: datetime | None) -> str:
    """«8:21 p.m.»"""
    return date_format(timezone.localtime(instante), "g:i a") if instante else ""


def en_que_va(i: IncidenciaVista) -> str:
    """«salio», «vista» o «viene»."""
    return "viene" if i.atendida else ("vista" if i.mirada else "salio")


def dicho_de_llamada(i: IncidenciaVista, organiza: str) -> str:
    """«Tu llamada a Memo salió a las 8:40 p.m.», «Memo ya la vio…» o «Memo dijo «ya voy» a las 8:42 p.m.»."""
    if i.atendida:
        datos = {"quien": i.atendida_por or organiza, "hora": hora(i.atendida)}
        return _("%(quien)s dijo «ya voy» a las %(hora)s") % datos
    if i.mirada:
        datos = {"quien": i.mirada_por or organiza, "hora": hora(i.mirada)}
        return _("%(quien)s ya vio la llamada, a las %(hora)s") % datos
    datos = {"quien": organiza, "hora": hora(i.instante)}
    return _("La llamada a %(quien)s salió a las %(hora)s") % datos
