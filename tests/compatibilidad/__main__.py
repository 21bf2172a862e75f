"""`python -m tests.compatibilidad`: guiones, hojas y plantillas del proyecto."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

RAIZ = Path(__file__).resolve().parent.parent.parent


def faltas() -> Iterator[str]:
    """Todas las del proyecto, con archivo y renglón."""
    from tests.compatibilidad import es5, hojas, plantillas

    for carpeta, final, revisar in (("js", "*.js", es5.revisar), ("css", "*.css", hojas.revisar)):
        for ruta in sorted((RAIZ / "static" / carpeta).rglob(final)):
            for falta in revisar(ruta.read_text(encoding="utf-8")):
                yield f"{ruta.relative_to(RAIZ)}:{falta}"
    for ruta, falta in plantillas.revisar_todas(RAIZ):
        yield f"{ruta.relative_to(RAIZ)}:{falta}"


def principal() -> int:
    """Enseña las faltas; uno si hay alguna."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    todas = list(faltas())
    print("\n".join(todas) or "Compatibilidad: guiones, hojas y plantillas en orden.")
    return 1 if todas else 0


if __name__ == "__main__":
    sys.exit(principal())
