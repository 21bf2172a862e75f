"""Los errores de una mano: cuánto costó cada uno, qué era mejor, y cuánto fue reparto y cuánto juego (AC3).

Un error es una jugada que vale menos para su pareja que otra legal. Lo perdido va en tantos o, a juegos ganados, en
juegos. Con las cuatro manos a la vista: no dice que la persona pudiera saberlo.
"""

from enum import StrEnum
from typing import Any, NamedTuple

from reglas.analisis.actas import JugadaAnalizada, ManoAnalizada, como_datos
from reglas.analisis.exacto import SIGNO, Alternativa
from reglas.metas import Meta
from reglas.reglamento import PorAsiento, PorBando


class Gravedad(StrEnum):
    """Cómo se llama lo perdido (D454)."""

    IMPRECISION = "imprecision"
    ERROR = "error"
    GRAVE = "grave"


DESDE = {Meta.CIEN: (6, 25), Meta.DOSCIENTOS: (10, 40), Meta.JUEGOS_GANADOS: (1, 2)}
"""Por meta, desde cuánto es error y desde cuánto es grave."""


def gravedad_de(perdida: int, meta: Meta) -> Gravedad:
    """La de lo perdido a esa meta."""
    error, grave = DESDE[meta]
    if perdida >= grave:
        return Gravedad.GRAVE
    return Gravedad.ERROR if perdida >= error else Gravedad.IMPRECISION


class ErrorDeJugada(NamedTuple):
    """Una jugada que dejó ir algo."""

    numero: int
    """El de la jugada en la mano, desde 0."""
    asiento: int
    elegida: Alternativa
    mejor: Alternativa
    """Entre varias igual de buenas, la misma ficha en el otro extremo o, si no, la primera."""
    perdida: int
    """Tantos que le costó a su pareja, siempre más de cero."""


class Balance(NamedTuple):
    """La mano en cuentas, en tantos de la pareja 0 menos los de la 1."""

    reparto: int
    """El par: lo que daban las fichas con el mejor juego de todos."""
    juego: int
    """Lo que le puso el juego: resultado menos par; en una mano incompleta, hasta donde va."""
    resultado: int | None
    por_jugador: PorAsiento
    """Lo que cada asiento le costó a su pareja."""
    por_pareja: PorBando


class ErroresDeMano(NamedTuple):
    """Los errores, en orden de jugada, y el balance."""

    errores: tuple[ErrorDeJugada, ...]
    balance: Balance


def errores_de(mano: ManoAnalizada) -> ErroresDeMano:
    """Lo que costó cada jugada de una mano. `juego` es siempre lo que perdió la pareja 1 menos lo que perdió la 0."""
    errores = [error for numero, jugada in enumerate(mano.jugadas) if (error := error_de(numero, jugada)) is not None]
    reglamento = mano.final.reglamento
    perdidas = [
        sum([error.perdida for error in errores if error.asiento == asiento]) for asiento in range(reglamento.asientos)
    ]
    de_la_0, de_la_1 = por_pareja = reglamento.por_bando(perdidas)
    balance = Balance(
        reparto=mano.par,
        juego=de_la_1 - de_la_0,
        resultado=mano.resultado,
        por_jugador=tuple(perdidas),
        por_pareja=por_pareja,
    )
    return ErroresDeMano(tuple(errores), balance)


def error_de(numero: int, jugada: JugadaAnalizada) -> ErrorDeJugada | None:
    """Lo que esa jugada dejó ir; `None` si era de las mejores."""
    asiento, elegida = jugada.posicion.turno, jugada.elegida
    signo = SIGNO[asiento]
    tope = max(signo * una.valor for una in jugada.alternativas)
    perdida = tope - signo * elegida.valor
    if not perdida:
        return None
    mejores = [una for una in jugada.alternativas if signo * una.valor == tope]
    mejor = next((una for una in mejores if una.ficha == elegida.ficha), mejores[0])
    return ErrorDeJugada(numero, asiento, elegida, mejor, perdida)


def informe_de_errores(errores: ErroresDeMano) -> dict[str, Any]:
    """Para JSON: `{"errores": [...], "balance": {...}}`."""
    return {
        "errores": [
            {
                "jugada": error.numero,
                "asiento": error.asiento,
                "elegida": como_datos(error.elegida),
                "mejor": como_datos(error.mejor),
                "perdida": error.perdida,
            }
            for error in errores.errores
        ],
        "balance": {
            "reparto": errores.balance.reparto,
            "juego": errores.balance.juego,
            "resultado": errores.balance.resultado,
            "por_jugador": list(errores.balance.por_jugador),
            "por_pareja": list(errores.balance.por_pareja),
        },
    }
