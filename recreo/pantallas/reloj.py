"""El reloj de la velada en pantalla: a qué hora termina, según lo último que se anotó (RE6, D321)."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from recreo.estado import EstadoRecreo, MesaVista, PartidaVista
from reglas.partida import MANOS_PARA_GANAR
from reglas.velada import MesaEnJuego, Tramo, estimar_termino

REDONDEO = 300
"""De cinco en cinco minutos: más fino sería fingir."""


@dataclass(frozen=True, slots=True)
class Reloj:
    """La hora estimada y entre cuáles; con `justo`, las dos son la misma."""

    hacia: datetime
    entre: datetime
    y: datetime

    @property
    def justo(self) -> bool:
        """¿La holgura ya es menos que el redondeo?"""
        return self.y - self.entre <= timedelta(seconds=2 * REDONDEO)


def reloj_de(estado: EstadoRecreo) -> Reloj | None:
    """Cuándo acaba el Recreo en juego; None si todavía no hay con qué.

    Se cuenta desde lo último que pasó, no desde que se mira: la misma versión dice siempre lo mismo.
    """
    actual = estado.actual
    if estado.estado != "en_juego" or actual is None:
        return None
    ahora = _ultimo(actual).timestamp()
    cerradas = [Tramo(p.inicio.timestamp(), p.termino.timestamp()) for p in estado.cerradas if p.termino]
    lleva = ahora - actual.inicio.timestamp()
    en_juego = [MesaEnJuego(lleva, avance_de(m)) for m in actual.abiertas]
    t = estimar_termino(ahora, cerradas, en_juego, estado.total - len(estado.partidas))
    return None if t is None else Reloj(_hora(t.medio), _hora(t.pronto), _hora(t.tarde))


def _ultimo(p: PartidaVista) -> datetime:
    """Lo último que se anotó o se cerró en la partida."""
    horas = [m.ultima for m in p.mesas] + [m.cerrada for m in p.mesas if m.cerrada]
    return max([*horas, p.inicio])


def avance_de(mesa: MesaVista) -> float:
    """Qué parte de la meta lleva quien va adelante."""
    return 1 - min(mesa.faltan) / (mesa.meta.tantos or MANOS_PARA_GANAR)


def _hora(segundos: float) -> datetime:
    return datetime.fromtimestamp(round(segundos / REDONDEO) * REDONDEO, UTC)
