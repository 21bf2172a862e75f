"""Las dos vueltas de `make test`: a la vez, con lo de la segunda al final, cortadas si se cuelgan; y qué falló."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import correr
from tests.correr import COLGADA, Vuelta

ESPERA_A_LA_OTRA = """
import pathlib, sys, time
mia, otra, codigo = sys.argv[1:]
pathlib.Path(mia).touch()
limite = time.monotonic() + 60
while not pathlib.Path(otra).exists() and time.monotonic() < limite: time.sleep(.02)
print("vi a", pathlib.Path(otra).name if pathlib.Path(otra).exists() else "nadie")
sys.exit(int(codigo))
"""

FALLA = """
import os, pathlib, sys
with pathlib.Path(os.environ["ANOTAR_FALLAS"]).open("a") as archivo: archivo.writelines(f"{n}\\n" for n in sys.argv[1:])
sys.exit(bool(sys.argv[1:]))
"""
UN_ARCHIVO = """
import pytest

def test_bien(): pass
def test_mal(): assert False
@pytest.mark.parametrize("n", ["ñ"])
def test_malo_con(n): assert False
@pytest.fixture
def roto(): raise ValueError
def test_no_llega(roto): pass
"""


@pytest.fixture
def guiones(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Por título, lo que corre cada vuelta en lugar de pytest."""
    cuales: dict[str, list[str]] = {}
    monkeypatch.setattr(Vuelta, "orden", lambda v, _args: [sys.executable, "-c", *cuales[v.titulo]])
    monkeypatch.setattr(correr, "LIMITE", 90)
    return cuales


def vueltas(carpeta: Path) -> list[Vuelta]:
    return [
        Vuelta("una", {}, "", 1, carpeta / "fallas-una"),
        Vuelta("otra", {}, "", 1, carpeta / "fallas-otra", carpeta / "otra.txt"),
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="allá van de una en una")
def test_van_a_la_vez_y_de_cada_una_queda_su_codigo_y_lo_que_dijo(
    guiones: dict[str, list[str]], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    a, b = str(tmp_path / "a"), str(tmp_path / "b")
    guiones |= {"una": [ESPERA_A_LA_OTRA, a, b, "0"], "otra": [ESPERA_A_LA_OTRA, b, a, "3"]}
    assert correr.correr(vueltas(tmp_path), []) == [0, 3]
    dicho = capfdbinary.readouterr().out.decode()
    assert dicho.index("vi a b") < dicho.rindex("=== otra ===") < dicho.index("vi a a")


@pytest.mark.skipif(sys.platform == "win32", reason="allá van de una en una")
def test_la_que_se_cuelga_se_corta_y_se_dice_cual(
    guiones: dict[str, list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.setattr(correr, "LIMITE", 4)
    guiones |= {"una": ["pass"], "otra": ["import time; print('empieza', flush=True); time.sleep(100)"]}
    assert correr.correr(vueltas(tmp_path), []) == [0, COLGADA]
    dicho = capfdbinary.readouterr().out.decode()
    assert "empieza" in dicho and "«otra» se colgó o no cupo en 4 s" in dicho and "«una» se" not in dicho


@pytest.mark.skipif(sys.platform == "win32", reason="allá van de una en una")
def test_lo_ultimo_es_el_nombre_de_cada_falla_de_las_dos_vueltas(
    guiones: dict[str, list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.setenv("RESUMEN", str(tmp_path / "resumen.txt"))
    monkeypatch.setattr(correr, "DE_NOCHE", False)
    monkeypatch.setattr(correr, "buscar_postgres", lambda: "postgres://nadie@127.0.0.1/nada")
    monkeypatch.setattr(correr, "buscar_redis", lambda: "redis://127.0.0.1/0")
    sqlite, postgres = "SQLite y capa en memoria", "PostgreSQL en 127.0.0.1 y Redis"
    monkeypatch.delenv("COMPLETO", raising=False)
    guiones |= {sqlite: [FALLA, "a.py::uno", "a.py::dos", "a.py::uno"], postgres: [FALLA, "b.py::tres[x]"]}
    assert correr.principal([]) == 1
    resumen = f"FALLÓ en «{sqlite}»:\n  a.py::uno\n  a.py::dos\nFALLÓ en «{postgres}»:\n  b.py::tres[x]\n"
    assert capfdbinary.readouterr().out.decode().endswith(f"\n\n{resumen}")
    assert (tmp_path / "resumen.txt").read_text(encoding="utf-8") == resumen

    guiones |= {sqlite: [FALLA], postgres: ["import sys; sys.exit(3)"]}
    assert correr.principal([]) == 3
    assert "a.py" not in (dicho := capfdbinary.readouterr().out.decode())
    assert dicho.endswith(f"FALLÓ en «{postgres}»:\n  ninguna prueba, y acabó con código 3: arriba dice por qué\n")

    guiones[postgres] = [FALLA]
    assert correr.principal([]) == 0
    assert "FALLÓ" not in capfdbinary.readouterr().out.decode()
    assert (tmp_path / "resumen.txt").read_text(encoding="utf-8") == ""


@pytest.mark.parametrize("trabajadores", ["0", "1"])
def test_pytest_anota_cada_falla_tambien_desde_otro_proceso(tmp_path: Path, trabajadores: str) -> None:
    (tmp_path / "test_muestra.py").write_text(UN_ARCHIVO, encoding="utf-8")
    (tmp_path / "test_ilegible.py").write_text("import nada_que_exista", encoding="utf-8")
    anotadas = tmp_path / "fallas.txt"
    orden = [sys.executable, "-m", "pytest", "-c", str(correr.RAIZ / "pyproject.toml"), "-p", "tests.conftest"]
    orden += ["-n", trabajadores, "--continue-on-collection-errors", "-q", str(tmp_path)]
    entorno = {**os.environ, "ANOTAR_FALLAS": str(anotadas), "EXIGIR": ""}
    subprocess.run(orden, cwd=correr.RAIZ, env=entorno, capture_output=True, check=False, timeout=100)
    nombres = {n.rpartition("/")[2] for n in anotadas.read_text(encoding="utf-8").splitlines()}
    suyas = {f"test_muestra.py::{n}" for n in ("test_mal", "test_malo_con[\\xf1]", "test_no_llega")}
    assert nombres == {*suyas, "test_ilegible.py"}
