"""Lo que se dijo de la hoja va en el acta y vuelve; sin nada que decir, el archivo es el de siempre (D377)."""

import json
from typing import Any

import pytest

from recreo import consultas, servicios
from recreo.actas import exportar, importar
from reglas.actas import leer_recreo
from tests.recreo.actas_de_prueba import CORREO, acta_de, ganada, mano, mesa, niega, organizador, sin_fechas
from tests.recreo.mesa import Mesero, dominada, manos, recreo_de
from tests.reglas.ayudas import prohibe

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]
AQUI = {"partida": 1, "mesa": 1}
OBJETA = {"jugador": 3, "conforme": False, "motivo": "La segunda fueron 25"}
CONFIRMA = {"jugador": 4, "conforme": True}


def revisa(m: Mesero, por: int, conforme: bool, motivo: str = "") -> None:
    datos = {"conforme": conforme, "motivo": motivo, "anotadas": m.mesa().anotadas}
    m.orden(servicios.hoja_revisar, por, **AQUI, **datos)


def hoja(m: Mesero) -> dict[str, Any]:
    una: dict[str, Any] = exportar(m.estado)["partidas"][0]["mesas"][0]
    return una


def test_sin_nada_que_decir_no_aparece() -> None:
    m = recreo_de(8)
    m.prepara(anotador=2)
    m.anota_todo(manos(100, 20))
    assert set(hoja(m)) == {"mesa", "salidor", "manos", "fin", "gana_default"}
    assert "exige_conformidad" not in exportar(m.estado)


def test_sale_lo_ultimo_de_cada_quien_y_lo_que_caduco_no() -> None:
    m = recreo_de(8)
    m.prepara(anotador=2)
    m.anota(dominada(0, 20), por=2)
    revisa(m, 3, conforme=False, motivo="No fue así")
    m.anota(dominada(1, 25), por=2)
    revisa(m, 3, conforme=True)
    revisa(m, 3, conforme=False, motivo=OBJETA["motivo"])  # type: ignore[arg-type]
    revisa(m, 4, conforme=True)
    assert hoja(m)["pareceres"] == [OBJETA, CONFIRMA]
    m.anota(dominada(1, 5), por=2)
    assert "pareceres" not in hoja(m)


def test_el_suplente_sale_por_el_lugar_que_ocupa() -> None:
    m = recreo_de(8)
    m.orden(servicios.suplente_poner, numero=3, nombre="Rafa", desde=1)
    m.orden(servicios.mesa_elegir_anotador, **AQUI, numero=2)
    m.prepara_de_nuevo()
    m.anota(dominada(0, 20), por=2)
    m.orden(servicios.hoja_asentar, **AQUI, numero=9, conforme=True)
    assert hoja(m)["pareceres"] == [{"jugador": 3, "conforme": True}]


def test_va_y_vuelve_sin_perder_nada() -> None:
    organizador()
    primera = ganada() | {"pareceres": [{**OBJETA, "jugador": 2}, CONFIRMA]}
    otra = mesa(1, mano(0, 40), fin=None, pareceres=[{"jugador": 3, "conforme": True}])
    acta = acta_de([primera], [otra]) | {"exige_conformidad": True}
    hecha = importar(json.loads(json.dumps(acta)), organizador=CORREO)
    assert sin_fechas(exportar(consultas.estado_de(hecha.recreo_id))) == acta


@pytest.mark.parametrize(
    ("pareceres", "codigo"),
    [
        ([{"jugador": 9, "conforme": True}], "parecer_de_otra_mesa"),
        ([CONFIRMA, CONFIRMA], "parecer_repetido"),
        ([{"jugador": 2, "conforme": False}], "objecion_sin_motivo"),
    ],
)
def test_lo_que_no_puede_ser_se_dice_con_su_mesa(pareceres: list[dict[str, Any]], codigo: str) -> None:
    with prohibe(codigo, partida=1, mesa=1):
        leer_recreo(acta_de([ganada() | {"pareceres": pareceres}]))


def test_de_una_hoja_sin_manos_no_se_opina() -> None:
    with prohibe("parecer_de_otra_mesa", partida=1, mesa=1):
        leer_recreo(acta_de([mesa(1, fin=None, pareceres=[CONFIRMA])]))


def test_un_motivo_muy_largo_se_niega_y_no_se_recorta(db: None) -> None:
    organizador()
    with niega("texto_largo", partida=1, mesa=1, jugador=3):
        importar(acta_de([ganada() | {"pareceres": [OBJETA | {"motivo": "x" * 201}]}]), organizador=CORREO)
