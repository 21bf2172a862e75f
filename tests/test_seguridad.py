"""La tabla de ASVS 5.0 (`docs/seguridad.md`): están todas las cláusulas, una vez, y lo que se cita existe."""

import re
from pathlib import Path

import pytest
from django.test import Client

RAIZ = Path(__file__).resolve().parents[1]
RENGLON = re.compile(r"^\| (V[\d.]+) \| (\d) \| (.+?) \| (cumple|no aplica|abierta) \| (.+) \|$", re.MULTILINE)
TABLA = (RAIZ / "docs" / "seguridad.md").read_text(encoding="utf-8")
# lo que entre comillas de código no es una ruta del árbol
CON_RUTA = re.compile(r"`([\w.-]+(?:/[\w.-]+)*)(?:::([\w.]+))?`")


def _renglones() -> list[tuple[str, ...]]:
    return RENGLON.findall(TABLA)


def test_estan_todas_las_de_nivel_uno_y_dos_una_sola_vez() -> None:
    debidas = (RAIZ / "tests" / "datos" / "asvs.txt").read_text().split("\n")[:-1]
    assert [f"{numero} {nivel}" for numero, nivel, *_mas in _renglones()] == debidas
    assert len(debidas) == 253


def test_las_cuentas_del_principio_son_las_de_la_tabla() -> None:
    estados = [estado for *_antes, estado, _donde in _renglones()]
    cuentas = [estados.count(cual) for cual in ("cumple", "no aplica", "abierta")]
    assert "**Cumple** {} · **no aplica** {} · **abierta** {}.".format(*cuentas) in TABLA


def test_cada_ruta_y_cada_nombre_que_se_cita_existe() -> None:
    citadas = {(ruta, nombre) for *_antes, donde in _renglones() for ruta, nombre in CON_RUTA.findall(donde)}
    rutas = {(ruta, nombre) for ruta, nombre in citadas if "/" in ruta or (RAIZ / ruta).exists()}
    assert len(rutas) > 80
    for ruta, nombre in rutas:
        assert (RAIZ / ruta).exists(), ruta
        ultimo = nombre.rpartition(".")[2]
        assert not nombre or re.search(rf"(?:def|class) {ultimo}\b|^{ultimo} ?[:=]", (RAIZ / ruta).read_text(), re.M), (
            ruta,
            nombre,
        )


@pytest.mark.parametrize("estado", ["cumple", "abierta"])
def test_lo_que_cumple_y_lo_abierto_dicen_donde_o_que_falta(estado: str) -> None:
    assert [r[0] for r in _renglones() if r[3] == estado and len(r[4]) < 5] == []


@pytest.mark.django_db
def test_trace_no_se_contesta() -> None:
    for ruta in ("/", "/entrar/", "/salud"):
        respuesta = Client().trace(ruta, HTTP_X_ESPIA="eco")
        assert respuesta.status_code >= 400 and b"eco" not in respuesta.content, ruta
