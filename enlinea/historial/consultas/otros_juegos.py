"""Lo propio a los otros juegos: cuánto se ha jugado y ganado a cada uno, las últimas, y una para repetirla (VA2)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, Sum

from enlinea.models import JugadorDeOtroJuego, Mesa, PartidaDeOtroJuego
from enlinea.textos.juegos import como_se_dice

ULTIMAS = 50


@dataclass(frozen=True, slots=True)
class CuentaDeJuego:
    """Lo de una persona a un juego, de cuantos y como sea; sólo lo que llegó a la meta."""

    juego: str
    jugadas: int
    ganadas: int
    tantos: int


@dataclass(frozen=True, slots=True)
class RenglonDeOtro:
    """Una partida vista por quien la jugó."""

    id: int
    mesa: str
    juego: str
    meta: str
    modo: str
    inicio: datetime
    con: list[str]
    """Los de su bando, sin él."""
    contra: list[str]
    tantos: int
    gano: bool | None
    """None si no llegó a la meta."""


def cuentas_por_juego(cuenta_id: int) -> list[CuentaDeJuego]:
    """Por juego y manera de jugarlo: jugadas, ganadas y tantos; de lo que más ha jugado a lo que menos."""
    suyas = JugadorDeOtroJuego.objects.filter(cuenta_id=cuenta_id, partida__finalizada=True).order_by()
    filas = suyas.values("partida__reglamento").annotate(
        jugadas=Count("pk"), ganadas=Count("pk", filter=Q(gano=True)), sacados=Sum("tantos")
    )
    cuentas = [
        CuentaDeJuego(como_se_dice(f["partida__reglamento"]), f["jugadas"], f["ganadas"], f["sacados"]) for f in filas
    ]
    return sorted(cuentas, key=lambda una: (-una.jugadas, una.juego))


def ultimas_de_otros(cuenta_id: int) -> list[RenglonDeOtro]:
    """Las últimas 50, hayan llegado a la meta o no, de la más nueva a la más vieja."""
    suyas = JugadorDeOtroJuego.objects.filter(cuenta_id=cuenta_id).select_related("partida__mesa")
    filas = suyas.defer("partida__acta").prefetch_related("partida__jugadores")
    return [_renglon(yo) for yo in filas.order_by("-partida__fin", "-partida_id")[:ULTIMAS]]


def _renglon(yo: JugadorDeOtroJuego) -> RenglonDeOtro:
    partida, otros = yo.partida, [j for j in yo.partida.jugadores.all() if j.asiento != yo.asiento]
    return RenglonDeOtro(
        id=partida.pk,
        mesa=partida.mesa.nombre,
        juego=como_se_dice(partida.reglamento),
        meta=partida.meta,
        modo=str(Mesa.Modo(partida.modo).label),
        inicio=partida.inicio,
        con=[j.nombre for j in otros if j.bando == yo.bando],
        contra=[j.nombre for j in otros if j.bando != yo.bando],
        tantos=yo.tantos,
        gano=yo.gano if partida.finalizada else None,
    )


def otra_de(partida_id: int, cuenta_id: int) -> JugadorDeOtroJuego | None:
    """Esa partida con su acta, sólo para quien la jugó: los demás no saben ni que existe (EL8)."""
    suyas = JugadorDeOtroJuego.objects.filter(
        partida=partida_id, cuenta_id=cuenta_id, partida__in=PartidaDeOtroJuego.objects.filter(acta__isnull=False)
    )
    return suyas.select_related("partida__mesa").first()


def acta_de_otra(partida_id: int, cuenta_id: int) -> dict[str, Any] | None:
    """Su acta; None si no hay o no es suya."""
    suya = otra_de(partida_id, cuenta_id)
    acta: dict[str, Any] | None = suya.partida.acta if suya is not None else None
    return acta
