"""Lo que no cabe en un Recreo se dice en palabras y no deja nada."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from recreo.actas import ErrorDeActa, leer_archivo
from recreo.models import Recreo
from suscripciones.models import Cuenta
from tests.recreo.actas_de_prueba import CORREO, acta_de, ganada, mano, mesa, meter, niega, organizador, sacar


@pytest.fixture
def ana(db: None) -> Cuenta:
    return organizador()


def _con(campo: str, valor: Any) -> dict[str, Any]:
    return {**acta_de([ganada()]), campo: valor}


def _con_jugador(**datos: Any) -> dict[str, Any]:
    acta = acta_de([ganada()])
    acta["jugadores"][1].update(datos)
    return acta


def _con_castigo(tantos: int) -> dict[str, Any]:
    acta = acta_de([ganada()])
    acta["partidas"][0]["castigos"] = [{"jugador": 1, "tantos": tantos}]
    return acta


CASOS = [
    (_con("nombre", "x" * 61), "texto_largo", {"campo": "nombre"}),
    (_con("lugar", "x" * 61), "texto_largo", {"campo": "lugar"}),
    (_con("nombre", "  "), "falta_nombre", {}),
    (_con("nombre", "a\x00b"), "texto_raro", {"campo": "nombre"}),
    (_con("importe", "100000.00"), "importe_invalido", {}),
    (_con_jugador(nombre="x" * 41), "texto_largo", {"jugador": 2, "maximo": 40}),
    (_con_jugador(nombre="\ud800"), "texto_raro", {"jugador": 2}),
    (_con_jugador(nombre=" "), "faltan_nombres", {"numeros": [2], "partida": 1}),
    (_con_jugador(nombre="jugador  3"), "nombre_repetido", {"otro": 2, "numero": 3}),
    (_con_jugador(correo="no es"), "correo_invalido", {"jugador": 2}),
    (_con_jugador(correo="a" * 300 + "@ejemplo.mx"), "correo_invalido", {"jugador": 2}),
    (_con_jugador(correo=CORREO), "correo_repetido", {"numero": 2}),
    (_con_castigo(201), "castigo_invalido", {"partida": 1}),
    (acta_de([mesa(1, *[mano(None, 0, "cierre_empatado")] * 201, fin=None)]), "muchas_manos", {"mesa": 1}),
    (acta_de([mesa(1, fin=None)], [ganada()]), "faltan_mesas", {"partida": 2, "mesas": [1]}),
    (acta_de([ganada(1)], [ganada(1), ganada(2)], tamano=8), "faltan_mesas", {"partida": 2, "mesas": [2]}),
    (_con("partidas", [{"partida": 2, "mesas": [ganada()]}]), "falta_partida", {"partida": 1}),
    (acta_de([ganada()], [mesa(1, mano(), mano(1), fin="tiempo")]), "regla", {"partida": 2, "mesa": 1}),
    (acta_de([ganada()], [mesa(1, fin="meta")]), "regla", {"partida": 2, "mesa": 1}),
    (_con("meta", "300"), "regla", {"campo": "meta"}),
    (_con("partidas", {"1": []}), "regla", {"campo": "partidas"}),
    (_con_jugador(nombre=["x"]), "regla", {"jugador": 2}),
    ([], "regla", {}),
    (None, "regla", {}),
    ("acta", "regla", {}),
]  # fmt: skip


@pytest.mark.parametrize(("acta", "codigo", "datos"), CASOS, ids=[f"{n}-{c}" for n, (_, c, _d) in enumerate(CASOS)])
def test_lo_que_no_cabe_se_dice_y_no_deja_nada(ana: Cuenta, acta: Any, codigo: str, datos: dict[str, Any]) -> None:
    with niega(codigo, **datos):
        meter(acta)


def test_un_error_al_final_deshace_las_partidas_ya_metidas(ana: Cuenta) -> None:
    acta = acta_de([ganada()], [ganada()], [ganada()])
    acta["partidas"][2]["castigos"] = [{"jugador": 4, "tantos": 999}]
    with niega("castigo_invalido", partida=3):
        meter(acta)


def test_un_nombre_con_marcas_entra_tal_cual(ana: Cuenta) -> None:
    acta = _con_jugador(nombre="<script>alert(1)</script> & Cía")
    assert sacar(meter(acta))["jugadores"][1]["nombre"] == "<script>alert(1)</script> & Cía"


@pytest.mark.parametrize(
    "contenido", [b"", b"{", b"\xff\xfe", b"NaN", b"[" * 200_000, b'{"version": ' + b"9" * 5000 + b"}"]
)
def test_un_archivo_que_no_es_json_se_dice(tmp_path: Path, contenido: bytes) -> None:
    archivo = tmp_path / "acta.json"
    archivo.write_bytes(contenido)
    with pytest.raises(ErrorDeActa) as error:
        leer_archivo(archivo)
    assert error.value.codigo == "json_invalido"


def test_un_archivo_de_mas_de_2_mb_ni_se_lee(tmp_path: Path) -> None:
    archivo = tmp_path / "acta.json"
    archivo.write_bytes(b" " * (2 * 1024 * 1024 - 2) + b"{}")
    assert leer_archivo(archivo) == {}
    archivo.write_bytes(b" " * (2 * 1024 * 1024 - 1) + b"{}")
    with pytest.raises(ErrorDeActa) as error:
        leer_archivo(archivo)
    assert error.value.codigo == "archivo_grande" and "2 MB" in error.value.mensaje()


def test_un_archivo_que_no_esta_se_dice(tmp_path: Path) -> None:
    for ruta, motivo in ((tmp_path / "no.json", "(no existe)"), (tmp_path, "(es una carpeta)")):
        with pytest.raises(ErrorDeActa) as error:
            leer_archivo(ruta)
        assert error.value.codigo == "archivo_ilegible" and motivo in error.value.mensaje()


def test_el_importe_sale_con_dos_decimales(ana: Cuenta) -> None:
    hecha = meter(_con("importe", 20))
    assert sacar(hecha)["importe"] == "20.00"
    assert Recreo.objects.get(pk=hecha.recreo_id).importe == Decimal("20.00")
