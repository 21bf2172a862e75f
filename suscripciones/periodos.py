"""Aritmética de periodos, pura: una suscripción vale días enteros, hasta la medianoche de su último día (SU2)."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

# Desde este número de días la suscripción está «por vencer».
DIAS_DE_AVISO = 15
UMBRALES = (15, 3, 0)


def sumar_meses(dia: date, meses: int) -> date:
    """El mismo día, meses después; si ese mes no lo tiene, el primero del siguiente: nunca se pierde un día."""
    cuenta = dia.year * 12 + dia.month - 1 + meses
    anio, mes = divmod(cuenta, 12)
    try:
        return date(anio, mes + 1, dia.day)
    except ValueError:
        anio, mes = divmod(cuenta + 1, 12)
        return date(anio, mes + 1, 1)


def medianoche(dia: date, zona: tzinfo) -> datetime:
    """El primer instante de ese día en esa zona."""
    return datetime.combine(dia, time.min, tzinfo=zona)


class Contratado(NamedTuple):
    """Cuánto dura algo y desde cuándo corre si no hay nada antes."""

    desde: datetime
    meses: int
    dias: int = 0


def periodo(
    vence: datetime | None, meses: int, ahora: datetime, zona: tzinfo, dias: int = 0
) -> tuple[datetime, datetime]:
    """Inicio y fin (exclusivo) de lo que se contrata; si sigue vigente, empieza donde termina lo anterior."""
    if vence is not None and vence > ahora:
        inicio, primero = vence, vence.astimezone(zona).date()
    else:  # el resto del día de hoy va de regalo
        inicio, primero = ahora, ahora.astimezone(zona).date() + timedelta(days=1)
    return inicio, medianoche(sumar_meses(primero, meses) + timedelta(days=dias), zona)


def acomodar(
    vence: datetime | None, contratados: Iterable[Contratado], zona: tzinfo
) -> Iterator[tuple[datetime, datetime]]:
    """El periodo de cada uno, uno tras otro: quitar uno de en medio recorre los que siguen y nadie pierde un día."""
    for uno in contratados:
        inicio, fin = periodo(vence, uno.meses, uno.desde, zona, uno.dias)
        vence = fin if vence is None else max(vence, fin)
        yield inicio, fin


def ultimo_dia(fin: datetime, zona: tzinfo) -> date:
    """El último día en que vale, para decirlo con palabras."""
    return (fin - timedelta(microseconds=1)).astimezone(zona).date()


def dias_que_quedan(fin: datetime, ahora: datetime, zona: tzinfo) -> int:
    """Días de calendario hasta el último día; 0 es «vence hoy»; negativo, ya venció."""
    return (ultimo_dia(fin, zona) - ahora.astimezone(zona).date()).days


def umbral(dias: int) -> int | None:
    """El aviso que toca con esos días: el más estrecho ya cruzado; pasados tres días del fin, ninguno."""
    if dias < -3:
        return None
    return min((u for u in UMBRALES if dias <= u), default=None)
