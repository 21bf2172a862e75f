"""`python -m bench.penas`: abrir las páginas de una peña con 100, 1,000 y 10,000 Recreos en su historia."""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.comun import gasto as g
from bench.comun import procesos as p


def una_base(base: str, d: argparse.Namespace) -> None:
    """Migra y corre las medidas en otro proceso, que escribe los renglones de la tabla."""
    p.migrar(base)
    orden = [sys.executable, "-m", "bench.penas.corrida", d.recreos, "--veces", str(d.veces)]
    subprocess.run(orden, cwd=p.RAIZ, env=p.entorno(base, LIMITE_DE_CONSULTA="0"), check=True)


def main() -> None:
    """Una base nueva por motor, o la de `--url`, que debe estar vacía."""
    a = argparse.ArgumentParser(prog="python -m bench.penas", description=__doc__, add_help=False)
    a.add_argument("-h", "--help", action="help", help="enseña esto y termina")
    a.add_argument("--recreos", default="100,1000,10000", help="tamaños de la historia, de menor a mayor")
    a.add_argument("--bases", default="postgres", help="postgres, sqlite o los dos, con coma")
    a.add_argument("--url", default="", help="una base vacía que ya existe, en vez de levantar una")
    a.add_argument("--veces", type=int, default=60, help="cuántas veces se abre cada página")
    d = a.parse_args()
    print(g.maquina(), f"carga {os.getloadavg()[0]:.1f}")
    columnas = (
        "Recreos",
        "Página",
        "Mínimo ms",
        "p50 ms",
        "p95 ms",
        "p50 sin la fila",
        "p95 sin la fila",
        "CPU ms",
        "CPU de la base ms",
        "Consultas",
    )
    print("| " + " | ".join(columnas) + " |\n" + "|---" * len(columnas) + "|", flush=True)
    if d.url:
        una_base(d.url, d)
        return
    for motor in d.bases.split(","):
        with tempfile.TemporaryDirectory(prefix="penas-") as carpeta:
            if motor == "sqlite":
                una_base(f"sqlite:///{carpeta}/banco.sqlite3", d)
            else:
                with p.postgres(Path(carpeta)) as pg:
                    una_base(pg.url, d)


if __name__ == "__main__":
    main()
