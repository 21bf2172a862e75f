"""`python -m bench.paginas`: cuántos archivos pide cada página principal y cuánto pesan (D658).

Sale con falla si pasa de su techo. `--sueltos`: como están en `static/`, sin juntar ni reducir. `--base`: la de
`DATABASE_URL`, ya con la demostración.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

LIGERA, DE_MESA = 60_000, 90_000
"""Bytes comprimidos: toda página, y las que traen el tablero entero, las de mesa y la partida de la Academia (D658)."""
ARCHIVOS = 8
"""Con el documento: dos hojas, el tema, los guiones comunes, los de la familia y los de la página; uno de holgura."""


def principal() -> int:
    """Mide y enseña la tabla."""
    a = argparse.ArgumentParser(prog="python -m bench.paginas", description=__doc__)
    a.add_argument("--sueltos", action="store_true", help="sin juntar ni reducir; no falla")
    a.add_argument("--base", action="store_true", help="la de DATABASE_URL, que ya trae la demostración")
    d = a.parse_args()
    os.environ.update(ENTORNO="demo", DJANGO_SETTINGS_MODULE="config.settings", ALLOWED_HOSTS="*")
    os.environ["CONJUNTOS"] = "0" if d.sueltos else "1"
    with tempfile.TemporaryDirectory(prefix="paginas-") as carpeta:
        if not d.base:
            os.environ.update(DATABASE_URL=f"sqlite:///{carpeta}/base.sqlite3", REDIS_URL="")
        return correr(preparar=not d.base, juzgar=not d.sueltos)


def correr(preparar: bool, juzgar: bool) -> int:
    """Una falla si alguna página pasa de su techo."""
    import django

    django.setup()
    from django.db import transaction

    from bench.paginas.paginas import medidas

    if preparar:
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        with Path(os.devnull).open("w") as nada:
            call_command("demo_cargar", stdout=nada)
    with transaction.atomic():  # la mesa que se abre para medirla no se queda
        todas = list(medidas(LIGERA, DE_MESA))
        transaction.set_rollback(True)
    faltas = []
    print("| Página | Archivos | Documento | Hojas | Guiones | Total |\n|---|---|---|---|---|---|")
    for nombre, techo, m in todas:
        partes = " | ".join(f"{kilos:.1f}" for kilos in _kilos(m.documento, m.hojas, m.guiones, m.total))
        print(f"| {nombre} | {m.archivos} | {partes} |")
        if m.archivos > ARCHIVOS or m.total > techo:
            faltas.append(f"{nombre}: {m.archivos} archivos y {m.total} bytes; caben {ARCHIVOS} y {techo}")
    print("\n".join(faltas), file=sys.stderr)
    return 1 if faltas and juzgar else 0


def _kilos(*bytes_: int) -> Iterator[float]:
    yield from (n / 1000 for n in bytes_)


if __name__ == "__main__":
    sys.exit(principal())
