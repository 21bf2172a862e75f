"""`python -m bench.recreo`: mide de punta a punta con un proceso, en SQLite y en PostgreSQL.

Cada corrida estrena base, siembra, servidor (uvicorn, en un núcleo) y cliente (en otro). Con PostgreSQL, su servidor
corre donde el sistema lo ponga.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.comun import gasto as g
from bench.comun import procesos as p

CAMPOS = ("sockets", "manos", "perdidas", "respuesta_p50", "respuesta_p99", "ultimo_p50", "ultimo_p99", "ultimo_max")


@dataclass(frozen=True)
class Variante:
    """Qué se le cuelga a cada Recreo, además de sus 16 teléfonos."""

    dicha: str
    barra: bool = True
    """La de avisos, con una llamada puesta a quien organiza."""
    tele: bool = False

    @property
    def programa(self) -> tuple[str, ...]:
        """Lo que recibe la orden de servir."""
        return ("manage.py",) if self.barra else ("-m", "bench.recreo.sin_barra")


DE_SIEMPRE = Variante("con barra")
VARIANTES = (Variante("sin barra ni tele", barra=False), DE_SIEMPRE, Variante("con barra y tele", tele=True))


def preparar(base: str, recreos: int) -> bytes:
    """Migra y siembra la base `base` (URL); da lo que el cliente necesita saber."""
    p.migrar(base)
    siembra = subprocess.run(
        [sys.executable, "-m", "bench.recreo.siembra", str(recreos)],
        cwd=p.RAIZ, env=p.entorno(base), check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    return siembra.stdout


def correr(base: str, sembrado: bytes, segundos: float, cada: float, que: Variante = DE_SIEMPRE) -> dict:
    """Una corrida sobre una base ya sembrada; cada mesa anota una mano `cada` tantos segundos."""
    with (
        tempfile.TemporaryDirectory() as carpeta,
        p.servidor(base, Path(carpeta) / "registro", 0, programa=que.programa) as servidor,
    ):
        medidas = [str(servidor.puerto), str(segundos), str(cada), *["tele"] * que.tele]
        cliente = subprocess.Popen(
            [*p.nucleo(1), sys.executable, "-m", "bench.recreo.cliente", *medidas],
            cwd=p.RAIZ, env=p.entorno(base), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert cliente.stdin and cliente.stdout
        cliente.stdin.write(sembrado)
        cliente.stdin.close()
        # lo que cuesta conectar no es de las manos
        cliente.stdout.readline()
        antes = g.cpu(servidor.pid)
        hecho = json.loads(cliente.stdout.read())
        gasto = (g.cpu(servidor.pid) - antes) * 1000 / max(1, hecho["manos"])
        return {**hecho, "cpu_por_mano": round(gasto, 1), "memoria_mb": g.memoria_kb(servidor.pid) // 1024}


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


def copiar(molde: str, base: str) -> None:
    """Deja en `base`, vacía, lo ya sembrado en `molde`: sembrarlo en cada vuelta tardaba más que medir."""
    if molde.startswith("sqlite"):
        shutil.copyfile(molde.removeprefix("sqlite:///"), base.removeprefix("sqlite:///"))
    else:
        p.copiar_postgres(molde, base)


RAZONES = ("respuesta_p50", "respuesta_p99", "ultimo_p50", "ultimo_p99", "cpu_por_mano", "memoria_mb")


def alternar(a: argparse.Namespace) -> None:
    """Las tres variantes por turnos en la misma corrida, y el cociente con la primera vuelta a vuelta.

    Lo que se compara es el procesador del servidor: en una máquina compartida las latencias miden a los vecinos.
    """
    for cual in a.bases.split(","):
        filas: dict[Variante, list[dict]] = {v: [] for v in VARIANTES}
        with tempfile.TemporaryDirectory() as carpeta:
            molde = base_nueva(cual, carpeta, a.postgres)
            try:
                sembrado = preparar(molde, int(a.recreos.split(",")[0]))
                for que in VARIANTES * a.vueltas:
                    base = base_nueva(cual, carpeta, a.postgres)
                    try:
                        copiar(molde, base)
                        filas[que].append(correr(base, sembrado, a.segundos, a.cada, que))
                    finally:
                        borrar(base, a.postgres)
            finally:
                borrar(molde, a.postgres)
        print(f"| {cual} | manos | " + " | ".join(RAZONES) + " | razón de CPU | de, a |", flush=True)
        for que, suyas in filas.items():
            medianas = [statistics.median(f[c] for f in suyas) for c in ("manos", *RAZONES)]
            veces = [f["cpu_por_mano"] / x["cpu_por_mano"] for f, x in zip(suyas, filas[VARIANTES[0]], strict=True)]
            razon = f"{statistics.median(veces):.2f} | {min(veces):.2f}, {max(veces):.2f}"
            print(f"| {que.dicha} | " + " | ".join(f"{m:g}" for m in medianas) + f" | {razon} |", flush=True)


def main() -> None:
    """Corre lo pedido y escribe una tabla."""
    o = argparse.ArgumentParser(description=__doc__)
    o.add_argument("--recreos", default="1,25,100,200")
    o.add_argument("--bases", default="sqlite,postgres")
    o.add_argument("--segundos", type=float, default=60)
    o.add_argument("--vueltas", type=int, default=1)
    o.add_argument("--cada", type=float, default=30, help="segundos entre mano y mano de una mesa")
    o.add_argument("--alternar", action="store_true", help="sin barra, con ella y con una tele, y da el cociente")
    o.add_argument("--postgres", default="postgres://postgres@127.0.0.1:5432")
    a = o.parse_args()
    if a.alternar:
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
                        filas.append(correr(base, preparar(base, cuantos), a.segundos, a.cada))
                    finally:
                        borrar(base, a.postgres)
            medianas = [
                statistics.median(f[c] for f in filas) for c in (*CAMPOS, "cpu_por_mano", "cpu_cliente", "memoria_mb")
            ]
            print(f"| {cual} | {cuantos} | " + " | ".join(f"{m:g}" for m in medianas) + " |", flush=True)


if __name__ == "__main__":
    main()
