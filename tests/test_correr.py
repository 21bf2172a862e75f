"""Las dos vueltas de `make test`: a la vez, con lo de la segunda al final, y cortadas si se cuelgan."""

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


@pytest.fixture
def guiones(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Por título, lo que corre cada vuelta en lugar de pytest."""
    cuales: dict[str, list[str]] = {}
    monkeypatch.setattr(Vuelta, "orden", lambda v, _args: [sys.executable, "-c", *cuales[v.titulo]])
    monkeypatch.setattr(correr, "LIMITE", 90)
    return cuales


def vueltas(carpeta: Path) -> list[Vuelta]:
    return [Vuelta("una", {}, "", 1), Vuelta("otra", {}, "", 1, carpeta / "otra.txt")]


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
