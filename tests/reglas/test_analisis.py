"""El análisis exacto: igual a la fuerza bruta en finales y a la búsqueda sin poda en repartos más largos."""

import copy
import os
import random
from typing import Any

import pytest

from reglas.analisis.actas import analizar_acta
from reglas.analisis.exacto import Solucion
from reglas.errores import ErrorDeRegla
from reglas.fichas import TEXTOS, ficha_de, mascara
from reglas.mano import EXTREMOS, Mano, repartida
from reglas.tipos import Meta
from reglas.verificacion import verificar_partida
from tests.reglas.actas_modelo import METAS, acta_de, mano_al_azar, partida_al_azar, repartir
from tests.reglas.modelo_analisis import Fuerza, final_al_azar, sin_poda
from tests.reglas.modelo_mesa import ManoModelo
from tests.reglas.test_orden import guardar, reglas, resultados

DE_NOCHE = os.environ.get("PERFIL") == "noche"
FINALES = 10_000 if DE_NOCHE else 800


def de_modelo(modelo: ManoModelo) -> Mano:
    """La misma posición, con los tipos de `reglas`."""
    manos = [mascara(ficha_de(ficha) for ficha in suyas) for suyas in modelo.manos]
    mano = repartida((manos[0], manos[1], manos[2], manos[3]), modelo.salidor)
    terminales = modelo.terminales()
    return mano if terminales is None else mano._replace(a=terminales[0], b=terminales[1], turno=modelo.turno)


def alternativas(solucion: Solucion, mano: Mano) -> list[dict[str, Any]]:
    return [
        {"ficha": TEXTOS[una.ficha], "extremo": EXTREMOS[una.extremo] or None, "valor": una.valor}
        for una in solucion.alternativas(mano)
    ]


def recortado(azar: random.Random, fichas: int) -> ManoModelo:
    """Un reparto sin jugar con menos fichas por mano: cabe en la búsqueda sin poda de día."""
    return ManoModelo([sorted(suyas[:fichas]) for suyas in repartir(azar)], azar.randrange(4))


@pytest.mark.parametrize("tanda", range(8))
def test_cada_alternativa_vale_lo_que_dice_la_fuerza_bruta_en_finales(tanda):
    azar = random.Random(41 + tanda)
    for numero in range(FINALES // 8):
        meta = METAS[numero % 3]
        _, modelo = final_al_azar(azar, azar.randrange(7, 15))
        mano = de_modelo(modelo)
        esperado = Fuerza(meta, recordar=False).alternativas(modelo)
        assert alternativas(Solucion(mano.manos, Meta(meta)), mano) == esperado, (meta, modelo)


@pytest.mark.parametrize("meta", METAS)
def test_la_memoria_del_reparto_entero_da_lo_mismo_en_su_final(meta):
    azar = random.Random(7)
    for _ in range(12):
        reparto, modelo = final_al_azar(azar, 11)
        solucion = Solucion(de_modelo(ManoModelo(reparto, 0)).manos, Meta(meta))
        mano = de_modelo(modelo)
        esperado = Fuerza(meta, recordar=False).alternativas(modelo)
        assert [alternativas(solucion, mano) for _ in range(2)] == [esperado] * 2


@pytest.mark.parametrize("meta", METAS)
def test_un_reparto_recortado_vale_lo_que_dice_la_busqueda_sin_poda(meta):
    azar = random.Random(11)
    for fichas in (1, 2, 3, 4, 4, 5):
        modelo = recortado(azar, fichas)
        mano = de_modelo(modelo)
        solucion, esperado = Solucion(mano.manos, Meta(meta)), Fuerza(meta, recordar=True).alternativas(modelo)
        assert alternativas(solucion, mano) == esperado
        valores = [una["valor"] for una in esperado]
        assert solucion.valor(mano) == (min(valores) if modelo.salidor % 2 else max(valores))


@pytest.mark.noche
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("semilla", range(3))
@pytest.mark.parametrize("meta", METAS)
def test_un_reparto_completo_vale_lo_que_dice_la_busqueda_sin_poda(meta, semilla):
    """Una de las siete salidas de cada reparto: cerca de un millón de posiciones, y sólo de noche."""
    reparto = repartir(random.Random(100 + semilla))
    mano = de_modelo(ManoModelo(reparto, semilla))
    una = Solucion(mano.manos, Meta(meta)).alternativas(mano)[semilla]
    modelo = ManoModelo([list(suyas) for suyas in reparto], semilla)
    modelo.tirar(TEXTOS[una.ficha], None)
    assert una.valor == sin_poda(modelo.manos, modelo.terminales(), modelo.turno, meta)


@pytest.mark.parametrize("meta", METAS)
def test_a_media_mano_vale_lo_que_dice_la_busqueda_sin_poda(meta):
    azar = random.Random(13)
    for quedan in (16, 17, 18, 19, 20):
        _, modelo = final_al_azar(azar, quedan)
        mano = de_modelo(modelo)
        esperado = sin_poda(modelo.manos, modelo.terminales(), modelo.turno, meta)
        assert Solucion(mano.manos, Meta(meta)).valor(mano) == esperado


# --- el acta


@pytest.mark.parametrize("meta", METAS)
def test_el_informe_de_un_acta_es_el_de_la_fuerza_bruta(meta):
    azar = random.Random(5)
    for hasta in (18, 20, 99):
        acta, _ = mano_al_azar(azar, meta, azar.randrange(4), hasta)
        (informe,) = analizar_acta(acta_de(meta, [acta]))["manos"]
        modelo, fuerza = ManoModelo([list(suyas) for suyas in acta["reparto"]], acta["salidor"]), Fuerza(meta, False)
        for jugada, dicho in zip(acta["jugadas"], informe["jugadas"], strict=True):
            saltar(modelo)
            legales = modelo.legales(modelo.turno)
            extremo = next(e for f, e in legales if f == jugada["ficha"] and jugada["extremo"] in (None, e))
            assert (dicho["asiento"], dicho["ficha"], dicho["extremo"]) == (modelo.turno, jugada["ficha"], extremo)
            assert [(una["ficha"], una["extremo"]) for una in dicho["alternativas"]] == legales
            if sum(map(len, modelo.manos)) <= 11:
                assert dicho["alternativas"] == fuerza.alternativas(modelo)
            assert {**dicho, "asiento": 0, "alternativas": 0} == {
                **next(u for u in dicho["alternativas"] if (u["ficha"], u["extremo"]) == (jugada["ficha"], extremo)),
                "asiento": 0,
                "alternativas": 0,
            }
            modelo.tirar(jugada["ficha"], extremo)
        saltar(modelo)
        if modelo.fin is None:
            assert informe["siguiente"] == {"asiento": modelo.turno, "alternativas": fuerza.alternativas(modelo)}
        else:
            assert informe["siguiente"] is None
            gana, cuantos = modelo.cuenta(meta)
            tantos = 0 if gana is None else (1 - 2 * gana) * (cuantos or 1)
            assert informe["jugadas"][-1]["valor"] == tantos


def saltar(modelo: ManoModelo) -> None:
    while modelo.fin is None and not modelo.legales(modelo.turno):
        modelo.pasar()


@pytest.mark.parametrize("meta", METAS)
def test_cada_valor_es_el_mejor_de_la_jugada_que_sigue_y_el_par_el_de_la_primera(meta):
    acta, _ = partida_al_azar(random.Random(9), meta, 2)
    for mano in analizar_acta(acta)["manos"]:
        antes = mano["par"]
        for jugada in mano["jugadas"]:
            assert antes == mejor(jugada["alternativas"], jugada["asiento"])
            antes = jugada["valor"]
        if mano["siguiente"]:
            assert antes == mejor(mano["siguiente"]["alternativas"], mano["siguiente"]["asiento"])


def mejor(varias: list[dict[str, Any]], asiento: int) -> int:
    return (min if asiento % 2 else max)(una["valor"] for una in varias)


def test_una_mano_sin_jugadas_tiene_par_y_las_siete_de_salir():
    acta = acta_de("100", [{"reparto": repartir(random.Random(2)), "salidor": 3, "jugadas": []}])
    (mano,) = analizar_acta(acta)["manos"]
    assert mano["jugadas"] == []
    assert mano["siguiente"]["asiento"] == 3
    assert [una["extremo"] for una in mano["siguiente"]["alternativas"]] == [None] * 7
    assert mano["par"] == min(una["valor"] for una in mano["siguiente"]["alternativas"])


def test_el_error_de_un_acta_imposible_es_el_de_verificar():
    acta, _ = partida_al_azar(random.Random(4), "200", 2)
    malas = [[], {}, copy.deepcopy(acta), copy.deepcopy(acta), copy.deepcopy(acta)]
    malas[2]["manos"][1]["salidor"] = acta["manos"][0]["salidor"]
    malas[3]["manos"][0]["jugadas"][2]["ficha"] = acta["manos"][0]["jugadas"][0]["ficha"]
    malas[4]["manos"][0]["reparto"][0][0] = "9-9"
    for mala in malas:
        with pytest.raises(ErrorDeRegla) as de_verificar:
            verificar_partida(mala)
        with pytest.raises(ErrorDeRegla) as de_analizar:
            analizar_acta(mala)
        assert (de_analizar.value.codigo, de_analizar.value.datos) == (
            de_verificar.value.codigo,
            de_verificar.value.datos,
        )


def test_por_consola_un_resultado_por_renglon_y_la_mala_da_su_error(tmp_path):
    acta, _ = partida_al_azar(random.Random(8), "100", 1)
    mala = copy.deepcopy(acta)
    mala["manos"][0]["jugadas"][1]["asiento"] = mala["manos"][0]["salidor"]
    codigo, salida, errores = reglas("analizar", guardar(tmp_path, "x.jsonl", acta, mala))
    buena, error = resultados(salida)
    assert (codigo, errores, buena) == (1, "", analizar_acta(acta))
    assert (error["error"]["codigo"], error["error"]["mano"], error["error"]["jugada"]) == ("turno_ajeno", 0, 1)
