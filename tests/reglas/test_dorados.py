"""Actas guardadas y su clasificación: lo ya publicado no cambia sin que alguien lo vea.

`pytest tests/reglas --regenera` reescribe los `.esperado.json`; el modelo independiente los vuelve a comprobar.
"""

import json

import pytest

from reglas.informes import informe_de_recreo
from tests.reglas.ayudas import DATOS
from tests.reglas.modelo import modelo_de_clasificacion

ACTAS = sorted(ruta for ruta in (DATOS / "recreos").glob("*.json") if ".esperado" not in ruta.name)


def test_hay_un_acta_guardada_de_cada_tamano():
    tamanos = {len(json.loads(ruta.read_text(encoding="utf-8"))["jugadores"]) for ruta in ACTAS}
    assert tamanos == {4, 5, 6, 7, 8, 12, 16}


@pytest.mark.parametrize("ruta", ACTAS, ids=lambda ruta: ruta.stem)
def test_la_clasificacion_guardada_no_cambia(ruta, regenera):
    acta = json.loads(ruta.read_text(encoding="utf-8"))
    resultado = informe_de_recreo(acta)
    esperado = ruta.with_suffix(".esperado.json")
    if regenera:
        esperado.write_text(_por_fila(resultado), encoding="utf-8")
    assert resultado == json.loads(esperado.read_text(encoding="utf-8"))
    assert resultado == modelo_de_clasificacion(acta)


def _por_fila(resultado: dict[str, list]) -> str:
    """Una fila por renglón: así una diferencia se lee en la revisión."""
    tablas = [*resultado["parciales"], resultado["final"]]
    *parciales, final = ["[\n" + ",\n".join(map(json.dumps, tabla)) + "\n]" for tabla in tablas]
    return f'{{"parciales": [{", ".join(parciales)}],\n"final": {final}}}\n'
