"""Quintil provisional (ES2): se calcula de las partidas guardadas; más adelante lo dará una proyección.

Cuentan las partidas normales terminadas por meta. Cada una usa los quintiles de antes de empezarla, entre quienes ya
estaban inscritos. Lo ya plegado se recuerda por proceso: sólo se leen las partidas nuevas.
"""

import threading
import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from enlinea.models import Mesa, Partida
from reglas.ranking import PR_INICIAL, QUINTILES, pr_tras_partida, quintil
from reglas.tipos import Meta
from suscripciones import consultas as suscripciones

SEGUNDOS_DE_RECUERDO = 5.0


class _Recuerdo:
    """El PR de cada cuenta tras la última partida plegada, y el orden vigente."""

    def __init__(self) -> None:
        self.candado = threading.Lock()
        self.hasta = 0
        self.pr: dict[int, int] = defaultdict(lambda: PR_INICIAL)
        self.quintiles: dict[int, int] = {}
        self.leido = float("-inf")


_recuerdo = _Recuerdo()


def quintil_de(cuentas: Collection[int]) -> dict[int, int]:
    """Quintil 1 (el mejor) a 5 de cada cuenta, entre todos los inscritos; quien no está inscrito va en el último."""
    with _recuerdo.candado:
        if time.monotonic() - _recuerdo.leido > SEGUNDOS_DE_RECUERDO:
            _poner_al_dia(_recuerdo)
        return {c: _recuerdo.quintiles.get(c, QUINTILES) for c in cuentas}


def olvidar() -> None:
    """Vuelve a leer desde el principio la próxima vez."""
    global _recuerdo
    _recuerdo = _Recuerdo()


def _poner_al_dia(r: _Recuerdo) -> None:
    inscritas = suscripciones.inscritas()
    nuevas = Partida.objects.filter(finalizada=True, modo=Mesa.Modo.NORMAL, pk__gt=r.hasta)
    for partida in nuevas.order_by("pk").prefetch_related("jugadores"):
        _plegar(r, partida, inscritas)
        r.hasta = partida.pk
    r.quintiles = _quintiles(r.pr, inscritas, None)
    r.leido = time.monotonic()


def _plegar(r: _Recuerdo, partida: Partida, inscritas: list[tuple[int, datetime]]) -> None:
    jugadores = sorted(partida.jugadores.all(), key=lambda j: j.asiento)
    cuentas = [j.cuenta_id for j in jugadores]
    if len(cuentas) != 4 or None in cuentas:
        return
    antes = _quintiles(r.pr, inscritas, partida.inicio)
    meta = Meta(partida.meta)
    tantos = None if meta is Meta.JUEGOS_GANADOS else (partida.tantos_0, partida.tantos_1)
    ids = [c for c in cuentas if c is not None]
    tras = pr_tras_partida(
        meta, partida.ganadora, tantos, [r.pr[c] for c in ids], [antes.get(c, QUINTILES) for c in ids]
    )
    r.pr.update(zip(ids, tras, strict=True))


def _quintiles(pr: dict[int, int], inscritas: list[tuple[int, datetime]], hasta: datetime | None) -> dict[int, int]:
    cuantas = len(inscritas) if hasta is None else bisect_right([alta for _c, alta in inscritas], hasta)
    # el orden de alta desempata: `sorted` no mueve a los iguales
    orden = sorted((c for c, _alta in inscritas[:cuantas]), key=lambda c: -pr.get(c, PR_INICIAL))
    return {c: quintil(lugar, len(orden)) for lugar, c in enumerate(orden)}
