"""La partida que cualquiera repite con su análisis: la de la casa, y sólo ésa (D485)."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from enlinea.visita.consultas import ARCHIVO, de_la_casa, fuente_de_la_casa
from reglas.analisis.errores import Gravedad, gravedad_de
from reglas.metas import Meta
from reglas.verificacion import verificar_partida
from tests.recreo.pagina import texto

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]


def test_es_una_partida_entera_y_verificable() -> None:
    informe = verificar_partida(de_la_casa().acta)
    assert informe["estado"] == "terminada"
    assert list(de_la_casa().acta["asientos"]) == ["Ana", "Beto", "Carmen", "Nacho"]
    assert ARCHIVO.stat().st_size < 120_000


def test_su_analisis_es_de_esa_partida() -> None:
    """Cada valor guardado es de una jugada legal de ese momento; la que se tiró, entre ellas."""
    for mano, una in zip(fuente_de_la_casa().manos, de_la_casa().analisis["manos"], strict=True):
        cadena = mano.fin.cadena
        assert len(una["valores"]) == len(cadena) // 3 + 1
        for n, valores in enumerate(una["valores"][:-1]):
            assert cadena[3 * n] in [ficha for ficha, _extremo, _valor in valores]
        for error in una["errores"]:
            assert error["mejor"][2] != error["elegida"][2]


def test_se_abre_en_un_error_grave_de_quien_mira_y_explicado(client: Client) -> None:
    casa = de_la_casa()
    error = next(e for e in casa.analisis["manos"][casa.mano - 1]["errores"] if e["jugada"] == casa.jugada - 1)
    assert error["asiento"] == 0 and gravedad_de(error["perdida"], Meta.CIEN) is Gravedad.GRAVE
    respuesta = client.get(reverse("visita:partida"))
    assert f'data-jugada="{casa.jugada}"' in respuesta.content.decode()
    # sin guiones también se lee: qué costó y todas las jugadas
    assert "Error grave, con las cuatro manos a la vista." in texto(respuesta)


def pedir(client: Client, que: str, mano: int, **mas: Any) -> Any:
    return client.get(reverse(f"visita:partida_{que}", args=[mano]), mas)


def test_cada_mano_se_repite_y_trae_su_analisis(client: Client) -> None:
    manos = len(fuente_de_la_casa().manos)
    for n in range(1, manos + 1):
        una, analisis = pedir(client, "mano", n).json(), pedir(client, "analisis", n).json()
        assert (una["mano"], analisis["estado"]) == (n, "listo")
        assert len(analisis["valores"]) == len(una["pasos"])
    for fuera in (0, manos + 1):
        assert pedir(client, "mano", fuera).status_code == pedir(client, "analisis", fuera).status_code == 404


def test_se_ve_como_seguia_con_la_mejor_y_no_se_guarda(client: Client) -> None:
    casa = de_la_casa()
    error = next(e for e in casa.analisis["manos"][casa.mano - 1]["errores"] if e["jugada"] == casa.jugada - 1)
    linea = "-".join(f"{f}.{e}" for f, e in error["linea"])
    otra = pedir(client, "simular", casa.mano, desde=error["jugada"], jugadas=linea)
    assert otra.status_code == 200 and otra.json()["desde"] == error["jugada"]
    assert pedir(client, "simular", casa.mano, desde=0, jugadas="99.9").status_code == 409


def test_ninguna_otra_partida_se_abre_por_ahi(client: Client) -> None:
    assert client.get("/probar/partida/1/").status_code == 404
    assert client.get("/enlinea/academia/casa/0/mano/1.json").status_code == 404
    assert json.loads(ARCHIVO.read_text(encoding="utf-8"))["acta"]["formato"] == "amigos-domino/partida"
