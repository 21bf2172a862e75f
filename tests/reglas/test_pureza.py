"""El paquete corre con Python pelado y no lee la hora, el azar ni el disco, salvo `__main__`."""

import ast
import sys

import pytest

from tests.reglas.ayudas import RAIZ

IMPUROS = {"asyncio", "io", "os", "pathlib", "random", "secrets", "socket", "subprocess", "time"}
LEEN_LA_HORA_O_EL_AZAR = {"now", "utcnow", "today", "uuid1", "uuid4"}
MODULOS = sorted((RAIZ / "reglas").rglob("*.py"))


def importados(fuente: str) -> set[str]:
    nodos = list(ast.walk(ast.parse(fuente)))
    enteros = {alias.name for nodo in nodos if isinstance(nodo, ast.Import) for alias in nodo.names}
    desde = {nodo.module or "." for nodo in nodos if isinstance(nodo, ast.ImportFrom)}
    return {nombre.split(".")[0] for nombre in enteros | desde}


@pytest.mark.parametrize("modulo", MODULOS, ids=lambda modulo: modulo.stem)
def test_solo_importa_la_biblioteca_estandar_y_nada_impuro(modulo):
    usa = importados(modulo.read_text(encoding="utf-8"))
    assert usa - {"reglas"} <= sys.stdlib_module_names
    if modulo.stem != "__main__":
        assert not usa & IMPUROS


# ni la probabilidad de que algo sea casualidad ni el ritmo de la velada son enteros; tantos, puntos e importes sí
CON_DECIMALES = (RAIZ / "reglas" / "calidad", RAIZ / "reglas" / "velada.py")


@pytest.mark.parametrize("modulo", MODULOS, ids=lambda modulo: modulo.stem)
def test_no_lee_la_hora_ni_el_azar_ni_usa_float(modulo):
    nodos = list(ast.walk(ast.parse(modulo.read_text(encoding="utf-8"))))
    nombres = {nodo.id for nodo in nodos if isinstance(nodo, ast.Name)}
    atributos = {nodo.attr for nodo in nodos if isinstance(nodo, ast.Attribute)}
    assert not (nombres | atributos) & LEEN_LA_HORA_O_EL_AZAR
    if not set(CON_DECIMALES) & {modulo, *modulo.parents}:
        assert not [nodo for nodo in nodos if isinstance(nodo, ast.Constant) and isinstance(nodo.value, float)]
        assert "float" not in nombres
    if modulo.stem != "__main__":
        assert not nombres & {"open", "print", "input"}
