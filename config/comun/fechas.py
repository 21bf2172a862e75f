"""Cómo se escriben una hora y un día en toda la casa: de una sola manera (D514)."""

from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

HORA = "g:i a"
"""«6:05 p.m.», como se dice."""
DIA = r"j \d\e F \d\e Y"
DIA_Y_HORA = rf"{DIA}, {HORA}"


def en_dia(dia: date) -> str:
    """«3 de noviembre de 2026»; de un instante, su día aquí."""
    return date_format(_aqui(dia), DIA).lower()


def en_hora(instante: datetime) -> str:
    """«6:05 p.m.»."""
    return date_format(timezone.localtime(instante), HORA)


def en_dia_y_hora(instante: datetime) -> str:
    """«3 de noviembre de 2026, 6:05 p.m.», para una lista."""
    return date_format(timezone.localtime(instante), DIA_Y_HORA).lower()


def cuando(instante: datetime) -> str:
    """«el 3 de noviembre de 2026 a las 6:05 p.m.», para decirlo en una frase."""
    return _("el %(dia)s a las %(hora)s") % {"dia": en_dia(instante), "hora": en_hora(instante)}


def _aqui(dia: date) -> date:
    return timezone.localtime(dia) if isinstance(dia, datetime) else dia
