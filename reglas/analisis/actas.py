"""El análisis de un acta de partida (`amigos-domino/partida`), jugada por jugada: la orden `analizar` (AC3)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from reglas.analisis.exacto import Alternativa, Solucion, mejor_de, valor_de_cuenta
from reglas.errores import ErrorDeRegla
from reglas.fichas import TEXTOS
from reglas.mano import EXTREMOS, Mano
from reglas.metas import AQueSeJuega
from reglas.verificacion import ManoRepetida, PartidaRepetida, repetir_partida


class JugadaAnalizada(NamedTuple):
    """Una jugada hecha y todas las que pudo hacer."""

    posicion: Mano
    """Lo que había antes de tirar, con quien tira en turno."""
    elegida: Alternativa
    alternativas: tuple[Alternativa, ...]
    """Todas las legales, con la elegida, por ficha y extremo."""


class ManoAnalizada(NamedTuple):
    """Una mano con el valor de cada jugada; los valores son tantos de la pareja 0 menos los de la 1."""

    meta: AQueSeJuega
    par: int
    """Lo que da el mejor juego de ambas parejas desde el salidor de la mano."""
    jugadas: tuple[JugadaAnalizada, ...]
    final: Mano
    siguiente: tuple[Alternativa, ...]
    """Las alternativas de quien está en turno si la mano quedó incompleta; vacía si terminó."""

    @property
    def resultado(self) -> int | None:
        """Lo que dio la mano; None si quedó incompleta."""
        return None if self.final.desenlace is None else valor_de_cuenta(self.final, self.meta)


def analizar_acta(acta: Any) -> dict[str, Any]:
    """El informe de la orden `analizar`, listo para JSON. Levanta lo que `analizar_partida`."""
    return {"manos": [informe_de_mano(mano) for mano in analizar_partida(acta)]}


def analizar_partida(acta: Any) -> tuple[ManoAnalizada, ...]:
    """Cada mano del acta, analizada. Levanta lo mismo que `repetir_analizable`, antes de analizar nada."""
    partida = repetir_analizable(acta)
    return tuple(analizar_mano(mano, partida.meta) for mano in partida.manos)


def repetir_analizable(acta: Any) -> PartidaRepetida:
    """El acta, repetida. Levanta además `no_se_analiza` si su juego no tiene valor exacto (D410)."""
    partida = repetir_partida(acta)
    if not partida.reglamento.se_analiza:
        raise ErrorDeRegla("no_se_analiza")
    return partida


def analizar_mano(mano: ManoRepetida, meta: AQueSeJuega, solucion: Solucion | None = None) -> ManoAnalizada:
    """Una mano repetida, analizada; `solucion`, si ya se tiene la de ese reparto."""
    primera = (*mano.posiciones, mano.final)[0]
    exacta = solucion or Solucion(primera.manos, meta)
    # del final al principio: lo ya sabido de las últimas posiciones sirve a las primeras
    siguiente = exacta.alternativas(mano.final)
    jugadas = [analizar_jugada(exacta, mano, numero) for numero in range(len(mano.posiciones) - 1, -1, -1)][::-1]
    salida = jugadas[0].alternativas if jugadas else siguiente
    return ManoAnalizada(meta, mejor_de(salida, primera.turno).valor, tuple(jugadas), mano.final, siguiente)


def analizar_jugada(exacta: Solucion, mano: ManoRepetida, numero: int) -> JugadaAnalizada:
    """La jugada `numero` de esa mano, desde 0, con todas las que pudo hacer."""
    posicion = mano.posiciones[numero]
    ficha, extremo, _ = mano.final.cadena[3 * numero : 3 * numero + 3]
    alternativas = exacta.alternativas(posicion)
    elegida = next(una for una in alternativas if (una.ficha, una.extremo) == (ficha, extremo))
    return JugadaAnalizada(posicion, elegida, alternativas)


def informe_de_mano(mano: ManoAnalizada) -> dict[str, Any]:
    """Una mano como la da la orden `analizar`."""
    final, siguiente = mano.final, None
    if final.desenlace is None:
        siguiente = {"asiento": final.turno, "alternativas": _alternativas(mano.siguiente)}
    jugadas = [
        {
            "asiento": jugada.posicion.turno,
            **como_datos(jugada.elegida),
            "alternativas": _alternativas(jugada.alternativas),
        }
        for jugada in mano.jugadas
    ]
    return {"par": mano.par, "jugadas": jugadas, "siguiente": siguiente}


def como_datos(una: Alternativa) -> dict[str, Any]:
    """Una alternativa para JSON; `extremo` es null en la primera ficha."""
    return {"ficha": TEXTOS[una.ficha], "extremo": EXTREMOS[una.extremo] or None, "valor": una.valor}


def _alternativas(varias: Sequence[Alternativa]) -> list[dict[str, Any]]:
    return [como_datos(una) for una in varias]
