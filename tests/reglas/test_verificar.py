"""La orden `verificar`: repite el acta de una partida entera y la compara con el modelo, o dice qué no puede ser."""

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reglas.acta_partida import ManoDeActa, acta_de_partida
from reglas.errores import ErrorDeRegla
from reglas.fichas import ficha_de, mascara
from reglas.mano import A, B
from reglas.tipos import Meta
from reglas.verificacion import verificar_partida
from tests.reglas.actas_modelo import METAS, NOMBRES, acta_de, partida_al_azar
from tests.reglas.ayudas import prohibe
from tests.reglas.sorteos import sorteo_al_azar
from tests.reglas.test_orden import guardar, reglas, resultados

UNA_MANO = partida_al_azar(random.Random(8), "100", 2)[0]


def sin_detalle(informe: dict[str, Any]) -> dict[str, Any]:
    manos = [{campo: valor for campo, valor in mano.items() if campo != "detalle"} for mano in informe["manos"]]
    return {**informe, "manos": manos}


@settings(deadline=None)
@given(semilla=st.integers(0, 2**32), meta=st.sampled_from(METAS), manos=st.sampled_from([None, 1, 2, 3]))
def test_el_informe_es_el_del_modelo(semilla, meta, manos):
    acta, esperado = partida_al_azar(random.Random(semilla), meta, manos)
    assert verificar_partida(acta, detalle=True) == esperado
    assert verificar_partida(acta) == sin_detalle(esperado)


@pytest.mark.parametrize("meta", METAS)
def test_los_desenlaces_del_modelo_son_de_todo_tipo(meta):
    azar = random.Random(3)
    manos = [mano for _ in range(120) for mano in partida_al_azar(azar, meta)[1]["manos"]]
    assert {mano["fin"] for mano in manos} == {"dominada", "cierre"}
    assert any(mano["fin"] == "cierre" and mano["ganadora"] is None for mano in manos)
    assert {jugada["reloj"] for mano in manos for jugada in mano["detalle"]} == {5, 20, 60}


def test_por_consola_con_y_sin_detalle(tmp_path):
    acta, esperado = partida_al_azar(random.Random(1), "200")
    archivo = guardar(tmp_path, "partidas.jsonl", acta, acta)
    codigo, salida, errores = reglas("verificar", archivo, "--detalle")
    assert (codigo, errores, resultados(salida)) == (0, "", [esperado] * 2)
    codigo, salida, _ = reglas("verificar", archivo)
    assert (codigo, resultados(salida)) == (0, [sin_detalle(esperado)] * 2)


def test_por_consola_la_mala_da_su_error_desde_cero_y_las_demas_su_resultado(tmp_path):
    mala = copy.deepcopy(UNA_MANO)
    mala["manos"][0]["jugadas"][1]["asiento"] = mala["manos"][0]["salidor"]
    codigo, salida, _ = reglas("verificar", guardar(tmp_path, "x.jsonl", UNA_MANO, mala))
    buena, error = resultados(salida)
    assert codigo == 1
    assert "manos" in buena
    assert (error["error"]["codigo"], error["error"]["mano"], error["error"]["jugada"]) == ("turno_ajeno", 0, 1)


def test_sin_manos_la_partida_esta_en_curso():
    vacio = {"manos": [], "estado": "en_curso", "ganadora": None}
    assert verificar_partida(acta_de("100", [])) == {**vacio, "marcador": [0, 0]}
    assert verificar_partida(acta_de("juegos_ganados", [])) == {**vacio, "marcador": ["0", "0"]}


REPARTO = [
    ["0-0", "0-1", "0-2", "0-3", "1-5", "2-5", "6-6"],
    ["1-1", "1-2", "1-3", "1-4", "2-6", "3-6", "0-6"],
    ["2-2", "2-3", "2-4", "3-5", "4-6", "0-4", "1-6"],
    ["3-3", "3-4", "4-4", "4-5", "5-5", "5-6", "0-5"],
]


def mano(*jugadas: str, salidor: int = 0) -> dict[str, Any]:
    """Cada jugada, «asiento ficha» o «asiento ficha extremo»."""
    partidas = [jugada.split() for jugada in jugadas]
    return {
        "reparto": copy.deepcopy(REPARTO),
        "salidor": salidor,
        "jugadas": [
            {"asiento": int(asiento), "ficha": ficha, "extremo": resto[0] if resto else None}
            for asiento, ficha, *resto in partidas
        ],
    }


def informe_de(*jugadas: str, salidor: int = 0) -> dict[str, Any]:
    (informe,) = verificar_partida(acta_de("100", [mano(*jugadas, salidor=salidor)]), detalle=True)["manos"]
    return informe  # type: ignore[no-any-return]


def test_una_mano_sin_jugadas_no_tiene_asiento_ni_terminales():
    assert informe_de() == {
        "fin": "incompleta",
        "asiento": None,
        "ganadora": None,
        "tantos": 0,
        "no_jugados": [31, 37, 44, 56],
        "pases": [0, 0, 0, 0],
        "terminales": [None, None],
        "detalle": [],
    }


def test_los_pases_se_cuentan_hasta_el_siguiente_que_puede_jugar():
    # con 2 y 1 en las puntas, el 3 no tiene cabida y el 0 sí
    informe = informe_de("0 0-2", "1 0-6 B", "2 1-6 B")
    assert (informe["pases"], informe["terminales"], informe["asiento"]) == ([0, 0, 0, 1], [2, 1], 2)


@pytest.mark.parametrize(("salidor", "terminales"), [(0, [5, 1]), (1, [4, 1]), (2, [1, 6]), (3, [0, 5])])
def test_la_primera_mixta_lleva_el_cuadrante_mayor_hacia_la_pareja_del_salidor(salidor, terminales):
    ficha = {0: "1-5", 1: "1-4", 2: "1-6", 3: "0-5"}[salidor]
    assert informe_de(f"{salidor} {ficha}", salidor=salidor)["terminales"] == terminales


MALAS = [
    (("1 1-1",), "turno_ajeno"),
    (("0 1-1",), "ficha_ajena"),
    (("0 6-6", "1 1-1"), "no_tiene_cabida"),
    (("0 6-6", "2 4-6"), "turno_ajeno"),
    (("0 6-6", "1 2-6 A"), "extremo_ajeno"),
    (("0 6-6", "1 6-6"), "ficha_repetida"),
    (("0 6-6", "1 2-6 B", "2 2-4 A"), "no_tiene_cabida"),
    (("0 2-5", "1 1-2", "2 3-5", "3 3-4", "0 6-6"), "no_tiene_cabida"),
    (("0 1-5", "1 1-1", "2 3-5", "3 3-3", "0 0-3", "1 1-3 A"), "no_tiene_cabida"),
    (("0 2-5", "1 1-2", "2 1-6", "3 5-6"), "falta_extremo"),
    (("0 6-6", "1 2-6", "7 4-6"), "asiento_invalido"),
    (("0 6-6", "1 6-2"), "ficha_desconocida"),
    (("0 6-6", "1 2-6 C"), "valor_invalido"),
]


@pytest.mark.parametrize("extremo", ["", " A", " B"])
def test_la_salida_no_cae_en_ningun_extremo_diga_lo_que_diga_el_acta(extremo):
    assert informe_de(f"0 6-6{extremo}") == informe_de("0 6-6")


@pytest.mark.parametrize(("jugadas", "codigo"), MALAS)
def test_la_jugada_que_no_puede_ser(jugadas, codigo):
    informe_de(*jugadas[:-1])
    with prohibe(codigo, mano=0, jugada=len(jugadas) - 1):
        informe_de(*jugadas)


def test_con_las_dos_terminales_iguales_vale_la_derecha_del_salidor_o_null():
    assert informe_de("0 6-6", "1 2-6 B")["terminales"] == informe_de("0 6-6", "1 2-6")["terminales"] == [6, 2]
    assert informe_de("1 1-1", "2 1-6 A", salidor=1)["terminales"] == [6, 1]


TERMINADA = partida_al_azar(random.Random(2), "100")[0]


def altera(acta: dict[str, Any], cambia: Any) -> dict[str, Any]:
    otra = copy.deepcopy(acta)
    cambia(otra)
    return otra


def otra_mano(acta: dict[str, Any]) -> None:
    ultima = acta["manos"][-1]
    acta["manos"].append({**ultima, "salidor": (ultima["salidor"] + 1) % 4, "jugadas": []})


ALTERADAS = [
    (otra_mano, "mano_tras_la_meta", len(TERMINADA["manos"]), None),
    (
        lambda acta: acta["manos"][0]["jugadas"].append({"asiento": 0, "ficha": "0-0", "extremo": None}),
        "jugada_tras_el_fin",
        0,
        len(TERMINADA["manos"][0]["jugadas"]),
    ),
    (lambda acta: acta["manos"][1].update(salidor=acta["manos"][0]["salidor"]), "salidor_no_rotado", 1, None),
    (lambda acta: acta["manos"][0].update(salidor=4), "asiento_invalido", 0, None),
    (lambda acta: acta["manos"][0].update(salidor=-1), "asiento_invalido", 0, None),
    (lambda acta: acta["manos"][0].update(salidor=True), "tipo_invalido", 0, None),
    (lambda acta: acta["manos"][0].update(salidor=None), "tipo_invalido", 0, None),
    (lambda acta: acta["manos"][1]["reparto"].pop(), "reparto_imposible", 1, None),
    (lambda acta: acta["manos"][1]["reparto"].append([]), "reparto_imposible", 1, None),
    (lambda acta: acta["manos"][1]["reparto"][0].pop(), "reparto_imposible", 1, None),
    (
        lambda acta: acta["manos"][1]["reparto"][0].__setitem__(0, acta["manos"][1]["reparto"][1][0]),
        "reparto_imposible",
        1,
        None,
    ),
    (
        lambda acta: acta["manos"][1]["reparto"][0].append(acta["manos"][1]["reparto"][1].pop()),
        "reparto_imposible",
        1,
        None,
    ),
    (lambda acta: acta["manos"][0]["reparto"][0].__setitem__(0, "7-7"), "ficha_desconocida", 0, None),
    (lambda acta: acta["manos"][0]["reparto"][0].__setitem__(0, 3), "ficha_desconocida", 0, None),
    (lambda acta: acta["manos"][0]["reparto"][0].__setitem__(0, ["0-0"]), "ficha_desconocida", 0, None),
    (lambda acta: acta["manos"][0]["reparto"].__setitem__(0, "0-0"), "tipo_invalido", 0, None),
    (lambda acta: acta["manos"][0].pop("jugadas"), "falta_campo", 0, None),
    (lambda acta: acta["manos"][0]["jugadas"].__setitem__(0, None), "tipo_invalido", 0, 0),
    (lambda acta: acta["manos"][0]["jugadas"][0].pop("ficha"), "falta_campo", 0, 0),
    (lambda acta: acta["manos"][0]["jugadas"][0].update(asiento="0"), "tipo_invalido", 0, 0),
    (lambda acta: acta["manos"][0]["jugadas"][0].update(asiento=False), "tipo_invalido", 0, 0),
    (lambda acta: acta["manos"][0]["jugadas"][0].update(ms="3"), "tipo_invalido", 0, 0),
    (lambda acta: acta["manos"][0]["jugadas"][0].update(ms=-3), "ms_negativos", 0, 0),
    (lambda acta: acta["manos"][0]["jugadas"][2].update(extremo=["A"]), "valor_invalido", 0, 2),
    (lambda acta: acta["manos"].insert(0, 7), "tipo_invalido", 0, None),
    (lambda acta: acta.update(formato="amigos-domino/recreo"), "formato_desconocido", None, None),
    (lambda acta: acta.update(version=2), "version_no_admitida", None, None),
    (lambda acta: acta.update(meta=100), "valor_invalido", None, None),
    (lambda acta: acta.pop("meta"), "falta_campo", None, None),
    (lambda acta: acta.pop("asientos"), "falta_campo", None, None),
    (lambda acta: acta["asientos"].pop(), "tipo_invalido", None, None),
    (lambda acta: acta["asientos"].__setitem__(0, 3), "tipo_invalido", None, None),
    (lambda acta: acta.update(manos={}), "tipo_invalido", None, None),
]


@pytest.mark.parametrize(("cambia", "codigo", "numero", "jugada"), ALTERADAS)
def test_lo_alterado_dice_que_y_donde_desde_cero(cambia, codigo, numero, jugada):
    verificar_partida(TERMINADA)
    with pytest.raises(ErrorDeRegla) as info:
        verificar_partida(altera(TERMINADA, cambia))
    error = info.value
    assert (error.codigo, error.datos.get("mano"), error.datos.get("jugada")) == (codigo, numero, jugada)
    assert error.mensaje() not in ("", codigo)


def test_el_acta_no_es_un_objeto():
    with prohibe("tipo_invalido"):
        verificar_partida([])


def test_las_claves_desconocidas_y_el_sorteo_no_se_miran():
    assert verificar_partida(altera(UNA_MANO, lambda acta: acta["manos"][0].update(sorteo=5, otra=1)))


def test_una_mano_incompleta_no_suma_y_la_que_sigue_rota_igual():
    informe = verificar_partida(acta_de("100", [mano("0 6-6"), mano(salidor=1)]))
    assert [una["fin"] for una in informe["manos"]] == ["incompleta", "incompleta"]
    assert informe["marcador"] == [0, 0]


def test_el_acta_que_se_escribe_es_la_que_se_verifica():
    acta, esperado = partida_al_azar(random.Random(4), "100")
    azar = random.Random(5)
    sorteos = [sorteo_al_azar(azar) for _ in acta["manos"]]
    datos = []
    for una, sorteo in zip(acta["manos"], sorteos, strict=True):
        a, b, c, d = (mascara(map(ficha_de, suyas)) for suyas in una["reparto"])
        cadena: list[int] = []
        for numero, jugada in enumerate(una["jugadas"]):
            extremo = {"A": A, "B": B, None: 0}[jugada["extremo"]]
            # aquí basta con que sea legal: lo que no se dijo, el que cabe
            cadena += (ficha_de(jugada["ficha"]), extremo if numero else 0, jugada["asiento"])
        datos.append(ManoDeActa((a, b, c, d), una["salidor"], tuple(cadena), tuple(range(len(cadena) // 3)), sorteo))
    escrita = acta_de_partida(Meta.CIEN, NOMBRES, datos)
    assert verificar_partida(json.loads(json.dumps(escrita)), detalle=True) == esperado
    assert list(escrita) == ["formato", "version", "meta", "asientos", "manos"]
    assert escrita["manos"][0]["jugadas"][1]["ms"] == 1
    assert escrita["manos"][0]["sorteo"]["claves"] == list(sorteos[0].claves)
    sin_medir = acta_de_partida(Meta.CIEN, NOMBRES, [dato._replace(ms=(), sorteo=None) for dato in datos])
    assert "ms" not in sin_medir["manos"][0]["jugadas"][0]
    assert "sorteo" not in sin_medir["manos"][0]
