"""`python -m bench.torneo`: el salón entero de punta a punta, con un proceso que sirve y otro que hace de salón.

Sale con 1 si no se cumple la meta: p99 a la mesa de control ≤ 500 ms y, de la última confirmación a las mesas nuevas en
todos los teléfonos, ≤ 10 s.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.comun import gasto as g
from bench.comun import procesos as p
from bench.recreo.__main__ import base_nueva, borrar

AL_CONTROL_MS = 500.0
A_LOS_TELEFONOS_S = 10.0
CAMPOS = (
    "mesas", "telefonos", "segundos", "respuesta_p99", "al_control_p50", "al_control_p99", "emparejar_y_publicar",
    "al_ultimo_telefono", "de_la_ultima_mesa",
)  # fmt: skip


def correr(base: str, personas: int, segundos: float) -> dict:
    """Siembra, sirve y mide sobre `base` (URL)."""
    p.migrar(base)
    siembra = subprocess.run(
        [sys.executable, "-m", "bench.torneo.siembra", str(personas)],
        cwd=p.RAIZ, env=p.entorno(base), check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as carpeta, p.servidor(base, Path(carpeta) / "registro", 0) as servidor:
        cliente = subprocess.Popen(
            [*p.nucleo(1), sys.executable, "-m", "bench.torneo.cliente", str(servidor.puerto), str(segundos)],
            cwd=p.RAIZ, env=p.entorno(base), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert cliente.stdin and cliente.stdout
        cliente.stdin.write(siembra.stdout)
        cliente.stdin.close()
        cliente.stdout.readline()
        antes = g.cpu(servidor.pid)
        hecho = json.loads(cliente.stdout.read())
        errores = servidor.errores()
        assert not errores, errores[:5]
        gasto = g.cpu(servidor.pid) - antes
        return {**hecho, "cpu_s": round(gasto, 1), "memoria_mb": g.memoria_kb(servidor.pid) // 1024}


def main() -> int:
    """Corre lo pedido, escribe una tabla y dice si se cumplió."""
    o = argparse.ArgumentParser(description=__doc__)
    o.add_argument("--personas", default="1024")
    o.add_argument("--bases", default="postgres")
    o.add_argument("--segundos", type=float, default=120, help="en cuánto reportan todas las mesas")
    o.add_argument("--postgres", default="postgres://postgres@127.0.0.1:5432")
    a = o.parse_args()
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} núcleos")
    print("| base | " + " | ".join(CAMPOS) + " | CPU s | memoria MB |")
    print("|---" * (len(CAMPOS) + 3) + "|")
    cumple = True
    for cual in a.bases.split(","):
        for personas in map(int, a.personas.split(",")):
            with tempfile.TemporaryDirectory() as carpeta:
                base = base_nueva(cual, carpeta, a.postgres)
                try:
                    hecho = correr(base, personas, a.segundos)
                finally:
                    borrar(base, a.postgres)
            print(
                f"| {cual} | " + " | ".join(f"{hecho[c]:g}" for c in (*CAMPOS, "cpu_s", "memoria_mb")) + " |",
                flush=True,
            )
            cumple &= hecho["al_control_p99"] <= AL_CONTROL_MS and hecho["de_la_ultima_mesa"] <= A_LOS_TELEFONOS_S
    return 0 if cumple else 1


if __name__ == "__main__":
    sys.exit(main())
