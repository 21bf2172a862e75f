"""Por consola, con Python pelado: `verificar-reparto` (RG1) y `ranking` (ES2)."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from reglas.__main__ import ORDENES, Orden, main
from reglas.fichas import TEXTOS
from reglas.sorteo import repartir, salidor_de
from tests.reglas.sorteos import sorteo_al_azar
from tests.reglas.test_orden import guardar, reglas, resultados


def mano_de(azar: random.Random, salidor: int | None = None, raro: bool = False) -> dict[str, Any]:
    sorteo = sorteo_al_azar(azar, raro)
    reparto = repartir(sorteo.claves, sorteo.nonces)
    return {
        "reparto": [[TEXTOS[ficha] for ficha in sorted(suyas)] for suyas in reparto],
        "salidor": salidor_de(sorteo.semilla, sorteo.nonces) if salidor is None else salidor,
        "jugadas": [],
        "sorteo": {
            "compromiso": sorteo.compromiso,
            "claves": list(sorteo.claves),
            "semilla": sorteo.semilla,
            "nonces": list(sorteo.nonces),
        },
    }


def acta_de(*manos: dict[str, Any]) -> dict[str, Any]:
    return {
        "formato": "amigos-domino/partida",
        "version": 1,
        "meta": "100",
        "asientos": ["Lupita", "Beto", "Carmen", "Chucho"],
        "manos": list(manos),
    }


def partida(semilla: int = 1) -> dict[str, Any]:
    azar = random.Random(semilla)
    primera = mano_de(azar, raro=True)
    sin_sorteo = {campo: valor for campo, valor in mano_de(azar, 2).items() if campo != "sorteo"}
    # el salidor de las demás rota: aquí no se comprueba
    return acta_de(primera, mano_de(azar, 0), sin_sorteo, {**mano_de(azar, 1), "sorteo": None})


def verificar(carpeta: Path, *actas: Any) -> tuple[int, list[Any]]:
    archivo = carpeta / "actas.jsonl"
    # con escapes: así caben los sustitutos sueltos, que JSON admite
    archivo.write_text("\n".join(map(json.dumps, actas)), encoding="utf-8")
    codigo, salida, errores = reglas("verificar-reparto", archivo)
    assert errores == ""
    return codigo, resultados(salida)


def con(acta: dict[str, Any], cambia: Any) -> dict[str, Any]:
    otra = copy.deepcopy(acta)
    cambia(otra)
    return otra


def test_un_acta_con_sus_sorteos(tmp_path):
    assert verificar(tmp_path, partida(1), partida(2)) == (
        0,
        [{"manos": [{"sorteo": como} for como in ("correcto", "correcto", "sin_sorteo", "sin_sorteo")]}] * 2,
    )


def test_un_acta_sin_manos(tmp_path):
    assert verificar(tmp_path, acta_de()) == (0, [{"manos": []}])


def cambia_de_mano(acta):
    uno, otro = acta["manos"][1]["reparto"][:2]
    uno[0], otro[0] = otro[0], uno[0]


def corre_el_salidor(acta):
    acta["manos"][0]["salidor"] = (acta["manos"][0]["salidor"] + 1) % 4


ALTERADAS = [
    (cambia_de_mano, "reparto_no_cuadra", 1),
    (corre_el_salidor, "salidor_no_cuadra", 0),
    (lambda acta: acta["manos"][1]["sorteo"].update(nonces=["", "", "", ""]), "reparto_no_cuadra", 1),
    (lambda acta: acta["manos"][1]["sorteo"].update(nonces=["", ""]), "faltan_nonces", 1),
    (lambda acta: acta["manos"][0]["sorteo"].update(semilla="otra"), "compromiso_no_cuadra", 0),
    (lambda acta: acta["manos"][0]["sorteo"].update(compromiso="0" * 64), "compromiso_no_cuadra", 0),
    (lambda acta: acta["manos"][0]["sorteo"]["claves"].pop(), "faltan_claves", 0),
    (lambda acta: acta["manos"][0]["sorteo"]["claves"].__setitem__(4, 7), "tipo_invalido", 0),
    (lambda acta: acta["manos"][0]["sorteo"]["claves"].__setitem__(4, "x"), "clave_mal_formada", 0),
    (lambda acta: acta["manos"][0]["sorteo"].update(semilla="\ud83d"), "texto_sin_utf8", 0),
    (lambda acta: acta["manos"][0]["sorteo"].pop("nonces"), "falta_campo", 0),
    (lambda acta: acta["manos"][0].update(sorteo=[]), "tipo_invalido", 0),
    (lambda acta: acta["manos"][0].pop("salidor"), "falta_campo", 0),
    (lambda acta: acta["manos"][0].update(salidor=True), "tipo_invalido", 0),
    (lambda acta: acta["manos"][1]["reparto"].pop(), "tipo_invalido", 1),
    (lambda acta: acta["manos"][1]["reparto"][3].__setitem__(0, "7-7"), "ficha_desconocida", 1),
    (lambda acta: acta["manos"][1]["reparto"][3].__setitem__(0, "1-0"), "ficha_desconocida", 1),
    (lambda acta: acta["manos"][1]["reparto"][3].__setitem__(0, ["0-1"]), "ficha_desconocida", 1),
    (lambda acta: acta["manos"].__setitem__(2, 5), "tipo_invalido", 2),
    (lambda acta: acta.update(formato="amigos-domino/recreo"), "formato_desconocido", None),
    (lambda acta: acta.update(version=2), "version_no_admitida", None),
    (lambda acta: acta.pop("manos"), "falta_campo", None),
]


def test_lo_alterado_da_su_codigo_y_su_mano_desde_cero(tmp_path):
    codigo, dados = verificar(tmp_path, *(con(partida(), cambia) for cambia, _, _ in ALTERADAS))
    assert codigo == 1
    assert [(dado["error"]["codigo"], dado["error"].get("mano")) for dado in dados] == [
        (esperado, mano) for _, esperado, mano in ALTERADAS
    ]
    assert dados[0]["error"]["mensaje"].startswith("Mano 1. Las fichas del asiento 0 no son")


def test_las_opciones_van_antes_o_despues_del_archivo_y_las_ajenas_son_mal_uso(tmp_path, monkeypatch, capsys):
    archivo = str(guardar(tmp_path, "una.json", {}))
    dadas: list[bool] = []

    def informe(_datos: Any, detalle: bool) -> dict[str, Any]:
        dadas.append(detalle)
        return {}

    monkeypatch.setattr("reglas.__main__.ORDENES", {**ORDENES, "prueba": Orden(informe, ("detalle",))})
    assert main(["prueba", archivo]) == main(["prueba", "--detalle", archivo]) == 0
    assert main(["prueba", archivo, "--detalle"]) == 0
    assert dadas == [False, True, True]
    assert main(["prueba", archivo, "--otra"]) == main(["ranking", archivo, "--detalle"]) == 2
    assert "Uso: python -m reglas" in capsys.readouterr().err


# La orden `ranking`

BUENA = {"meta": "100", "ganadora": 0, "tantos": [100, 40], "pr": [10, 200, 0, 50], "quintil": [5, 1, 3, 2]}


def test_ranking(tmp_path):
    casos = [
        BUENA,
        {**BUENA, "ganadora": 1, "tantos": [199, 200], "meta": "200"},
        {"meta": "juegos_ganados", "ganadora": 1, "tantos": None, "pr": [0, 0, 0, 0], "quintil": [1, 3, 1, 5]},
        {"meta": "juegos_ganados", "ganadora": 1, "pr": [0, 0, 0, 0], "quintil": [1, 3, 1, 5]},
    ]
    codigo, salida, _ = reglas("ranking", guardar(tmp_path, "actas.jsonl", *casos))
    assert codigo == 0
    assert resultados(salida) == [
        {"pr": [23, 193, 9, 45]},
        {"pr": [11, 204, 1, 54]},
        {"pr": [-5, 7, -5, 11]},
        {"pr": [-5, 7, -5, 11]},
    ]


@pytest.mark.parametrize("quitado", ["meta", "ganadora", "pr", "quintil"])
def test_ranking_incompleto(tmp_path, quitado):
    acta = {campo: valor for campo, valor in BUENA.items() if campo != quitado}
    codigo, salida, _ = reglas("ranking", guardar(tmp_path, "una.json", acta))
    assert (codigo, resultados(salida)[0]["error"]["codigo"]) == (1, "falta_campo")


def test_ranking_que_no_vale(tmp_path):
    casos: list[tuple[Any, str]] = [
        ([], "tipo_invalido"),
        ({**BUENA, "meta": "150"}, "valor_invalido"),
        ({**BUENA, "ganadora": None}, "tipo_invalido"),
        ({**BUENA, "ganadora": True}, "tipo_invalido"),
        ({**BUENA, "ganadora": -1}, "pareja_invalida"),
        ({**BUENA, "tantos": None}, "faltan_tantos"),
        ({**BUENA, "tantos": [100]}, "tipo_invalido"),
        ({**BUENA, "tantos": [100, "40"]}, "tipo_invalido"),
        ({**BUENA, "tantos": [40, 100]}, "ganadora_sin_ventaja"),
        ({**BUENA, "pr": [0, 0, 0]}, "tipo_invalido"),
        ({**BUENA, "pr": [0, 0, 0, 1.5]}, "tipo_invalido"),
        ({**BUENA, "quintil": [1, 2, 3, 0]}, "quintil_invalido"),
        ({**BUENA, "quintil": [1, 2, 3, True]}, "tipo_invalido"),
        ({**BUENA, "meta": "juegos_ganados"}, "tantos_en_juegos_ganados"),
    ]
    codigo, salida, _ = reglas("ranking", guardar(tmp_path, "actas.jsonl", *(acta for acta, _ in casos)))
    assert codigo == 1
    assert [dado["error"]["codigo"] for dado in resultados(salida)] == [codigo for _, codigo in casos]
