"""Todo lo que la Academia guarda de una partida: su análisis, los errores y cómo acababa lo mejor (AC3)."""

from typing import Any

from reglas.analisis.actas import ManoAnalizada, analizar_mano, informe_de_mano, repetir_analizable
from reglas.analisis.errores import ErrorDeJugada, errores_de, informe_de_errores
from reglas.analisis.exacto import Alternativa, Solucion
from reglas.fichas import TEXTOS
from reglas.mano import EXTREMOS, Mano, saltar_pases, tirar
from reglas.metas import AQueSeJuega
from reglas.tipos import Desenlace
from reglas.verificacion import ManoRepetida

VERSION_ESTUDIO = 1
"""Sube si cambia la forma o el sentido de lo guardado."""


def estudio_de(acta: Any) -> dict[str, Any]:
    """`{"version", "manos": [mano]}`: cada mano como en `analizar`, con `errores` y `balance`.

    Cada error lleva además `sigue_elegida` y `sigue_mejor`: la mano desde ahí con el mejor juego de todos,
    `{"jugadas": [{"asiento", "ficha", "extremo"}], "fin": "dominada" | "cierre", "asiento", "valor"}`, con la propia
    jugada primero. Levanta lo mismo que `analizar`. Tarda décimas de segundo por mano: fuera del bucle de la mesa.
    """
    partida = repetir_analizable(acta)
    return {"version": VERSION_ESTUDIO, "manos": [_mano(mano, partida.meta) for mano in partida.manos]}


def _mano(repetida: ManoRepetida, meta: AQueSeJuega) -> dict[str, Any]:
    exacta = Solucion((*repetida.posiciones, repetida.final)[0].manos, meta)
    analizada = analizar_mano(repetida, meta, exacta)
    errores = errores_de(analizada)
    informe = informe_de_errores(errores)
    for dato, error in zip(informe["errores"], errores.errores, strict=True):
        dato["sigue_elegida"] = _sigue(exacta, analizada, error, error.elegida)
        dato["sigue_mejor"] = _sigue(exacta, analizada, error, error.mejor)
    return {**informe_de_mano(analizada), **informe}


def _sigue(exacta: Solucion, mano: ManoAnalizada, error: ErrorDeJugada, desde: Alternativa) -> dict[str, Any]:
    posicion = mano.jugadas[error.numero].posicion
    final = continuar(exacta, tirar(posicion, desde.ficha, desde.extremo), desde.valor)
    cadena = final.cadena[len(posicion.cadena) :]
    return {
        "jugadas": [
            {"asiento": asiento, "ficha": TEXTOS[ficha], "extremo": EXTREMOS[extremo] or None}
            for ficha, extremo, asiento in zip(cadena[::3], cadena[1::3], cadena[2::3], strict=True)
        ],
        "fin": str(Desenlace.DOMINADA if final.desenlace is Desenlace.DOMINADA else Desenlace.CIERRE),
        "asiento": final.ultimo,
        "valor": desde.valor,
    }


def continuar(exacta: Solucion, mano: Mano, valor: int) -> Mano:
    """La mano llevada a su fin con una de las mejores jugadas de cada quien; `valor` es el exacto de la posición."""
    while mano.desenlace is None:
        mano = saltar_pases(mano)
        mano = tirar(mano, *exacta.que_vale(mano, valor))
    return mano
