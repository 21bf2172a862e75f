"""Todo lo que la Academia guarda de una partida: su análisis, los errores y cómo acababa lo mejor (AC3)."""

from typing import Any

from reglas.analisis.actas import ManoAnalizada, analizar_mano, informe_de_mano, repetir_analizable
from reglas.analisis.errores import ErrorDeJugada, errores_de, informe_de_errores
from reglas.analisis.exacto import Alternativa, Solucion
from reglas.analisis.lineas import Linea, jugadas_de, linea_de
from reglas.analisis.razones import Caso, como_razon, razones_de
from reglas.metas import AQueSeJuega
from reglas.tipos import Desenlace
from reglas.verificacion import ManoRepetida

VERSION_ESTUDIO = 2
"""Sube si cambia la forma o el sentido de lo guardado. De la 1 a la 2, `motivos` pasó a ser `razones` (D453)."""


def estudio_de(acta: Any) -> dict[str, Any]:
    """`{"version", "manos": [mano]}`: cada mano como en `analizar`, con `errores` y `balance`.

    Cada error lleva además `razones` (`razones.como_razon`, de la que más explica a la que menos) y, en `sigue_elegida`
    y `sigue_mejor`, la mano desde ahí con el mejor juego de todos, con la propia jugada primero:
    `{"jugadas": [{"asiento", "ficha", "extremo"}], "fin": "dominada" | "cierre", "asiento", "valor"}`. Levanta lo mismo
    que `analizar`. Tarda décimas de segundo por mano: fuera del bucle de la mesa.
    """
    partida = repetir_analizable(acta)
    return {"version": VERSION_ESTUDIO, "manos": [_mano(mano, partida.meta) for mano in partida.manos]}


def _mano(repetida: ManoRepetida, meta: AQueSeJuega) -> dict[str, Any]:
    exacta = Solucion((*repetida.posiciones, repetida.final)[0].manos, meta)
    analizada = analizar_mano(repetida, meta, exacta)
    errores = errores_de(analizada)
    informe = informe_de_errores(errores)
    for dato, error in zip(informe["errores"], errores.errores, strict=True):
        caso = caso_de(exacta, analizada, error)
        dato["razones"] = [como_razon(una) for una in razones_de(caso)]
        dato["sigue_elegida"] = _sigue(caso.asi, error.elegida)
        dato["sigue_mejor"] = _sigue(caso.otra, error.mejor)
    return {**informe_de_mano(analizada), **informe}


def caso_de(exacta: Solucion, mano: ManoAnalizada, error: ErrorDeJugada) -> Caso:
    """El error con sus dos líneas; `exacta`, la de ese reparto."""
    posicion = mano.jugadas[error.numero].posicion
    asi, otra = (linea_de(exacta, posicion, cual) for cual in (error.elegida, error.mejor))
    return Caso(exacta, posicion, error.perdida, error.elegida, error.mejor, asi, otra)


def _sigue(linea: Linea, desde: Alternativa) -> dict[str, Any]:
    final = linea.final
    return {
        "jugadas": jugadas_de(linea),
        "fin": str(Desenlace.DOMINADA if final.desenlace is Desenlace.DOMINADA else Desenlace.CIERRE),
        "asiento": final.ultimo,
        "valor": desde.valor,
    }
