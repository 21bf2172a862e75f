"""Lo que se le dice a cada parte de un reporte. Nunca quién señaló a quién ni, a quien señaló, qué se decidió."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from enlinea.models import Reporte
from enlinea.moderacion.consultas import partida_del_reporte

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

D = Reporte.Decision
LARGO_DE_MOTIVO = 200
AL_SENALADO: Mapping[str, "_StrPromise"] = {
    D.IGNORADO: gettext_lazy(
        "Revisamos un aviso sobre lo que pasó %(donde)s el %(dia)s. No encontramos falta: no tienes que hacer nada."
    ),
    D.ADVERTIDO: gettext_lazy(
        "Advertencia: revisamos tu conducta %(donde)s el %(dia)s y no es la que pide el reglamento. Si se repite, "
        "puedes recibir tarjeta roja o perder el acceso al dominó en línea."
    ),
    D.BLOQUEADO: gettext_lazy(
        "Bloqueamos tu acceso al dominó en línea por tu conducta %(donde)s el %(dia)s. Si crees que es un error, "
        "escríbenos."
    ),
    D.ROJA: gettext_lazy(
        "Tarjeta roja por tu conducta %(donde)s el %(dia)s. Tu cuenta queda suspendida un mes. Si crees que es un "
        "error, escríbenos."
    ),
}


def al_senalado(reporte: Reporte, decision: str = "") -> str:
    """El mensaje de siempre para quien fue señalado, según la decisión (la suya, o la que se piensa tomar)."""
    return str(AL_SENALADO[decision or reporte.decision]) % {"donde": _lugar(reporte), "dia": _dia(reporte)}


def al_que_senalo(reporte: Reporte) -> str:
    """El mismo para toda decisión: lo que se resolvió es entre la administración y el señalado."""
    return _(
        "Revisamos tu reporte sobre %(nombre)s, del %(dia)s, y tomamos la decisión que corresponde. Gracias por "
        "avisar. Si no quieres leer a alguien, puedes silenciarlo en «Convivencia», en «Más» del menú de la Sala."
    ) % {"nombre": reporte.nombre_del_senalado, "dia": _fecha(reporte.creado)}


def motivo_de(reporte: Reporte) -> str:
    """Por qué se suspende la cuenta: lo lee la persona al entrar."""
    texto = _("Por tu conducta %(donde)s el %(dia)s.") % {"donde": _lugar(reporte), "dia": _dia(reporte)}
    return texto[:LARGO_DE_MOTIVO]


def _lugar(reporte: Reporte) -> str:
    if reporte.mesa is None:
        return _("en la plática de la Sala")
    return _("en la mesa «%(mesa)s»") % {"mesa": reporte.mesa.nombre}


def _dia(reporte: Reporte) -> str:
    # desde la Academia se señala días después: lo que se le reprocha pasó cuando se jugó (SA3)
    partida = partida_del_reporte(reporte) if reporte.donde == Reporte.Donde.ACADEMIA else None
    return _fecha(partida.inicio if partida is not None else reporte.creado)


def _fecha(instante: datetime) -> str:
    return date_format(timezone.localtime(instante), r"j \d\e F").lower()
