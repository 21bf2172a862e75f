"""Los errores de una mano: lo que cuestan, qué era mejor, por qué, y cuánto fue reparto y cuánto juego."""

import json
import random

import pytest

from reglas.analisis.actas import ManoAnalizada, analizar_acta, analizar_partida
from reglas.analisis.errores import Clave, Motivo, errores_de, motivos_de
from reglas.analisis.estudio import VERSION_ESTUDIO, estudio_de
from reglas.analisis.exacto import Solucion
from reglas.analisis.hechos import hechos_de
from reglas.fichas import ficha_de, mascara
from reglas.mano import A, B, Mano, repartida, saltar_pases, tirar
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


def en_juego(fichas: str, a: int, b: int, turno: int, cadena: tuple[int, ...] = ()) -> Mano:
    """Una posición a mano: las fichas de los asientos 0 a 3, separadas con «/»."""
    manos = [mascara(map(ficha_de, suyas.split())) for suyas in fichas.split("/")]
    return repartida((manos[0], manos[1], manos[2], manos[3]), 0)._replace(a=a, b=b, turno=turno, cadena=cadena)


def claves(mano: Mano, elegida: tuple[str, int], mejor: tuple[str, int]) -> list[Motivo]:
    hechos = [hechos_de(mano, ficha_de(ficha), extremo) for ficha, extremo in (elegida, mejor)]
    return list(motivos_de(mano.turno, hechos[0], hechos[1]))


def test_cerrar_perdiendo_y_cerrar_ganando():
    # el 0 ya no tiene más fichas: cubrir el 1 con 0-1 cierra a ceros
    mano = en_juego("0-1 1-6 6-6/4-5/1-2/3-3", 0, 1, 0)
    assert Motivo(Clave.CERRABA_PERDIENDO) in claves(mano, ("0-1", B), ("1-6", B))
    gana = mano._replace(
        manos=(
            mano.manos[0] & ~mascara([ficha_de("6-6"), ficha_de("1-6")]) | mascara([ficha_de("1-1")]),
            *mano.manos[1:],
        )
    )
    assert Motivo(Clave.CERRABA_GANANDO) in claves(gana, ("1-1", B), ("0-1", B))


def test_dominaba_y_dejaba_dominar():
    mano = en_juego("1-2 1-3 5-5/2-6/4-4 4-5/3-3 1-6", 1, 5, 0)
    motivos = claves(mano, ("1-2", A), ("1-3", A))
    assert Motivo(Clave.DEJABA_DOMINAR, asiento=1) in motivos
    assert Motivo(Clave.HACIA_PASAR_AL_CONTRARIO, asiento=1) in motivos
    ultima = mano._replace(turno=1, b=6)
    assert hechos_de(ultima, ficha_de("2-6"), B).domina


def test_mataba_el_palo_del_companero_y_lo_hacia_pasar():
    # Arriba puso el 5 en B; con 2-5 quedan 1 y 2, y ni Derecha ni Arriba llevan
    mano = en_juego("2-5 1-4 0-3/3-4 6-6/5-6 3-5/1-1 2-2", 1, 5, 0, (ficha_de("4-5"), B, 2))
    motivos = claves(mano, ("2-5", B), ("1-4", A))
    assert Motivo(Clave.MATABA_PALO_DEL_COMPANERO, asiento=2, palo=5) in motivos
    assert Motivo(Clave.HACIA_PASAR_AL_COMPANERO, asiento=2) in motivos


def test_soltaba_mula_y_mas_tantos():
    mano = en_juego("5-5 0-5 1-2/5-6 1-4/3-3 1-6/2-2 4-4", 5, 1, 0)
    motivos = [motivo.clave for motivo in claves(mano, ("0-5", A), ("5-5", A))]
    assert Clave.SOLTABA_MULA in motivos
    assert Clave.SOLTABA_MAS_TANTOS in motivos


def test_ahorca_la_mula_cuyas_otras_seis_ya_se_jugaron():
    # del 5 sólo quedan la mula y 4-5: tapar con 4-5 deja la mula sin remedio
    mano = en_juego("4-5 1-2/5-5 2-3/4-6 0-0/1-1 4-4", 5, 1, 0)
    assert hechos_de(mano, ficha_de("4-5"), A).ahorca == ((1, ficha_de("5-5")),)
    assert Motivo(Clave.AHORCABA_MULA_CONTRARIA, asiento=1, ficha=ficha_de("5-5")) in claves(
        mano, ("1-2", B), ("4-5", A)
    )


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
