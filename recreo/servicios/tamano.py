"""Más o menos jugadores antes de empezar, sin reescribir lo escrito (D308)."""

from decimal import Decimal
from typing import Protocol, TypeVar

from recreo.errores import ErrorDeServicio
from recreo.models import Jugador
from recreo.servicios.base import Datos, E, Operacion, orden
from recreo.servicios.historia import T, suceder
from reglas.roles import TAMANOS, TAMANOS_RONDA, tipo_que_vale
from reglas.tipos import TipoDeRol

APARTE = 1000
"""Mientras se renumera, nadie pisa el número de otro."""


@orden(E.PREPARACION)
def tamano_cambiar(op: Operacion, *, tamano: int, fuera: int = 0) -> Datos:
    """Cambia de cuántos es el Recreo. Los nombres y quien ya entró siguen; los números se recorren si hace falta.

    Si son menos, primero se quitan los lugares sin nombre. Si además sobran personas hay que decir cuántas se quedan
    fuera (`fuera`): son las de número más alto. La apuesta es sólo de la Ronda: al pasar a Todos con Todos se quita
    (RE2). Errores: `solo_organizador`, `tamano_invalido`, `tamano_igual`, `sobran_personas` (con sus nombres).
    """
    op.exigir_mando()
    antes = op.recreo.tamano
    if tamano not in TAMANOS:
        raise ErrorDeServicio("tamano_invalido", tamano=tamano)
    if tamano == antes:
        raise ErrorDeServicio("tamano_igual", tamano=tamano)
    quedan, se_van = repartir(list(op.recreo.jugadores.order_by("numero")), tamano)
    nombres = [j.nombre for j in se_van if j.nombre]
    if len(nombres) != fuera:
        raise ErrorDeServicio("sobran_personas", nombres=nombres, tamano=tamano)
    op.recreo.relevos.all().delete()  # sólo los hay si se deshizo un inicio; los lugares ya no serán los mismos
    Jugador.objects.filter(pk__in=[j.pk for j in se_van]).delete()
    _numerar(quedan)
    Jugador.objects.bulk_create(
        Jugador(recreo=op.recreo, numero=n, nombre="") for n in range(len(quedan) + 1, tamano + 1)
    )
    op.recreo.tamano = tamano
    # el que se escogió era para otros números: vuelve al de siempre, que se cambia en el ámbito
    op.recreo.rol = tipo_que_vale(tamano, TipoDeRol.OFICIAL)
    if tamano not in TAMANOS_RONDA:
        op.recreo.importe, op.recreo.pago_extraordinario = Decimal(0), False
    suceder(op, T.TAMANO, antes=antes, ahora=tamano, fuera=nombres)
    return {"fuera": nombres}


class _Numerado(Protocol):
    """Un jugador, de la base o como se ve."""

    @property
    def numero(self) -> int: ...
    @property
    def nombre(self) -> str: ...


J = TypeVar("J", bound=_Numerado)


def repartir(jugadores: list[J], tamano: int) -> tuple[list[J], list[J]]:
    """Quiénes quedan y quiénes se van: primero los lugares sin nombre y luego los de número más alto, nunca el 1."""
    sobran = max(0, len(jugadores) - tamano)
    por_irse = sorted(jugadores[1:], key=lambda j: (bool(j.nombre), -j.numero))[:sobran]
    se_van = {j.numero for j in por_irse}
    return [j for j in jugadores if j.numero not in se_van], [j for j in jugadores if j.numero in se_van]


def _numerar(quedan: list[Jugador]) -> None:
    cambian = [(n, j) for n, j in enumerate(quedan, start=1) if j.numero != n]
    for aparte in (APARTE, 0):
        for n, j in cambian:
            j.numero = n + aparte
            j.save(update_fields=["numero"])
