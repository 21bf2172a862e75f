"""Todo error de las peñas se dice con palabras: los códigos se leen del propio código fuente."""

import re
from datetime import date
from pathlib import Path

import pytest

from recreo import textos as de_recreo
from recreo.errores import ErrorDeServicio
from recreo.penas import textos

FUENTES = sorted((Path(__file__).resolve().parents[3] / "recreo" / "penas").rglob("*.py"))
DATOS = {
    "correo": "beto@club.mx", "cuantos": 3, "hasta": date(2026, 3, 8), "lugares": 16, "maximo": 20, "nombre": "Beto",
}  # fmt: skip


def codigos() -> set[str]:
    todo = "\n".join(f.read_text(encoding="utf-8") for f in FUENTES)
    return set(re.findall(r'ErrorDeServicio\(\s*"(\w+)"', todo)) | {"solo_tesorero", "solo_encargado"}


def test_todo_codigo_tiene_texto_y_ninguno_sobra() -> None:
    propios = {c for c in codigos() if c not in de_recreo.TEXTOS and c not in de_recreo.ARMADOS}
    assert propios == set(textos.TEXTOS)


@pytest.mark.parametrize("codigo", sorted(textos.TEXTOS))
def test_cada_texto_es_una_o_dos_frases_sin_huecos(codigo: str) -> None:
    dicho = textos.texto_de(ErrorDeServicio(codigo, **DATOS))
    assert dicho[0] == dicho[0].upper() and dicho.endswith((".", "?")) and len(dicho) <= 130
    assert not re.search(r"%\(|None|\{", dicho)
