"""Los errores de una mano: lo que cuestan, qué era mejor, por qué, y cuánto fue reparto y cuánto juego."""

import json
import random

import pytest

from reglas.analisis.actas import ManoAnalizada, analizar_acta, analizar_partida
from reglas.analisis.errores import Gravedad, errores_de, gravedad_de
from reglas.analisis.estudio import VERSION_ESTUDIO, estudio_de
from reglas.analisis.exacto import Solucion
from reglas.fichas import ficha_de, mascara
from reglas.mano import A, B, repartida, saltar_pases, tirar
from reglas.tipos import Meta
from tests.reglas.actas_modelo import METAS, acta_de, mano_al_azar, partida_al_azar


def mano_de(azar: random.Random, meta: str, hasta: int = 99) -> ManoAnalizada:
    acta, _ = mano_al_azar(azar, meta, azar.randrange(4), hasta)
    (mano,) = analizar_partida(acta_de(meta, [acta]))
    return mano


@pytest.mark.parametrize("meta", METAS)
def test_par_mas_juego_es_el_resultado_y_el_juego_lo_que_perdio_una_menos_lo_que_perdio_la_otra(meta):
    azar = random.Random(3)
    for _ in range(3):
        mano = mano_de(azar, meta)
        balance = errores_de(mano).balance
        assert balance.resultado is not None
        assert balance.reparto + balance.juego == balance.resultado
        assert balance.juego == balance.por_pareja[1] - balance.por_pareja[0]
        assert balance.por_pareja == (
            balance.por_jugador[0] + balance.por_jugador[2],
            balance.por_jugador[1] + balance.por_jugador[3],
        )


def test_una_mano_incompleta_lleva_su_balance_hasta_donde_va():
    mano = mano_de(random.Random(6), "100", 14)
    balance = errores_de(mano).balance
    assert balance.resultado is None
    assert balance.reparto + balance.juego == mano.jugadas[-1].elegida.valor


@pytest.mark.parametrize(("meta", "cifras"), [("100", (5, 6, 24, 25)), ("200", (9, 10, 39, 40))])
def test_la_gravedad_es_de_lo_perdido_y_de_la_meta(meta, cifras):
    dichas = [gravedad_de(perdida, Meta(meta)) for perdida in cifras]
    assert dichas == [Gravedad.IMPRECISION, Gravedad.ERROR, Gravedad.ERROR, Gravedad.GRAVE]
    assert [gravedad_de(n, Meta.JUEGOS_GANADOS) for n in (1, 2)] == [Gravedad.ERROR, Gravedad.GRAVE]


def test_cada_error_cuesta_lo_que_va_de_la_mejor_a_la_elegida_y_lo_demas_no_es_error():
    mano = mano_de(random.Random(12), "100")
    errores = {error.numero: error for error in errores_de(mano).errores}
    assert errores
    for numero, jugada in enumerate(mano.jugadas):
        signo = -1 if jugada.posicion.turno in (1, 3) else 1
        pierde = max(signo * una.valor for una in jugada.alternativas) - signo * jugada.elegida.valor
        if numero not in errores:
            assert pierde == 0
            continue
        error = errores[numero]
        assert (error.perdida, error.elegida, error.asiento) == (pierde, jugada.elegida, jugada.posicion.turno)
        assert signo * error.mejor.valor == signo * error.elegida.valor + pierde


@pytest.mark.parametrize("meta", METAS)
def test_el_estudio_es_json_y_trae_el_analisis_y_como_acaba_cada_error(meta):
    acta, _ = partida_al_azar(random.Random(21), meta, 1)
    estudio = estudio_de(acta)
    assert json.loads(json.dumps(estudio)) == estudio
    assert estudio["version"] == VERSION_ESTUDIO
    (mano,), (analisis,) = estudio["manos"], analizar_acta(acta)["manos"]
    assert {campo: mano[campo] for campo in analisis} == analisis
    for error in mano["errores"]:
        for cual in ("elegida", "mejor"):
            sigue = error[f"sigue_{cual}"]
            assert sigue["valor"] == error[cual]["valor"]
            assert sigue["jugadas"][0]["ficha"] == error[cual]["ficha"]
            assert repetir(acta["manos"][0], mano["jugadas"][: error["jugada"]], sigue, meta) == sigue["valor"]


def repetir(acta, antes, sigue, meta) -> int:
    """El valor al que lleva seguir la línea del estudio."""
    manos = [mascara(map(ficha_de, suyas)) for suyas in acta["reparto"]]
    mano = repartida((manos[0], manos[1], manos[2], manos[3]), acta["salidor"])
    for jugada in [*antes, *sigue["jugadas"]]:
        mano = saltar_pases(mano)
        assert mano.turno == jugada["asiento"]
        mano = tirar(mano, ficha_de(jugada["ficha"]), {None: 0, "A": A, "B": B}[jugada["extremo"]])
    assert mano.desenlace is not None
    assert mano.ultimo == sigue["asiento"]
    return Solucion(mano.manos, Meta(meta)).valor(mano)
