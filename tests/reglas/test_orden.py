"""`python -m reglas` por consola: Python pelado, un resultado por renglón y códigos de salida."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.reglas.ayudas import RAIZ
from tests.reglas.test_actas import ACTA, con

# -I y -S: sin variables, sin carpeta actual y sin paquetes instalados; sólo se añade la raíz del proyecto.
PELADO = (
    "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); "
    "sys.argv[0] = 'reglas'; runpy.run_module('reglas', run_name='__main__', alter_sys=True)"
)


def reglas(*argumentos: str | Path, entrada: bytes | None = None) -> tuple[int, str, str]:
    orden = [sys.executable, "-I", "-S", "-c", PELADO, str(RAIZ), *map(str, argumentos)]
    corrida = subprocess.run(orden, input=entrada, capture_output=True, env={"LC_ALL": "C"}, check=False)
    return corrida.returncode, corrida.stdout.decode("utf-8"), corrida.stderr.decode("utf-8")


def resultados(salida: str) -> list[Any]:
    return [json.loads(renglon) for renglon in salida.splitlines()]


def guardar(carpeta: Path, nombre: str, *actas: Any) -> Path:
    archivo = carpeta / nombre
    archivo.write_text("\n".join(json.dumps(acta, ensure_ascii=False) for acta in actas) + "\n", encoding="utf-8")
    return archivo


def test_clasificar_un_acta(tmp_path):
    codigo, salida, errores = reglas("clasificar", guardar(tmp_path, "viernes.json", ACTA))
    assert (codigo, errores) == (0, "")
    (resultado,) = resultados(salida)
    assert list(resultado) == ["parciales", "final"]
    assert resultado["final"][0] == {
        "lugar": 1,
        "jugador": 1,
        "puntos": 3,
        "juegos_ganados": 1,
        "eficiencia": 100,
        "tantos_favor": 100,
        "tantos_contra": 0,
        "castigos": 0,
        "valor_ficha": "30.00",
        "pago_extraordinario": "20.00",
    }
    assert [fila["pago_extraordinario"] for fila in resultado["final"]] == ["20.00", "0.00", "-10.00", "-10.00"]
    assert {fila["pago_extraordinario"] for fila in resultado["parciales"][0]} == {"0.00"}


def test_un_acta_por_la_entrada(tmp_path):
    del_archivo = reglas("clasificar", guardar(tmp_path, "viernes.json", ACTA))
    assert reglas("clasificar", "-", entrada=json.dumps(ACTA).encode()) == del_archivo


def test_de_muchas_actas_la_mala_da_su_error_y_las_demas_su_resultado(tmp_path):
    mala = con("partidas.0.mesas.0.manos.0.tantos", 119)
    codigo, salida, _ = reglas("clasificar", guardar(tmp_path, "mes.jsonl", ACTA, mala, ACTA))
    primera, segunda, tercera = resultados(salida)
    assert codigo == 1
    assert primera == tercera
    assert segunda["error"] == {
        "partida": 1,
        "mesa": 1,
        "mano": 1,
        "tantos": 119,
        "minimo": 1,
        "maximo": 118,
        "codigo": "tantos_fuera_de_rango",
        "mensaje": "Partida 1, mesa 1, mano 1. Una mano ganada a esta meta vale de 1 a 118 tantos y se anotaron 119. "
        "Revisa la cuenta.",
    }


@pytest.mark.parametrize(
    "contenido",
    [b"", b"{", b"\xff\xfe", b'{"meta": NaN}', b"[" * 100_000],
)
def test_lo_que_no_es_json_es_un_error_con_codigo(tmp_path, contenido):
    archivo = tmp_path / "roto.json"
    archivo.write_bytes(contenido)
    codigo, salida, errores = reglas("clasificar", archivo)
    assert (codigo, errores) == (1, "")
    assert resultados(salida)[0]["error"]["codigo"] == "json_invalido"


@pytest.mark.parametrize("cifras", [19, 4300, 5000])
def test_un_numero_que_nadie_cuenta_es_un_error_suyo_y_los_demas_renglones_salen(tmp_path, cifras):
    """Con 4 300 cifras el resultado ya no se podía escribir, y se perdían los renglones que seguían."""
    buena = {"meta": "100", "ganadora": 0, "tantos": [100, 50], "pr": [1, 2, 3, 4], "quintil": [1, 1, 1, 1]}
    enorme = json.dumps(buena).replace("[1, 2, 3, 4]", f"[{'9' * cifras}, 2, 3, 4]")
    archivo = tmp_path / "mes.jsonl"
    de_mas = json.dumps(buena).replace("{", f'{{"nadie lo lee": {"9" * cifras}, ', 1)
    archivo.write_text("\n".join((json.dumps(buena), enorme, de_mas)))
    codigo, salida, errores = reglas("ranking", archivo)
    primera, segunda, tercera = resultados(salida)
    assert (codigo, errores) == (1, "")
    assert segunda["error"]["codigo"] == "tipo_invalido"
    assert primera == tercera and "pr" in primera


def test_el_error_empieza_por_su_codigo_y_su_mensaje(tmp_path):
    _, salida, _ = reglas("clasificar", guardar(tmp_path, "acta.json", con("partidas.0.mesas.0.manos.0.tantos", 119)))
    assert list(resultados(salida)[0]["error"])[:3] == ["codigo", "mensaje", "partida"]


def test_un_renglon_roto_no_estropea_los_demas_y_los_vacios_no_cuentan(tmp_path):
    archivo = tmp_path / "mes.jsonl"
    buena = json.dumps(ACTA).encode()
    archivo.write_bytes(b"\xef\xbb\xbf" + buena + b"\r\n\n\xff\n" + buena)
    codigo, salida, _ = reglas("clasificar", archivo)
    assert codigo == 1
    assert ["error" in resultado for resultado in resultados(salida)] == [False, True, False]


def test_un_archivo_que_no_esta_se_dice_claro(tmp_path):
    codigo, salida, errores = reglas("clasificar", tmp_path / "no-está.json")
    assert (codigo, salida) == (2, "")
    assert errores.startswith("No se pudo leer «")
    assert errores.endswith("no-está.json» (no existe). Revisa nombre y permisos.\n")
    assert "(es una carpeta)" in reglas("clasificar", tmp_path)[2]


def test_un_nombre_de_archivo_que_no_es_utf8_no_rompe_el_aviso():
    codigo, _, errores = reglas("clasificar", os.fsdecode(b"no-\xff.json"))
    assert codigo == 2
    assert errores.startswith("No se pudo leer «no-")


@pytest.mark.parametrize("argumentos", [(), ("clasificar",), ("bailar", "x.json"), ("partida", "a", "b")])
def test_el_mal_uso_explica_como_se_usa(argumentos):
    codigo, salida, errores = reglas(*argumentos)
    assert (codigo, salida) == (2, "")
    assert errores.startswith("Uso: python -m reglas")


def test_python_m_reglas_desde_la_raiz(tmp_path):
    archivo = guardar(tmp_path, "una.json", {"meta": "100", "suspendida": False, "manos": []})
    orden = [sys.executable, "-m", "reglas", "partida", str(archivo)]
    corrida = subprocess.run(orden, capture_output=True, cwd=RAIZ, check=True)
    assert json.loads(corrida.stdout)["estado"] == "en_juego"


# La orden `partida`


def anotada(pareja: int | None, tantos: int, **otros: Any) -> dict[str, Any]:
    return {"pareja": pareja, "tantos": tantos, **otros}


def partida(tmp_path: Path, acta: dict[str, Any]) -> dict[str, Any]:
    _, salida, _ = reglas("partida", guardar(tmp_path, "partida.json", acta))
    (resultado,) = resultados(salida)
    return resultado


def test_partida_terminada(tmp_path):
    jugadas = [anotada(0, 60), anotada(1, 45), anotada(None, 0), anotada(0, 60)]
    assert partida(tmp_path, {"meta": "100", "suspendida": False, "manos": jugadas}) == {
        "estado": "terminada",
        "ganadora": 0,
        "puntos": [2, 0],
        "juegos_ganados": [1, 0],
        "tantos_favor": [100, 45],
        "tantos_contra": [45, 100],
        "efectividad": [55, -55],
        "valor": [2, -2],
        "marcador": [[60, 0], [60, 45], [60, 45], [100, 45]],
    }


def test_partida_suspendida(tmp_path):
    resultado = partida(tmp_path, {"meta": "200", "suspendida": True, "manos": [anotada(1, 120)]})
    assert (resultado["estado"], resultado["ganadora"]) == ("suspendida", 1)
    assert (resultado["puntos"], resultado["valor"]) == ([0, 1], [-1, 1])


def test_partida_a_juegos_ganados(tmp_path):
    jugadas = [anotada(0, 0), anotada(None, 0), *[anotada(1, 0)] * 3, *[anotada(0, 0)] * 2, anotada(1, 0)]
    resultado = partida(tmp_path, {"meta": "juegos_ganados", "suspendida": False, "manos": jugadas})
    assert resultado["estado"] == "en_juego"
    assert resultado["marcador"][-2:] == [["60", "60"], ["60", "ventaja"]]


def test_el_cero_de_un_cierre_empatado_puede_ir_a_una_pareja(tmp_path):
    resultado = partida(tmp_path, {"meta": "100", "manos": [anotada(1, 0), anotada(1, 7)]})
    assert resultado["marcador"] == [[0, 0], [0, 7]]


@pytest.mark.parametrize(
    ("acta", "codigo"),
    [
        ({"meta": "100", "suspendida": True, "manos": [anotada(0, 118)]}, "meta_ya_alcanzada"),
        ({"meta": "100", "suspendida": True, "manos": []}, "suspension_empatada"),
        ({"meta": "100", "suspendida": "no", "manos": []}, "tipo_invalido"),
        ({"meta": "100", "manos": [anotada(0, 119)]}, "tantos_fuera_de_rango"),
        ({"meta": "100", "manos": [anotada(None, 9)]}, "tantos_en_empate"),
        ({"meta": "100", "manos": [anotada(0, 0, desenlace="dominada")]}, "tantos_fuera_de_rango"),
        ({"meta": "100", "manos": [anotada(0, 100), anotada(0, 1)]}, "mano_tras_la_meta"),
        ({"meta": "juegos_ganados", "manos": [anotada(0, 5)]}, "tantos_en_juegos_ganados"),
        ({"meta": "99", "manos": []}, "valor_invalido"),
        ({"manos": []}, "falta_campo"),
        ({"meta": "100"}, "falta_campo"),
        ([], "tipo_invalido"),
    ],
)
def test_partidas_que_no_valen(tmp_path, acta, codigo):
    assert partida(tmp_path, acta)["error"]["codigo"] == codigo


@pytest.mark.parametrize("tamano", range(4, 17))
def test_el_rol_de_todo_tamano_oficial_o_equilibrado(tamano):
    for opciones in ((), ("--equilibrado",)):
        codigo, salida, errores = reglas("roles", *opciones, str(tamano))
        (rol,) = resultados(salida)
        assert (codigo, errores, list(rol)) == (0, "", ["jugadores", "partidas", "anotadores"])
        assert rol["jugadores"] == tamano
        assert [p["partida"] for p in rol["partidas"]] == list(range(1, len(rol["partidas"]) + 1))
        assert all(sum(map(len, p["mesas"])) + len(p["descansan"]) == tamano for p in rol["partidas"])


def test_el_rol_oficial_de_seis_por_asiento():
    codigo, salida, _ = reglas("roles", "6")
    primera = resultados(salida)[0]["partidas"][0]
    assert (codigo, primera) == (0, {"partida": 1, "mesas": [[4, 5, 1, 3]], "descansan": [2, 6]})


def test_un_rol_que_no_hay_se_dice_y_lo_que_no_se_entiende_es_mal_uso():
    codigo, salida, _ = reglas("roles", "17")
    assert (codigo, resultados(salida)[0]["error"]["codigo"]) == (1, "tamano_invalido")
    for argumentos in ((), ("ocho",), ("8", "9"), ("8", "--otro"), ("-8",), ("99999",), ("٨",)):
        codigo, _, errores = reglas("roles", *argumentos)
        assert codigo == 2 and "python -m reglas roles N [--equilibrado]" in errores
