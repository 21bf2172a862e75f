"""`.ci/pythons`: sabe de dónde traer cada Python que se promete, y falla si uno falló o si debía estar y no está."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

RAIZ = Path(__file__).resolve().parent.parent
GUION = RAIZ / ".ci/pythons"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="es un guion de bash")


def prometidos() -> set[str]:
    """El más viejo que se admite y el de la imagen."""
    minima = tomllib.loads((RAIZ / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    return {minima.removeprefix(">="), *de_la_imagen()}


def de_la_imagen() -> set[str]:
    return set(re.findall(r"^FROM python:(\d+\.\d+)", (RAIZ / "Dockerfile").read_text(encoding="utf-8"), re.M))


def contar(carpeta: Path, quedo: str, *, exigido: bool) -> tuple[int, str]:
    """Con un Python de mentira por `.venv`: lo que dice de cada uno según cómo quedó."""
    (carpeta / ".ci").mkdir()
    (carpeta / ".ci/pythons").write_bytes(GUION.read_bytes())
    for cual in ("pyproject.toml", "Dockerfile"):
        (carpeta / cual).write_bytes((RAIZ / cual).read_bytes())
    (carpeta / ".venv/bin").mkdir(parents=True)
    (carpeta / ".venv/bin/python").write_text(f"#!/bin/sh\necho {min(prometidos())}\n")
    (carpeta / ".venv/bin/python").chmod(0o755)
    (carpeta / "quedo").mkdir()
    for version in prometidos():
        (carpeta / f"quedo/{version}.quedo").write_text(quedo)
    entorno = {k: v for k, v in os.environ.items() if k != "EXIGIR_PYTHONS"} | (
        {"EXIGIR_PYTHONS": "1"} if exigido else {}
    )
    orden = ["bash", carpeta / ".ci/pythons", "contar", carpeta / "quedo"]
    hecho = subprocess.run(orden, env=entorno, capture_output=True, text=True, timeout=60, check=False)
    return hecho.returncode, hecho.stdout


def test_se_sabe_de_donde_traer_cada_uno_y_la_imagen_usa_uno_solo() -> None:
    sabidos = set(re.findall(r"^\s+(\d+\.\d+)\) echo \w+ ;;$", GUION.read_text(encoding="utf-8"), re.M))
    assert len(de_la_imagen()) == 1
    assert prometidos() <= sabidos


def test_el_que_no_esta_se_salta_y_si_se_exige_es_una_falla(tmp_path: Path) -> None:
    for exigido, esperado in ((False, 0), (True, 1)):
        aparte = tmp_path / str(exigido)
        aparte.mkdir()
        codigo, dicho = contar(aparte, "falta", exigido=exigido)
        assert codigo == esperado
        assert f"Python {de_la_imagen().pop()}: SE SALTÓ" in dicho


def test_el_que_fallo_es_una_falla_en_cualquier_parte_y_django_solo_avisa(tmp_path: Path) -> None:
    codigo, dicho = contar(tmp_path, "fallo", exigido=False)
    assert codigo == 1
    assert "FALLÓ" in dicho
    assert "El Django más nuevo: AVISO" in dicho
