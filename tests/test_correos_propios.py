"""En la casa que comparten las historias de navegador cada una organiza con sus propias cuentas.

Quien ya organiza un Recreo no puede armar otro: dos historias con el mismo correo se estorban sólo si les toca el mismo
trabajador y la primera no cerró el suyo.
"""

import re
from collections import defaultdict
from pathlib import Path

NAVEGADOR = Path(__file__).parent / "navegador"
CASA_APARTE = re.compile(r"\bcasa_(propia|sala)\b")
ORGANIZA = re.compile(r"\borganiza(\d+)@")


def test_ninguna_cuenta_organiza_en_dos_historias() -> None:
    quienes: dict[str, set[str]] = defaultdict(set)
    for archivo in NAVEGADOR.glob("test_*.py"):
        texto = archivo.read_text(encoding="utf-8")
        if not CASA_APARTE.search(texto):
            for numero in ORGANIZA.findall(texto):
                quienes[numero].add(archivo.name)
    assert len(quienes) > 30
    assert not {numero: sorted(donde) for numero, donde in quienes.items() if len(donde) > 1}
