"""Lo que se pregunta para avisarle a cada quien: a quién se oye y qué aparatos esperan (D291, D293)."""

from collections.abc import Iterable
from datetime import datetime

from recreo.models import AparatoAvisado, Presencia


def lugares_avisados(recreos: Iterable[int]) -> set[tuple[int, int]]:
    """Los lugares (Recreo y número) con algún aparato al que se le manda push."""
    suyos = AparatoAvisado.objects.filter(jugador__recreo__in=list(recreos))
    return set(suyos.values_list("jugador__recreo_id", "jugador__numero").distinct())


def a_la_vista(recreo_id: int, desde: datetime) -> set[int]:
    """Los jugadores de ese Recreo que tuvieron alguna de sus pantallas delante desde esa hora."""
    suyas = Presencia.objects.filter(jugador__recreo=recreo_id, a_la_vista__gte=desde)
    return set(suyas.values_list("jugador_id", flat=True))


def aparatos_de(recreo_id: int, numero: int) -> int:
    """A cuántos aparatos se le avisa a quien ocupa ese lugar."""
    return AparatoAvisado.objects.filter(jugador__recreo=recreo_id, jugador__numero=numero).count()
