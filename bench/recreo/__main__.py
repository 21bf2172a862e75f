"""`python -m bench.recreo`: mide de punta a punta con un proceso, en SQLite y en PostgreSQL.

Cada corrida estrena base, siembra, servidor (uvicorn, en un núcleo) y cliente (en otro). Con PostgreSQL, su servidor
corre donde el sistema lo ponga.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.comun import procesos as p

CAMPOS = ("sockets", "manos", "perdidas", "respuesta_p50", "respuesta_p99", "ultimo_p50", "ultimo_p99", "ultimo_max")


def correr(base: str, recreos: int, segundos: float, *, tele: bool = False) -> dict:
    """Una corrida completa sobre la base `base` (URL); `tele`: con una tele puesta en cada Recreo."""
    p.migrar(base)
    siembra = subprocess.run(
        [sys.executable, "-m", "bench.recreo.siembra", str(recreos)],
        cwd=p.RAIZ, env=p.entorno(base), check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as carpeta, p.servidor(base, Path(carpeta) / "registro", 0) as servidor:
        cliente = subprocess.Popen(
            [*p.nucleo(1), sys.executable, "-m", "bench.recreo.cliente", str(servidor.puerto), str(segundos)]
            + ["tele"] * tele,
            cwd=p.RAIZ, env=p.entorno(base), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert cliente.stdin and cliente.stdout
        cliente.stdin.write(siembra.stdout)
        cliente.stdin.close()
        # lo que cuesta conectar no es de las manos
        cliente.stdout.readline()
        antes = p.cpu(servidor.pid)
        hecho = json.loads(cliente.stdout.read())
        gasto = (p.cpu(servidor.pid) - antes) * 1000 / max(1, hecho["manos"])
        return {**hecho, "cpu_por_mano": round(gasto, 1), "memoria_mb": p.memoria_kb(servidor.pid) // 1024}


def base_nueva(cual: str, carpeta: str, url_postgres: str) -> str:
    """URL de una base vacía."""
    if cual == "sqlite":
        return f"sqlite:///{tempfile.mktemp(suffix='.sqlite3', dir=carpeta)}"
    import psycopg

    nombre = f"banco_{int(time.time() * 1000)}"
    with psycopg.connect(f"{url_postgres}/postgres", autocommit=True) as c:
        c.execute(f"CREATE DATABASE {nombre}")
    return f"{url_postgres}/{nombre}"


def borrar(base: str, url_postgres: str) -> None:
    """Tira la base de PostgreSQL de una corrida."""
    if base.startswith("postgres"):
        import psycopg

        with psycopg.connect(f"{url_postgres}/postgres", autocommit=True) as c:
            c.execute(f"DROP DATABASE IF EXISTS {base.rsplit('/', 1)[1]} WITH (FORCE)")


RAZONES = ("respuesta_p50", "respuesta_p99", "ultimo_p50", "ultimo_p99", "cpu_por_mano", "memoria_mb")


def alternar(a: argparse.Namespace) -> None:
    """Sin tele y con tele, por turnos en la misma corrida: lo que cambia es la tele y no la máquina."""
    for cual in a.bases.split(","):
        filas: dict[bool, list[dict]] = {False: [], True: []}
        with tempfile.TemporaryDirectory() as carpeta:
            for tele in (False, True) * a.vueltas:
                base = base_nueva(cual, carpeta, a.postgres)
                try:
                    filas[tele].append(correr(base, int(a.recreos.split(",")[0]), a.segundos, tele=tele))
                finally:
                    borrar(base, a.postgres)
        medianas = {t: [statistics.median(f[c] for f in suyas) for c in RAZONES] for t, suyas in filas.items()}
        print(f"| {cual} | " + " | ".join(RAZONES) + " |")
        for tele, dicho in ((False, "sin tele"), (True, "con tele")):
            print(f"| {dicho} | " + " | ".join(f"{m:g}" for m in medianas[tele]) + " |")
        print("| razón | " + " | ".join(f"{y / x:.2f}" for x, y in zip(*medianas.values(), strict=True)) + " |")
        cambios = [f["cambios_en_la_tele"] for f in filas[True]]
        print(f"manos {[f['manos'] for f in filas[True]]}, cambios en la tele {cambios}", flush=True)


def main() -> None:
    """Corre lo pedido y escribe una tabla."""
    o = argparse.ArgumentParser(description=__doc__)
    o.add_argument("--recreos", default="1,25,100,200")
    o.add_argument("--bases", default="sqlite,postgres")
    o.add_argument("--segundos", type=float, default=60)
    o.add_argument("--vueltas", type=int, default=1)
    o.add_argument("--tele", action="store_true", help="alterna sin tele y con una por Recreo, y da la razón")
    o.add_argument("--postgres", default="postgres://postgres@127.0.0.1:5432")
    a = o.parse_args()
    if a.tele:
        alternar(a)
        return
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} núcleos")
    print("| base | recreos | " + " | ".join(CAMPOS) + " | ms de CPU por mano | CPU del cliente | memoria MB |")
    print("|---" * (len(CAMPOS) + 5) + "|")
    for cual in a.bases.split(","):
        for cuantos in map(int, a.recreos.split(",")):
            with tempfile.TemporaryDirectory() as carpeta:
                filas = []
                for _ in range(a.vueltas):
                    base = base_nueva(cual, carpeta, a.postgres)
                    try:
                        filas.append(correr(base, cuantos, a.segundos))
                    finally:
                        borrar(base, a.postgres)
            medianas = [
                statistics.median(f[c] for f in filas) for c in (*CAMPOS, "cpu_por_mano", "cpu_cliente", "memoria_mb")
            ]
            print(f"| {cual} | {cuantos} | " + " | ".join(f"{m:g}" for m in medianas) + " |", flush=True)


if __name__ == "__main__":
    main()
