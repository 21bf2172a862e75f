"""Lo que pregunta toda orden de una mesa, armado una vez: con cada mano, armarlo costaba más que preguntarlo."""

from config.base.consulta_armada import ArmadaDeModelo
from recreo.models import Jugador, Mesa, Recreo

_recreos = ArmadaDeModelo(Recreo, lambda ids: Recreo.objects.filter(pk__in=ids).order_by(), "bigint")
_sentados = ArmadaDeModelo(
    Jugador, lambda ids: Jugador.objects.filter(recreo__in=ids).order_by("recreo", "numero"), "bigint"
)
# `no_key` y `of`, como en `servicios.base`
_mesas = ArmadaDeModelo(
    Mesa,
    lambda ids, partidas, numeros: (
        Mesa.objects.select_for_update(no_key=True, of=("self",))
        .filter(partida__recreo__in=ids, partida__numero__in=partidas, numero__in=numeros)
        .order_by()
    ),
    "bigint",
    "bigint",
    "bigint",
)


def recreo_leido(recreo_id: int) -> Recreo | None:
    """Su fila, sin bloquearla."""
    return next(iter(_recreos([recreo_id])), None)


def sentados_en(recreo: Recreo) -> list[Jugador]:
    """Todos sus lugares, por número."""
    suyos = _sentados([recreo.pk])
    for j in suyos:
        j.recreo = recreo
    return suyos


def mesa_bloqueada(recreo_id: int, partida: int, mesa: int) -> Mesa | None:
    """La que se nombra por su número, bloqueada. Sólo dentro de una transacción."""
    return next(iter(_mesas([recreo_id], [partida], [mesa])), None)
