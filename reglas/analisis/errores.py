"""Los errores de una mano: cuánto costó cada uno, qué era mejor y por qué, y cuánto fue reparto y cuánto juego (AC3).

Un error es una jugada que vale menos para su pareja que otra legal. Lo perdido va en tantos o, a juegos ganados, en
juegos. Con las cuatro manos a la vista: no dice que la persona pudiera saberlo.
"""

from enum import StrEnum
from typing import Any, NamedTuple

from reglas.analisis.actas import JugadaAnalizada, ManoAnalizada, como_datos
from reglas.analisis.exacto import SIGNO, Alternativa
from reglas.analisis.hechos import Hechos, hechos_de
from reglas.fichas import TEXTOS
from reglas.reglamento import AMIGOS, PorAsiento, PorBando


class Clave(StrEnum):
    """Por qué una jugada era peor que otra. Las del primer grupo son de la elegida; las demás, de la mejor."""

    CERRABA_PERDIENDO = "cerraba_perdiendo"
    CERRABA_EMPATANDO = "cerraba_empatando"
    DEJABA_DOMINAR = "dejaba_dominar"
    DEJABA_CERRAR = "dejaba_cerrar"
    HACIA_PASAR_AL_COMPANERO = "hacia_pasar_al_companero"
    MATABA_PALO_DEL_COMPANERO = "mataba_palo_del_companero"
    AHORCABA_MULA_PROPIA = "ahorcaba_mula_propia"
    SE_QUEDABA_SIN_ENTRADA = "se_quedaba_sin_entrada"

    DOMINABA = "dominaba"
    CERRABA_GANANDO = "cerraba_ganando"
    CERRABA_A_EMPATE = "cerraba_a_empate"
    HACIA_PASAR_AL_CONTRARIO = "hacia_pasar_al_contrario"
    MATABA_PALO_DEL_CONTRARIO = "mataba_palo_del_contrario"
    AHORCABA_MULA_CONTRARIA = "ahorcaba_mula_contraria"
    SOLTABA_MULA = "soltaba_mula"
    SOLTABA_MAS_TANTOS = "soltaba_mas_tantos"


class Motivo(NamedTuple):
    """Un hecho que la elegida y la mejor no comparten; lo que no aplica es None."""

    clave: Clave
    asiento: int | None = None
    """A quién le pasa."""
    palo: int | None = None
    ficha: int | None = None
    """La mula."""


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
    motivos: tuple[Motivo, ...]


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
    errores = [error for numero, jugada in enumerate(mano.jugadas) if (error := _error(numero, jugada)) is not None]
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


def _error(numero: int, jugada: JugadaAnalizada) -> ErrorDeJugada | None:
    asiento, elegida = jugada.posicion.turno, jugada.elegida
    signo = SIGNO[asiento]
    tope = max(signo * una.valor for una in jugada.alternativas)
    perdida = tope - signo * elegida.valor
    if not perdida:
        return None
    mejores = [una for una in jugada.alternativas if signo * una.valor == tope]
    mejor = next((una for una in mejores if una.ficha == elegida.ficha), mejores[0])
    motivos = motivos_de(
        asiento,
        hechos_de(jugada.posicion, elegida.ficha, elegida.extremo),
        hechos_de(jugada.posicion, mejor.ficha, mejor.extremo),
    )
    return ErrorDeJugada(numero, asiento, elegida, mejor, perdida, motivos)


def motivos_de(yo: int, elegida: Hechos, mejor: Hechos) -> tuple[Motivo, ...]:
    """En qué se distinguen para `yo` la elegida y la mejor, de lo más grave a lo menos."""
    pareja = AMIGOS.bando_de[yo]
    motivos: list[Motivo] = []
    if elegida.cierra and elegida.gana_el_cierre != pareja:
        empata = elegida.gana_el_cierre is None
        motivos.append(Motivo(Clave.CERRABA_EMPATANDO if empata else Clave.CERRABA_PERDIENDO))
    if mejor.domina:
        motivos.append(Motivo(Clave.DOMINABA))
    if mejor.cierra and mejor.gana_el_cierre in (pareja, None):
        empata = mejor.gana_el_cierre is None
        motivos.append(Motivo(Clave.CERRABA_A_EMPATE if empata else Clave.CERRABA_GANANDO))
    motivos += _de_quien_sigue(yo, elegida, mejor)
    motivos += _de_los_pases(yo, elegida, mejor)
    motivos += _de_los_palos(yo, elegida, mejor)
    motivos += _de_las_mulas(yo, elegida, mejor)
    if elegida.me_quedo_sin_entrada and not mejor.me_quedo_sin_entrada and not mejor.domina:
        motivos.append(Motivo(Clave.SE_QUEDABA_SIN_ENTRADA))
    if mejor.tantos > elegida.tantos:
        motivos.append(Motivo(Clave.SOLTABA_MAS_TANTOS))
    return tuple(motivos)


def _de_quien_sigue(yo: int, elegida: Hechos, mejor: Hechos) -> list[Motivo]:
    contrario = elegida.sigue in AMIGOS.contrarios[yo]
    motivos = []
    if contrario and elegida.sigue_domina and not (mejor.sigue == elegida.sigue and mejor.sigue_domina):
        motivos.append(Motivo(Clave.DEJABA_DOMINAR, asiento=elegida.sigue))
    if contrario and elegida.sigue_cierra and not (mejor.sigue == elegida.sigue and mejor.sigue_cierra):
        motivos.append(Motivo(Clave.DEJABA_CERRAR, asiento=elegida.sigue))
    return motivos


def _de_los_pases(yo: int, elegida: Hechos, mejor: Hechos) -> list[Motivo]:
    motivos = [
        Motivo(Clave.HACIA_PASAR_AL_COMPANERO, asiento=companero)
        for companero in AMIGOS.companeros[yo]
        if companero in elegida.pasan and companero not in mejor.pasan
    ]
    for asiento in mejor.pasan:
        if asiento in AMIGOS.contrarios[yo] and asiento not in elegida.pasan:
            motivos.append(Motivo(Clave.HACIA_PASAR_AL_CONTRARIO, asiento=asiento))
    return motivos


def _de_los_palos(yo: int, elegida: Hechos, mejor: Hechos) -> list[Motivo]:
    """Tapar la terminal que dejó otro; la misma en las dos no explica nada."""
    motivos = []
    if elegida.tapa_a in AMIGOS.companeros[yo] and mejor.palo_tapado != elegida.palo_tapado:
        motivos.append(Motivo(Clave.MATABA_PALO_DEL_COMPANERO, asiento=elegida.tapa_a, palo=elegida.palo_tapado))
    if mejor.tapa_a in AMIGOS.contrarios[yo] and mejor.palo_tapado != elegida.palo_tapado:
        motivos.append(Motivo(Clave.MATABA_PALO_DEL_CONTRARIO, asiento=mejor.tapa_a, palo=mejor.palo_tapado))
    return motivos


def _de_las_mulas(yo: int, elegida: Hechos, mejor: Hechos) -> list[Motivo]:
    motivos = []
    for asiento, mula in elegida.ahorca:
        if asiento not in AMIGOS.contrarios[yo] and (asiento, mula) not in mejor.ahorca:
            motivos.append(Motivo(Clave.AHORCABA_MULA_PROPIA, asiento=asiento, ficha=mula))
    for asiento, mula in mejor.ahorca:
        if asiento in AMIGOS.contrarios[yo] and (asiento, mula) not in elegida.ahorca:
            motivos.append(Motivo(Clave.AHORCABA_MULA_CONTRARIA, asiento=asiento, ficha=mula))
    if mejor.mula and not elegida.mula:
        motivos.append(Motivo(Clave.SOLTABA_MULA))
    return motivos


def informe_de_errores(errores: ErroresDeMano) -> dict[str, Any]:
    """Para JSON: `{"errores": [...], "balance": {...}}`; de los motivos, sólo lo que aplica."""
    return {
        "errores": [
            {
                "jugada": error.numero,
                "asiento": error.asiento,
                "elegida": como_datos(error.elegida),
                "mejor": como_datos(error.mejor),
                "perdida": error.perdida,
                "motivos": [_motivo(motivo) for motivo in error.motivos],
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


def _motivo(motivo: Motivo) -> dict[str, Any]:
    datos: dict[str, Any] = {"clave": str(motivo.clave), "asiento": motivo.asiento, "palo": motivo.palo}
    if motivo.ficha is not None:
        datos["ficha"] = TEXTOS[motivo.ficha]
    return {campo: valor for campo, valor in datos.items() if valor is not None}
