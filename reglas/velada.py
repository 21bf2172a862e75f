"""El reloj de la velada: a qué hora terminará un Recreo, por el ritmo de sus partidas y de sus manos (RE6, D321).

Todo en segundos y sin leer la hora. Decidido aquí:
- El ritmo es la mediana de lo que duraron las partidas cerradas, y la de lo que se tardó en pasar de una a otra: un
  descanso largo o una noche de por medio no lo cambian.
- Lo que falta de la partida en juego lo dice su mesa más atrasada, por la fracción de la meta que lleva quien va
  adelante. Sin ninguna partida cerrada, esa fracción también da el ritmo, en cuanto pasa de un cuarto de la meta.
- La holgura es una fracción de lo que falta: crece con lo desparejo de las partidas y baja con la raíz de cuántas van.
  Por eso el intervalo se estrecha y acaba en nada.
- Sin partidas cerradas ni un cuarto de meta no hay con qué: es None, no una adivinanza.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import median

AVANCE_QUE_DICE = 0.25
"""Con menos de la meta que esto, una mano larga cambia el cálculo por horas."""
HOLGURA = 0.25
"""Con una sola muestra y sin saber si las partidas salen parejas."""
HOLGURA_MAXIMA = 0.5


@dataclass(frozen=True, slots=True)
class Tramo:
    """De cuándo a cuándo se jugó una partida cerrada."""

    inicio: float
    termino: float


@dataclass(frozen=True, slots=True)
class MesaEnJuego:
    """Cuánto lleva una mesa abierta: segundos desde que empezó su partida y fracción de la meta (0 a 1)."""

    lleva: float
    avance: float


@dataclass(frozen=True, slots=True)
class Termino:
    """Cuándo acabaría, y entre qué horas."""

    pronto: float
    medio: float
    tarde: float


def estimar_termino(
    ahora: float, cerradas: Sequence[Tramo], en_juego: Sequence[MesaEnJuego], faltan: int
) -> Termino | None:
    """Cuándo se acaba lo que falta: las mesas abiertas y las `faltan` partidas que no han empezado.

    None si todavía no hay datos. Nunca es antes de `ahora`; sin nada por jugar, es `ahora`.
    """
    if not en_juego and faltan == 0:
        return Termino(ahora, ahora, ahora)
    duraciones = [max(0.0, t.termino - t.inicio) for t in cerradas]
    de_ahora = _partida_de_ahora(en_juego)
    if not duraciones and de_ahora is None:
        return None
    normal = median(duraciones) if duraciones else de_ahora or 0.0
    resta = _resta(en_juego, normal, de_ahora)
    inicios = [t.inicio for t in cerradas[1:]]
    if en_juego:
        inicios.append(ahora - max(m.lleva for m in en_juego))
    centro = resta + faltan * (normal + _cambio(cerradas, inicios))
    holgura = centro * _fraccion(duraciones, en_juego)
    return Termino(ahora + centro - holgura, ahora + centro, ahora + centro + holgura)


def _acotado(avance: float) -> float:
    return min(1.0, max(0.0, avance))


def _partida_de_ahora(en_juego: Sequence[MesaEnJuego]) -> float | None:
    """Lo que duraría la partida en juego a su paso: lo que su mesa más lenta. None si ninguna dice nada todavía."""
    dicen = [max(0.0, m.lleva) / _acotado(m.avance) for m in en_juego if _acotado(m.avance) >= AVANCE_QUE_DICE]
    return max(dicen, default=None)


def _resta(en_juego: Sequence[MesaEnJuego], normal: float, de_ahora: float | None) -> float:
    """Lo que le falta a la partida en juego. Mientras más lleva, más pesa su propio paso y menos el de las otras."""
    if not en_juego:
        return 0.0
    avance = min(_acotado(m.avance) for m in en_juego)
    dura = normal if de_ahora is None else normal + (de_ahora - normal) * avance
    return (1 - avance) * dura


def _cambio(cerradas: Sequence[Tramo], inicios: Sequence[float]) -> float:
    """Lo que se tarda en sentarse otra vez, de una partida cerrada a la que empezó después."""
    pasos = [max(0.0, inicio - t.termino) for t, inicio in zip(cerradas, inicios, strict=False)]
    return median(pasos) if pasos else 0.0


def _fraccion(duraciones: Sequence[float], en_juego: Sequence[MesaEnJuego]) -> float:
    """Qué parte de lo que falta se puede errar."""
    avance = min((_acotado(m.avance) for m in en_juego), default=0.0)
    muestras = max(AVANCE_QUE_DICE, len(duraciones) + avance)
    return min(HOLGURA_MAXIMA, (HOLGURA + _desparejo(duraciones)) / sqrt(muestras))


def _desparejo(duraciones: Sequence[float]) -> float:
    """Cuánto se apartan de su mediana, en proporción."""
    normal = median(duraciones) if duraciones else 0.0
    if not normal:
        return 0.0
    return sum(abs(d - normal) for d in duraciones) / len(duraciones) / normal
