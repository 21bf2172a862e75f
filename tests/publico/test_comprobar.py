"""El programa que comprueba un acta sin nada instalado, en actas de verdad y en otras cambiadas (RG1, D561)."""

import copy
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reglas.historia import acta_de, partidas_de
from reglas.informes import informe_de_sorteo
from reglas.tipos import Meta
from tests.reglas.partidas import jugada

RAIZ = Path(__file__).resolve().parents[2]
GUION = RAIZ / "templates" / "publico" / "_comprobar.py.txt"


def acta(meta: Meta = Meta.CIEN, semilla: int = 1) -> dict[str, Any]:
    una: dict[str, Any] = acta_de(
        partidas_de(jugada(meta, semilla=semilla).eventos())[-1], ("Ana", "Beto", "Caro", "Delia")
    )
    return una


def correr(tmp_path: Path, una: dict[str, Any], *apuntadas: str) -> subprocess.CompletedProcess[str]:
    programa, archivo = tmp_path / "comprobar.py", tmp_path / "acta.json"
    programa.write_text(GUION.read_text(encoding="utf-8"), encoding="utf-8")
    archivo.write_text(json.dumps(una, ensure_ascii=False), encoding="utf-8")
    orden = [sys.executable, "-I", str(programa), str(archivo), *apuntadas]
    return subprocess.run(orden, capture_output=True, text=True, check=False, encoding="utf-8", env={"PYTHONUTF8": "1"})


def test_el_programa_de_los_documentos_es_el_de_la_pagina_y_cabe_en_una_hoja() -> None:
    guion = GUION.read_text(encoding="utf-8")
    bloque = re.search(r"```python\n(.*?)```", (RAIZ / "docs" / "actas.md").read_text(encoding="utf-8"), re.S)
    assert bloque is not None and bloque[1] == guion
    assert len(guion.splitlines()) <= 25
    # va en la página tal cual: nada que la plantilla o el HTML cambien
    assert not set("<&") & set(guion) and "{{" not in guion and "{%" not in guion


@pytest.mark.parametrize("meta", list(Meta))
def test_en_actas_de_verdad_todo_cuadra_y_dice_que_nadie_apunto_la_huella(tmp_path: Path, meta: Meta) -> None:
    una = acta(meta)
    salio = correr(tmp_path, una)
    assert (salio.returncode, salio.stderr) == (0, "")
    assert len(salio.stdout.splitlines()) == len(una["manos"]) > 1
    assert "False" not in salio.stdout
    assert all("sin comparar" in renglon for renglon in salio.stdout.splitlines())
    huella = una["manos"][0]["sorteo"]["compromiso"]
    primera = correr(tmp_path, una, f"{huella[:4]} {huella[4:8]}").stdout.splitlines()[0]
    assert "la apuntaste" in primera and "sin comparar" not in primera


def _otra_clave(una: dict[str, Any]) -> None:
    una["manos"][0]["sorteo"]["claves"][3] = "00000000-0000-4000-8000-000000000000"


def _otra_huella(una: dict[str, Any]) -> None:
    una["manos"][1]["sorteo"]["compromiso"] = "0" * 64


def _otras_fichas(una: dict[str, Any]) -> None:
    reparto = una["manos"][0]["reparto"]
    reparto[0][0], reparto[1][0] = reparto[1][0], reparto[0][0]


def _otro_numero(una: dict[str, Any]) -> None:
    una["manos"][0]["sorteo"]["nonces"][2] = "f" * 32


def _otro_salidor(una: dict[str, Any]) -> None:
    una["manos"][-1]["salidor"] = (una["manos"][-1]["salidor"] + 1) % 4


@pytest.mark.parametrize("cambiar", [_otra_clave, _otra_huella, _otras_fichas, _otro_numero, _otro_salidor])
def test_en_un_acta_cambiada_dice_que_no_cuadra(tmp_path: Path, cambiar: Callable[[dict[str, Any]], None]) -> None:
    una = copy.deepcopy(acta())
    cambiar(una)
    salio = correr(tmp_path, una)
    assert salio.returncode == 1 and "no cuadra" in salio.stderr and "False" in salio.stdout


def test_lo_que_trae_el_acta_es_lo_que_comprueban_las_reglas(tmp_path: Path) -> None:
    una = acta(semilla=7)
    assert {mano["sorteo"] for mano in informe_de_sorteo(una)["manos"]} == {"correcto"}
    una["manos"][0].pop("sorteo")
    assert "no trae sorteo" in correr(tmp_path, una).stdout.splitlines()[0]
