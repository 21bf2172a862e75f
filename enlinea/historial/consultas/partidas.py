"""Las partidas de una persona para su página, su acta, y las manos ya terminadas de la mesa en que está (EL9, EL10)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from enlinea.diario import diario
from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.diario import leer_eventos
from enlinea.models import Jugador, Mesa, Partida
from reglas.historia import acta_de, partidas_de
from reglas.reglamento import AMIGOS
from reglas.tipos import Meta

ULTIMAS = 50


@dataclass(frozen=True, slots=True)
class RenglonDePartida:
    """Una partida vista por quien la jugó: lo propio primero (002 §4.1.1)."""

    id: int
    numero: int | None
    """Consecutivo de la persona, desde 1, entre las que cuentan; None en las demás (ES1)."""
    mesa: str
    meta: Meta
    rotulo_meta: str
    modo: str
    inicio: datetime
    asiento: int
    nombres: tuple[str, ...]
    """Por asiento, como se llamaban entonces."""
    pareja: str
    contrarios: tuple[str, ...]
    manos: tuple[int, int]
    tantos: tuple[int, int] | None
    """None a juegos ganados."""
    gano: bool | None
    """None si no llegó a la meta."""
    zapato: bool
    con_acta: bool
    cuenta: bool
    """Entra en la estadística: terminada y en mesa normal."""
    amarillas: int
    azul: bool
    con_quien: bool
    """La jugó con alguna otra cuenta, a quien se puede señalar (SA3)."""


def propias_de(cuenta_id: int) -> QuerySet[Jugador]:
    """Lo jugado por la cuenta sin contar las prácticas, con todo lo que `renglon_de` lee: dos viajes a la base."""
    suyas = Jugador.objects.filter(cuenta_id=cuenta_id).exclude(partida__modo=Mesa.Modo.PRACTICA)
    filas = suyas.select_related("partida__mesa").defer("partida__acta")
    return filas.prefetch_related("partida__jugadores")


def ultimas_partidas(cuenta_id: int) -> list[RenglonDePartida]:
    """Las últimas 50 que jugó la cuenta, cuenten o no, de la más nueva a la más vieja."""
    filas = propias_de(cuenta_id).defer("partida__acta", "partida__resumen")
    return [renglon_de(yo) for yo in filas.order_by("-partida__fin", "-partida_id")[:ULTIMAS]]


def renglon_de(yo: Jugador) -> RenglonDePartida:
    """La partida como la vio esa persona. Sin consultas si viene de `propias_de`."""
    p, mia = yo.partida, AMIGOS.bando_de[yo.asiento]
    por_asiento = {j.asiento: j.nombre for j in p.jugadores.all()}
    nombres = tuple([por_asiento.get(asiento, "") for asiento in range(AMIGOS.asientos)])
    (companero,), contrarios = AMIGOS.companeros[yo.asiento], AMIGOS.contrarios[yo.asiento]
    manos, tantos = (p.manos_0, p.manos_1), (p.tantos_0, p.tantos_1)
    # el rótulo por su clave: `get_…_display` traduce cada vez todas las opciones
    a_tantos = Meta(p.meta).tantos is not None
    return RenglonDePartida(
        id=p.pk,
        numero=yo.numero,
        mesa=p.mesa.nombre,
        meta=Meta(p.meta),
        rotulo_meta=str(Mesa.AQueSeJuega(p.meta).label),
        modo=str(Mesa.Modo(p.modo).label),
        inicio=p.inicio,
        asiento=yo.asiento,
        nombres=nombres,
        pareja=nombres[companero],
        contrarios=tuple([nombres[contrario] for contrario in contrarios]),
        manos=(manos[mia], manos[1 - mia]),
        tantos=(tantos[mia], tantos[1 - mia]) if a_tantos else None,
        gano=p.ganadora == mia if p.finalizada else None,
        zapato=a_tantos and p.finalizada and 0 in tantos,
        con_acta=p.finalizada,
        cuenta=p.finalizada and p.modo == Mesa.Modo.NORMAL,
        amarillas=yo.amarillas,
        azul=yo.azul,
        con_quien=any(j.cuenta_id not in (None, yo.cuenta_id) for j in p.jugadores.all()),
    )


def acta_de_partida(partida_id: int, cuenta_id: int) -> dict[str, Any] | None:
    """El acta, sólo para quien la jugó; None si no hay o no es suya."""
    suyas = Partida.objects.filter(pk=partida_id, jugadores__cuenta_id=cuenta_id, acta__isnull=False)
    acta: dict[str, Any] | None = suyas.values_list("acta", flat=True).first()
    return acta


def historia_de_mesa(mesa_id: int, cuenta_id: int) -> dict[str, Any] | None:
    """El acta de la partida en curso (o la última), con las manos YA terminadas; None si no está sentada ahí (EL8).

    Lleva además `partida`, su número en la mesa. Sin partidas, `manos` vacías y `partida` 0.
    """
    try:
        datos = DatosDeMesa.leer(mesa_id)
    except Mesa.DoesNotExist:
        return None
    if cuenta_id not in datos.cuentas or datos.comun is not None:
        return None
    eventos = (evento for renglon in diario.leer(mesa_id) for evento in leer_eventos(renglon.eventos))
    partidas = partidas_de(eventos)
    if not partidas:
        return {"partida": 0, "manos": []}
    return {"partida": partidas[-1].numero, **acta_de(partidas[-1], datos.nombres)}
