"""`python -m bench.clasificacion`: cómo crecen colocar un resultado y leer un quintil, de 1,000 a 1,000,000 (ES2)."""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from bench.comun import gasto as g
from bench.comun import procesos as p

COSAS = {
    "colocar": "colocar un resultado",
    "alta": "un alta",
    "quintil": "un quintil",
    "cincuenta": "50 quintiles",
    "primera": "primera página",
    "mi_pagina": "mi lugar y mi página",
    "contar": "(contar los de delante)",
}
Medidas = dict[tuple[str, int, str], list[dict[str, list[float]]]]


def correr(base: str, d: argparse.Namespace, semilla: int) -> list[dict[str, object]]:
    """Una corrida entera sobre una base nueva."""
    p.migrar(base)
    orden = [sys.executable, "-m", "bench.clasificacion.corrida", d.inscritos, "--veces", str(d.veces)]
    entorno = p.entorno(base, LIMITE_DE_CONSULTA="0")
    hecho = subprocess.run(
        [*orden, "--semilla", str(semilla)], cwd=p.RAIZ, env=entorno, check=True, stdout=subprocess.PIPE, text=True
    )
    return [json.loads(renglon) for renglon in hecho.stdout.splitlines()]


def una_vuelta(motor: str, d: argparse.Namespace, semilla: int) -> list[dict[str, object]]:
    """En una carpeta que se borra."""
    with tempfile.TemporaryDirectory(prefix="clasificacion-") as carpeta:
        if motor == "sqlite":
            return correr(f"sqlite:///{carpeta}/banco.sqlite3", d, semilla)
        with p.postgres(Path(carpeta)) as pg:
            return correr(pg.url, d, semilla)


def main() -> None:
    """Corre lo pedido y escribe la tabla: mediana de las vueltas, «p50 / p99» en milisegundos."""
    a = argparse.ArgumentParser(prog="python -m bench.clasificacion", description=__doc__, add_help=False)
    a.add_argument("-h", "--help", action="help", help="enseña esto y termina")
    a.add_argument("--inscritos", default="1000,10000,100000,1000000", help="tamaños, de menor a mayor")
    a.add_argument("--bases", default="sqlite,postgres", help="en cuáles")
    a.add_argument("--veces", type=int, default=200, help="repeticiones de cada cosa en una vuelta")
    a.add_argument("--vueltas", type=int, default=3, help="bases nuevas por motor")
    d = a.parse_args()
    print(g.maquina())
    print("| base | inscritos | reparto | " + " | ".join(COSAS.values()) + " |")
    print("|---" * (3 + len(COSAS)) + "|")
    for motor in d.bases.split(","):
        medidas: Medidas = defaultdict(list)
        for vuelta in range(d.vueltas):
            for fila in una_vuelta(motor, d, vuelta + 1):
                medidas[motor, int(str(fila["inscritos"])), str(fila["reparto"])].append(fila)  # type: ignore[arg-type]
        for (cual, inscritos, reparto), filas in medidas.items():
            celdas = [
                " / ".join(f"{statistics.median(f[cosa][n] for f in filas):.1f}" for n in (0, 1)) for cosa in COSAS
            ]
            print(f"| {cual} | {inscritos:,} | {reparto} | " + " | ".join(celdas) + " |", flush=True)


if __name__ == "__main__":
    main()
