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
import urllib.request
from pathlib import Path

RAIZ = Path(__file__).resolve().parent.parent.parent
CAMPOS = ("sockets", "manos", "perdidas", "respuesta_p50", "respuesta_p99", "ultimo_p50", "ultimo_p99", "ultimo_max")


def nucleo(n: int) -> list[str]:
    """Prefijo que fija un proceso a un núcleo, si se puede."""
    return ["taskset", "-c", str(n)] if shutil.which("taskset") and (os.cpu_count() or 1) > 1 else []


def correr(base: str, recreos: int, segundos: float, puerto: int) -> dict:
    """Una corrida completa sobre la base `base` (URL)."""
    entorno = {**os.environ, "DATABASE_URL": base, "ENTORNO": "desarrollo", "PYTHONPATH": str(RAIZ)}
    py = sys.executable
    subprocess.run([py, "manage.py", "migrate", "-v0"], cwd=RAIZ, env=entorno, check=True)
    siembra = subprocess.run(
        [py, "-m", "bench.recreo.siembra", str(recreos)], cwd=RAIZ, env=entorno, check=True, stdout=subprocess.PIPE
    )
    orden = [*nucleo(0), py, "manage.py", "servir", str(puerto), "--solo-local"]
    servidor = subprocess.Popen(orden, cwd=RAIZ, env=entorno, stdout=subprocess.DEVNULL)
    try:
        esperar_servidor(puerto)
        cliente = subprocess.Popen(
            [*nucleo(1), py, "-m", "bench.recreo.cliente", str(puerto), str(segundos)],
            cwd=RAIZ,
            env=entorno,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert cliente.stdin and cliente.stdout
        cliente.stdin.write(siembra.stdout)
        cliente.stdin.close()
        # lo que cuesta conectar no es de las manos
        cliente.stdout.readline()
        antes = cpu(servidor.pid)
        hecho = json.loads(cliente.stdout.read())
        gasto = (cpu(servidor.pid) - antes) * 1000 / max(1, hecho["manos"])
        return {**hecho, "cpu_por_mano": round(gasto, 1), "memoria_mb": memoria(servidor.pid)}
    finally:
        servidor.terminate()
        servidor.wait(20)


def esperar_servidor(puerto: int) -> None:
    """Hasta 30 s a que conteste."""
    for _ in range(150):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{puerto}/salud", timeout=1).read()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("El servidor no arrancó.")


def cpu(pid: int) -> float:
    """Segundos de CPU que lleva el servidor (0 si el sistema no los dice)."""
    estado = Path(f"/proc/{pid}/stat")
    if not estado.exists():
        return 0.0
    usuario, sistema = estado.read_text().rsplit(")", 1)[1].split()[11:13]
    return (int(usuario) + int(sistema)) / os.sysconf("SC_CLK_TCK")


def memoria(pid: int) -> int:
    """Memoria residente del servidor, en MB (0 si el sistema no la dice)."""
    estado = Path(f"/proc/{pid}/status")
    if not estado.exists():
        return 0
    linea = next(x for x in estado.read_text().splitlines() if x.startswith("VmRSS"))
    return int(linea.split()[1]) // 1024


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


def main() -> None:
    """Corre lo pedido y escribe una tabla."""
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--recreos", default="1,25,100,200")
    p.add_argument("--bases", default="sqlite,postgres")
    p.add_argument("--segundos", type=float, default=60)
    p.add_argument("--vueltas", type=int, default=1)
    p.add_argument("--puerto", type=int, default=8765)
    p.add_argument("--postgres", default="postgres://postgres@127.0.0.1:5432")
    a = p.parse_args()
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
                        filas.append(correr(base, cuantos, a.segundos, a.puerto))
                    finally:
                        borrar(base, a.postgres)
            medianas = [
                statistics.median(f[c] for f in filas) for c in (*CAMPOS, "cpu_por_mano", "cpu_cliente", "memoria_mb")
            ]
            print(f"| {cual} | {cuantos} | " + " | ".join(f"{m:g}" for m in medianas) + " |", flush=True)


if __name__ == "__main__":
    main()
