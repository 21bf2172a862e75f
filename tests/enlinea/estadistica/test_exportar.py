"""Lo que se baja: dos hojas de cálculo y un JSON, con el filtro puesto y sin fórmulas escondidas (ES1)."""

import csv
import io
import json

import pytest
from django.test import Client
from django.urls import reverse

from config.comun.hoja_de_calculo import sin_formula
from enlinea.historial.exportar import DE_MANO, DE_PARTIDA
from enlinea.historial.servicios.estadistica import estadisticas_faltantes_guardar
from suscripciones.models import Cuenta
from tests.enlinea.estadistica.ayudas import guardar, navegador_de
from tests.enlinea.mesas import los_cuatro, suscriptor

pytestmark = pytest.mark.django_db


def hoja(cuenta: Cuenta, cual: str, consulta: str = "") -> list[list[str]]:
    respuesta = navegador_de(cuenta).get(reverse("enlinea:estadistica_csv", args=[cual]) + consulta)
    assert respuesta["Content-Type"] == "text/csv; charset=utf-8"
    assert respuesta.content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(respuesta.content.decode("utf-8-sig"), newline="")))


def dos(nombre: str = "La del estribo") -> list[Cuenta]:
    cuentas = los_cuatro()
    guardar(cuentas, 0, dia=0, nombre=nombre)
    guardar(cuentas, 2, dia=1)
    estadisticas_faltantes_guardar()
    return cuentas


def test_la_hoja_de_partidas():
    encabezado, juegos, cien = hoja(dos()[0], "partidas")
    assert encabezado == list(DE_PARTIDA)
    assert cien == [
        "1", "2026-03-01T12:00:00-06:00", "La del estribo", "100", "2", "0", "1", "100", "0", "ganada", "sí", "abajo",
        "Carmen", "Beto", "Nacho", "", "", "", "",
    ]  # fmt: skip
    # a juegos ganados no hay tantos ni zapato: vacío, que no es cero
    assert juegos[3:11] == ["juegos_ganados", "4", "1", "1", "", "", "ganada", ""]


def test_la_hoja_de_manos_lleva_a_los_cuatro():
    filas = hoja(dos()[0], "manos", "?meta=100")
    assert filas[0] == list(DE_MANO)
    assert len(filas) == 1 + 3 * 4
    assert filas[1] == [
        "1", "100", "1", "abajo", "cierre", "abajo", "Mari", "29", "3", "3", "0", "ganada", "80",
    ]  # fmt: skip
    assert filas[2][5:] == ["derecha", "Beto", "44", "2", "3", "0", "perdida", "-80"]
    assert [f[4] for f in filas[1::4]] == ["cierre", "cierre_empatado", "dominada"]
    assert filas[5][11:] == ["nadie", "0"]


def test_el_json_trae_todo():
    respuesta = navegador_de(dos()[0]).get(reverse("enlinea:estadistica_json"))
    assert respuesta["Content-Disposition"] == 'attachment; filename="estadistica.json"'
    datos = json.loads(respuesta.content)
    assert (datos["formato"], datos["version"], datos["meta"]) == ("amigos-domino/estadistica", 1, "todas")
    assert [p["partida"] for p in datos["partidas"]] == [2, 1]
    assert datos["partidas"][1]["zapato"] is True and datos["partidas"][0]["zapato"] is None
    assert len(datos["partidas"][1]["manos"]) == 12
    assert datos["partidas"][1]["manos"][0]["valor"] == 29
    assert datos["acumulados"]["partidas"]["manos_ganadas"] == 6
    assert datos["acumulados"]["los_otros_tres"]["manos"] == 27
    # ganó las dos; de sus nueve manos, un cierre empatado y uno a juegos ganados no los ganó nadie
    assert datos["acumulados"]["partidas"]["perdidas"] == 0
    assert [datos["acumulados"][de]["sin_ganador"] for de in ("manos", "los_otros_tres")] == [2, 6]


def test_el_archivo_dice_su_filtro():
    respuesta = navegador_de(dos()[0]).get(reverse("enlinea:estadistica_csv", args=["manos"]), {"meta": "100"})
    assert respuesta["Content-Disposition"] == 'attachment; filename="manos-100.csv"'
    assert "no-store" in respuesta["Cache-Control"]


@pytest.mark.parametrize("malo", ['=HYPERLINK("http://x")', "+1", "-1+1", "@SUM(A1)", "\tx", "\r=1", " =1", "＝1"])
def test_un_texto_que_seria_formula_lleva_apostrofo(malo):
    assert sin_formula(malo) == f"'{malo}"


@pytest.mark.parametrize("bueno", ["Mari", "La 6-6", "a=b", "", "<b>x</b>"])
def test_los_demas_textos_van_como_son(bueno):
    assert sin_formula(bueno) == bueno


def test_los_nombres_de_mesa_y_de_jugador_pasan_por_ahi_y_los_numeros_no():
    cuentas = [suscriptor("=1+1"), *los_cuatro()[1:]]
    guardar(cuentas, 3, nombre="@mesa, con coma")
    estadisticas_faltantes_guardar()
    assert hoja(cuentas[2], "partidas")[1][2] == "'@mesa, con coma"
    assert hoja(cuentas[2], "partidas")[1][12] == "'=1+1"
    manos = hoja(cuentas[2], "manos")
    assert manos[1][6] == "'=1+1" and manos[1][12] == "-69"


def test_sin_partidas_baja_solo_el_encabezado_y_lo_desconocido_no_existe():
    mari = suscriptor("Mari")
    assert hoja(mari, "partidas") == [list(DE_PARTIDA)]
    assert navegador_de(mari).get("/enlinea/estadistica/otra.csv").status_code == 404
    assert Client().get(reverse("enlinea:estadistica_json")).status_code == 302
