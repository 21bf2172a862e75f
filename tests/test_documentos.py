"""Lo que dicen los documentos y los ganchos de quien llega es verdad."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

RAIZ = Path(__file__).resolve().parent.parent
ASUNTO = RAIZ / ".ci/asunto"


def leer(cual: str) -> str:
    return (RAIZ / cual).read_text(encoding="utf-8")


def test_la_version_es_la_mas_nueva_de_cambios_y_van_con_fecha_de_nueva_a_vieja() -> None:
    publicadas = re.findall(r"^## (\d+)\.(\d+)\.(\d+) · (\d{4}-\d\d-\d\d)$", leer("CAMBIOS.md"), re.MULTILINE)
    assert len(publicadas) == len(re.findall(r"^## (?!Sin publicar$)", leer("CAMBIOS.md"), re.MULTILINE))
    orden = [(tuple(map(int, version)), fecha) for *version, fecha in publicadas]
    assert orden == sorted(orden, reverse=True)
    assert tomllib.loads(leer("pyproject.toml"))["project"]["version"] == ".".join(map(str, orden[0][0]))


def test_los_ganchos_corren_lo_mismo_que_la_casa_y_no_bajan_nada() -> None:
    ganchos = {g["id"]: g for repo in yaml.safe_load(leer(".pre-commit-config.yaml"))["repos"] for g in repo["hooks"]}
    assert ganchos["rapido"]["entry"] == "make rapido"
    assert ganchos["asunto"]["entry"] == ".ci/asunto"
    assert {g["language"] for g in ganchos.values()} == {"system"}
    assert re.search(r"^check: rapido ", leer("Makefile"), re.MULTILINE)


def asunto(mensaje: str, carpeta: Path) -> tuple[int, str]:
    (carpeta / "m").write_text(mensaje, encoding="utf-8")
    hecho = subprocess.run([sys.executable, ASUNTO, carpeta / "m"], capture_output=True, text=True, check=False)
    return hecho.returncode, hecho.stdout


@pytest.mark.parametrize(
    "mensaje",
    ["Dice quién falta", "ñ" * 72, "Dice quién falta\n\nAntes no se sabía.\n# de git\n", f"Merge branch '{'x' * 80}'"],
)
def test_un_asunto_que_cabe_pasa(mensaje: str, tmp_path: Path) -> None:
    assert asunto(mensaje, tmp_path) == (0, "")


@pytest.mark.parametrize(
    ("mensaje", "dice"),
    [
        ("ñ" * 73, "tiene 73 letras (tope 72)"),
        ("Dice quién falta.", "punto final"),
        ("# sólo lo de git\n", "le falta el asunto"),
        ("Dice quién falta\nporque sí", "renglón vacío"),
    ],
)
def test_el_que_no_cabe_o_va_mal_se_niega(mensaje: str, dice: str, tmp_path: Path) -> None:
    codigo, dicho = asunto(mensaje, tmp_path)
    assert codigo == 1
    assert dice in dicho
