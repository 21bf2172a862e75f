"""Quién es amigo de quién, y qué le toca ver a cada quien (D628-D630)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Q, QuerySet

from enlinea.convivencia.consultas.silencios import callados_por
from enlinea.gente.consultas.caras import CaraVista, caras_de
from enlinea.models import Amistad
from suscripciones import consultas as suscripciones

E = Amistad.Estado
ESPERA = timedelta(days=30)
"""A quien se le dijo que no, lo que tarda en poder llegarle otra vez al mismo."""


class Trato(StrEnum):
    """Qué hay entre dos, como lo ve uno de ellos."""

    NADA = "nada"
    AMIGOS = "amigos"
    LA_PEDI = "la_pedi"
    ME_LA_PIDE = "me_la_pide"


@dataclass(frozen=True, slots=True)
class Amigo:
    """Uno de los suyos, o quien lo pide."""

    cuenta: int
    nombre: str
    cara: CaraVista
    desde: datetime


@dataclass(frozen=True, slots=True)
class Amistades:
    """Todo lo de una persona, por nombre."""

    amigos: tuple[Amigo, ...]
    me_piden: tuple[Amigo, ...]
    pedi: tuple[Amigo, ...]


def de_los_dos(una: int, otra: int) -> QuerySet[Amistad]:
    """El renglón de esas dos, en el orden que sea."""
    return Amistad.objects.filter(menor_id=min(una, otra), mayor_id=max(una, otra))


def de_una(cuenta_id: int) -> QuerySet[Amistad]:
    """Los renglones en que está."""
    return Amistad.objects.filter(Q(menor_id=cuenta_id) | Q(mayor_id=cuenta_id))


def la_otra(amistad: Amistad, cuenta_id: int) -> int:
    """La otra persona de ese renglón."""
    return amistad.mayor_id if amistad.menor_id == cuenta_id else amistad.menor_id


def la_movio(amistad: Amistad, cuenta_id: int) -> bool:
    """¿La pidió, o dijo que no, esa persona?"""
    return amistad.la_movio_el_menor == (amistad.menor_id == cuenta_id)


def como_la_ve(amistad: Amistad, cuenta_id: int, callados: frozenset[int], ahora: datetime) -> Trato:
    """Lo que ve `cuenta_id`. De quien silenció no le llega nada; a quien se le negó no se le dice (D629)."""
    suya = la_movio(amistad, cuenta_id)
    if amistad.estado == E.AMIGOS:
        return Trato.AMIGOS
    if amistad.estado == E.PEDIDA:
        if suya:
            return Trato.LA_PEDI
        return Trato.NADA if la_otra(amistad, cuenta_id) in callados else Trato.ME_LA_PIDE
    if not suya and amistad.insiste and ahora < amistad.desde + ESPERA:
        return Trato.LA_PEDI
    return Trato.NADA


def trato_con(cuenta_id: int, otra_id: int, ahora: datetime) -> Trato:
    """Qué hay entre los dos, como lo ve el primero."""
    amistad = de_los_dos(cuenta_id, otra_id).first()
    callados = callados_por([cuenta_id]).get(cuenta_id, frozenset())
    return Trato.NADA if amistad is None else como_la_ve(amistad, cuenta_id, callados, ahora)


def amistades_de(cuenta_id: int, ahora: datetime) -> Amistades:
    """Amigos, los que se lo piden y a quienes se lo pidió, sin quien ya no tiene cuenta. En cuatro preguntas."""
    callados = callados_por([cuenta_id]).get(cuenta_id, frozenset())
    filas = list(de_una(cuenta_id))
    otras = {la_otra(a, cuenta_id) for a in filas}
    nombres = suscripciones.nombres_publicos(otras - suscripciones.inactivas(otras))
    caras = caras_de(nombres)
    juntos: dict[Trato, list[Amigo]] = {trato: [] for trato in Trato}
    for a in filas:
        otra = la_otra(a, cuenta_id)
        if otra in nombres:
            uno = Amigo(otra, nombres[otra], caras[otra], a.desde)
            juntos[como_la_ve(a, cuenta_id, callados, ahora)].append(uno)
    en_orden = {
        trato: tuple(sorted(ellos, key=lambda a: (a.nombre.casefold(), a.cuenta))) for trato, ellos in juntos.items()
    }
    return Amistades(en_orden[Trato.AMIGOS], en_orden[Trato.ME_LA_PIDE], en_orden[Trato.LA_PEDI])


def amigos_de(cuenta_id: int) -> frozenset[int]:
    """Las cuentas de sus amigos."""
    pares = de_una(cuenta_id).filter(estado=E.AMIGOS).values_list("menor_id", "mayor_id")
    return frozenset(menor if mayor == cuenta_id else mayor for menor, mayor in pares)
