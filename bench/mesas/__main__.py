"""`python -m bench.mesas`: mide el camino entero de la mesa en línea, en SQLite y en PostgreSQL.

Servidor (`manage.py servir`) y base, fijos en el núcleo 0; los clientes, en el 1. Cada corrida estrena base. Con
PostgreSQL levanta uno propio, con fsync; si `DATABASE_URL` dice otro, `--base dada` mide sobre ése y fija sus procesos.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from bench.comun import disco
from bench.comun import gasto as g
from bench.comun import procesos as p

CABEZA = (
    "| Modo | Base | Mesas | Jugadas/s | µs de CPU por jugada | CPU servidor | CPU base | CPU historia | CPU cliente "
    "| p50 ms | p95 ms | p99 ms | KB por mesa |\n|" + "---|" * 13
)

DE_PASO = ("rechazos", "desconexiones", "echados", "jugando", "partidas", "amarillas", "fallas")


@contextmanager
def base_nueva(cual: str, carpeta: Path) -> Iterator[tuple[str, list[int]]]:
    """Dirección de la base y los procesos que la atienden (ninguno, si va dentro del servidor)."""
    if cual == "sqlite":
        yield f"sqlite:///{carpeta}/mesas.sqlite3", []
    elif cual == "postgres":
        with p.postgres(carpeta, en_nucleo=0) as pg:
            yield pg.url, [pg.pid]
    else:
        direccion = os.environ["DATABASE_URL"]
        with fijos(procesos_de_postgres()) as padres:
            yield direccion, padres


def procesos_de_postgres() -> list[int]:
    """Los de esta máquina."""
    hallados = []
    for entrada in Path("/proc").iterdir():
        with suppress(OSError):
            if entrada.name.isdecimal() and (entrada / "comm").read_text().startswith("postgres"):
                hallados.append(int(entrada.name))
    return hallados


@contextmanager
def fijos(pids: list[int]) -> Iterator[list[int]]:
    """Fija los procesos de la base al núcleo 0 y al salir los devuelve a donde estaban."""
    antes: dict[int, set[int]] = {}
    for pid in pids:
        with suppress(OSError):
            antes[pid] = os.sched_getaffinity(pid)
            os.sched_setaffinity(pid, {0})
    if len(antes) < len(pids):
        print(f"Aviso: {len(pids) - len(antes)} procesos de PostgreSQL no se pudieron fijar al núcleo 0.")
    try:
        yield [pid for pid in pids if os.getppid() != pid]
    finally:
        for pid, donde in antes.items():
            with suppress(OSError):
                os.sched_setaffinity(pid, donde)


def correr(base: str, de_la_base: list[int], a: argparse.Namespace, mesas: int, carpeta: Path) -> dict[str, Any]:
    """Una corrida completa sobre una base vacía."""
    p.migrar(base)
    sembrado = p.sembrar(base, mesas, meta=a.meta)
    pausa = a.pausa if a.pausa is not None else (0 if a.modo == "cerrado" else 1200)
    perfil = Path(a.perfil) if a.perfil else None
    with p.servidor(base, carpeta / "servidor.log", 0, perfil, ENLINEA_PAUSA_DE_PASE=str(pausa)) as servidor:
        arranque = g.memoria_kb(servidor.pid)
        cliente = subprocess.Popen(
            [*p.nucleo(1), sys.executable, "-m", "bench.mesas.cliente"],
            cwd=p.RAIZ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            assert cliente.stdin and cliente.stdout
            pedido = {"puertos": [servidor.puerto], "mesas": sembrado["mesas"], "modo": a.modo, "semilla": a.semilla}
            pedido["pasos"] = not a.vistas_enteras
            pedido |= {"rondas": a.rondas, "segundos": a.segundos, "calienta": a.calienta}
            cliente.stdin.write(json.dumps(pedido))
            cliente.stdin.close()
            return _seguir(cliente, servidor, de_la_base, arranque, mesas)
        finally:
            if cliente.poll() is None:
                cliente.kill()
            cliente.wait(10)
            for linea in servidor.errores()[:5]:
                print(f"  registro del servidor: {linea}", file=sys.stderr)


def _seguir(
    cliente: subprocess.Popen[str], servidor: p.Servidor, de_la_base: list[int], arranque: int, mesas: int
) -> dict[str, Any]:
    assert cliente.stdout
    rondas: list[dict[str, Any]] = []
    resumen: dict[str, Any] = {}
    antes = (0.0, 0.0, 0.0)
    for linea in cliente.stdout:
        dato = json.loads(linea)
        solo = g.cpu(servidor.pid)
        gasto = (
            solo,
            sum(g.cpu(pid, con_hijos=True) for pid in de_la_base),
            g.cpu(servidor.pid, con_hijos=True) - solo,
        )
        if dato["suceso"] == "ronda":
            dato["cpu_servidor"] = round((gasto[0] - antes[0]) / dato["duro"] * 100, 1)
            dato["cpu_base"] = round((gasto[1] - antes[1]) / dato["duro"] * 100, 1)
            dato["cpu_historia"] = round((gasto[2] - antes[2]) / dato["duro"] * 100, 1)
            dato["us_por_jugada"] = round((gasto[0] - antes[0]) * 1e6 / max(1, dato["jugadas"]), 1)
            rondas.append(dato)
            print(
                f"  ronda {dato['ronda']}: {dato['por_segundo']:.0f} jugadas/s, p50 {dato['p50']} p95 {dato['p95']} "
                f"p99 {dato['p99']} peor {dato['peor']} ms; CPU servidor {dato['cpu_servidor']}% base "
                f"{dato['cpu_base']}% historia {dato['cpu_historia']}% cliente {dato['cpu_cliente']}% "
                f"(se atrasó hasta {dato['atraso_cliente']} ms)",
                file=sys.stderr, flush=True,
            )  # fmt: skip
        elif dato["suceso"] == "fin":
            resumen = dato
        antes = gasto
    if not resumen:
        raise SystemExit("El cliente murió antes de terminar.")
    resumen["kb_por_mesa"] = round((g.memoria_kb(servidor.pid) - arranque) / mesas, 1)
    campos = (
        "por_segundo",
        "us_por_jugada",
        "cpu_servidor",
        "cpu_base",
        "cpu_historia",
        "cpu_cliente",
        "p50",
        "p95",
        "p99",
    )
    resumen |= {c: statistics.median(r[c] for r in rondas) for c in campos}
    return resumen


def fila(modo: str, base: str, mesas: int, r: dict[str, Any]) -> str:
    """Un renglón de la tabla; las cifras son la mediana de las rondas."""
    nombre = {"sqlite": "SQLite", "postgres": "PostgreSQL"}.get(base, "PostgreSQL dado")
    de_base = "—" if base == "sqlite" else f"{r['cpu_base']:.0f} %"
    celdas = [modo, nombre, mesas, f"{r['por_segundo']:.0f}", f"{r['us_por_jugada']:.0f}", f"{r['cpu_servidor']:.0f} %"]
    celdas += [
        de_base,
        f"{r['cpu_historia']:.0f} %",
        f"{r['cpu_cliente']:.0f} %",
        r["p50"],
        r["p95"],
        r["p99"],
        f"{r['kb_por_mesa']:.0f}",
    ]
    return f"| {' | '.join(map(str, celdas))} |"


def argumentos() -> argparse.Namespace:
    """La orden y su ayuda."""
    a = argparse.ArgumentParser(prog="python -m bench.mesas", description=__doc__, add_help=False)
    a.add_argument("-h", "--help", action="help", help="enseña esto y termina")
    a.add_argument("--modo", choices=("cerrado", "abierto"), default="cerrado",
                   help="cerrado: contestan al instante; abierto: piensan 1 s en promedio (exponencial)")  # fmt: skip
    a.add_argument("--mesas", default="", help="cuántas, separadas por comas (cerrado: 100; abierto: 1000,2000)")
    a.add_argument("--base", default="sqlite,postgres", help="sqlite, postgres (propio) o dada (la de DATABASE_URL)")
    a.add_argument("--rondas", type=int, default=5, help="cuántas rondas; se reporta la mediana")
    a.add_argument("--segundos", type=float, default=6, help="lo que dura cada ronda")
    a.add_argument("--calienta", type=float, default=5, help="segundos antes de la primera ronda")
    a.add_argument("--meta", default="todas", choices=("100", "200", "juegos_ganados", "todas"), help="a qué se juega")
    a.add_argument("--pausa", type=int, help="ENLINEA_PAUSA_DE_PASE en ms (cerrado: 0; abierto: 1200, la de verdad)")
    a.add_argument(
        "--perfil", default="", help="archivo donde cProfile deja en qué se va el tiempo (frena al servidor)"
    )
    a.add_argument("--vistas-enteras", action="store_true", help="los clientes no piden pasos (decisión 053)")
    a.add_argument("--semilla", type=int, default=1, help="la del azar de los clientes")
    return a.parse_args()


def main() -> None:
    """Corre lo pedido y escribe la tabla."""
    a = argumentos()
    cuantas = a.mesas or ("100" if a.modo == "cerrado" else "1000,2000")
    filas: list[str] = []
    discos: list[str] = []
    mal = False
    for base in a.base.split(","):
        for mesas in map(int, cuantas.split(",")):
            print(f"{a.modo}, {base}, {mesas} mesas", file=sys.stderr, flush=True)
            with tempfile.TemporaryDirectory(prefix="banco-") as carpeta:
                ruta = Path(carpeta)
                # antes de cada una: con un disco compartido cambia de un minuto a otro
                discos.append(f"- {base}, {mesas} mesas. {disco.a_solas(ruta, min(6.0, a.segundos))}")
                print(f"  {discos[-1][2:]}", file=sys.stderr, flush=True)
                with base_nueva(base, ruta) as (direccion, padres):
                    r = correr(direccion, padres, a, mesas, ruta)
            filas.append(fila(a.modo, base, mesas, r))
            print(f"  { ({c: r[c] for c in DE_PASO}) } {r['muestra_de_fallas']}", file=sys.stderr, flush=True)
            mal = mal or bool(r["fallas"])
    print(f"\n{g.maquina()}\n\n{CABEZA}")
    print("\n".join([*filas, "", *discos]))
    if mal:
        sys.exit("Hubo vistas con algo de más: arriba está la muestra.")


if __name__ == "__main__":
    main()
