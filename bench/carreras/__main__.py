"""`python -m bench.carreras`: procesos que tiran y vencen plazos a la vez en la misma mesa; un solo ganador (EL10)."""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from bench.comun import procesos as p


def correr(base: str, procesos: int, carreras: int, semilla: int) -> list[str]:
    """Las carreras sobre una base ya migrada, que debe ser la de este proceso. Devuelve las fallas."""
    from bench.carreras.pista import Pista, resumen

    empezo = time.monotonic()
    with Pista(base, procesos, semilla) as pista:
        pista.correr(carreras)
    duro = time.monotonic() - empezo
    nombre = "PostgreSQL" if base.startswith("postgres") else "SQLite"
    print(
        f"{nombre}, {procesos} procesos: {pista.carreras} carreras en {duro:.0f} s, "
        f"{len(pista.fallas)} fallas; ganó {resumen(pista)}",
        flush=True,
    )
    return pista.fallas


def main() -> None:
    """Corre lo pedido, cada base en su propio proceso (Django se ajusta una vez)."""
    a = argparse.ArgumentParser(prog="python -m bench.carreras", description=__doc__, add_help=False)
    a.add_argument("-h", "--help", action="help", help="enseña esto y termina")
    a.add_argument("--carreras", type=int, default=10_000, help="cuántas por cada número de procesos")
    a.add_argument("--procesos", default="2,4", help="cuántos compiten, separados por comas")
    a.add_argument("--base", choices=("sqlite", "postgres", "dada"), default="sqlite",
                   help="sqlite, postgres (propio) o dada (la de DATABASE_URL, ya migrada)")  # fmt: skip
    a.add_argument("--muestra", action="store_true", help="160 carreras en total, para la integración continua")
    a.add_argument("--semilla", type=int, default=1, help="la del azar")
    d = a.parse_args()
    if d.muestra:
        d.carreras = 80
    with tempfile.TemporaryDirectory(prefix="carreras-") as carpeta:
        if d.base == "postgres":
            with p.postgres(Path(carpeta)) as pg:
                p.migrar(pg.url)
                fallas = _todas(pg.url, d)
        else:
            dada = os.environ["DATABASE_URL"] if d.base == "dada" else f"sqlite:///{carpeta}/carreras.sqlite3"
            fallas = _todas(dada, d)
    for falla in fallas[:20]:
        print(f"  {falla}")
    if fallas:
        sys.exit(1)


def _todas(base: str, d: argparse.Namespace) -> list[str]:
    os.environ["DATABASE_URL"] = base
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    return [f for n in map(int, d.procesos.split(",")) for f in correr(base, n, d.carreras, d.semilla)]


if __name__ == "__main__":
    main()
