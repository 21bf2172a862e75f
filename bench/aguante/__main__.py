"""`python -m bench.aguante`: dos horas con 200 mesas y 20 Recreos, y gente que va y viene."""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import uvloop

from bench.aguante.gente import Salon, Tertulias
from bench.aguante.juicio import CUARTOS, Corrida, juzgar, pendiente
from bench.comun import gasto as g
from bench.comun import procesos as p

MANOS = 240
"""Las de una noche de quince partidas, con la más larga de las cuatro mesas: con más horas, se anota más despacio."""
CADA_MANO = 30.0
MIRADAS = 200
"""Cuántas veces se mira la memoria en toda la corrida."""


async def vivir(servidor: p.Servidor, sembrado: dict[str, Any], recreos: list[dict], a: argparse.Namespace) -> Corrida:
    """Llena todo, deja calentar y mide lo pedido."""
    azar, corrida = random.Random(a.semilla), Corrida()
    dura = a.horas * 3600
    salon = Salon(sembrado["mesas"], servidor.puerto, azar)
    tertulias = Tertulias(recreos, servidor.puerto, max(a.mano, (dura + a.calienta) / MANOS), azar)
    await asyncio.gather(salon.llenar(), tertulias.llenar())
    fin = time.perf_counter() + a.calienta + dura
    de_fondo = [asyncio.create_task(t) for t in (salon.ir_y_venir(a.va), tertulias.ir_y_venir(a.va))]
    anotan = asyncio.create_task(tertulias.anotar(fin))
    await asyncio.sleep(a.calienta)
    salon.medidor.ronda()
    tertulias.medida.ultimo.clear()
    tertulias.medida.plazo = a.plazo
    await _medir(servidor, salon, tertulias, dura, corrida)
    for tarea in de_fondo:
        if tarea.done() and tarea.exception() is not None:
            corrida.fallas.append(f"dejó de ir y venir gente: {tarea.exception()!r}")
        tarea.cancel()
    await anotan
    corrida.fallas += salon.fallas()
    if tertulias.medida.perdidas:
        corrida.fallas.append(f"{tertulias.medida.perdidas} manos que no llegaron a todos en {a.plazo:.0f} s")
    salon.irse()
    tertulias.irse()
    return corrida


async def _medir(servidor: p.Servidor, salon: Salon, tertulias: Tertulias, dura: float, corrida: Corrida) -> None:
    """Mira la memoria y reparte por cuartos lo que fue pasando."""
    empezo = time.perf_counter()
    while (van := time.perf_counter() - empezo) < dura:
        await asyncio.sleep(dura / MIRADAS)
        cuarto = min(CUARTOS - 1, int(van / dura * CUARTOS))
        corrida.memoria.append((van, g.memoria_kb(servidor.pid)))
        corrida.jugadas[cuarto] += salon.medidor.ronda()[1]
        corrida.manos[cuarto] += tertulias.medida.ultimo
        tertulias.medida.ultimo.clear()


def correr(a: argparse.Namespace, carpeta: Path) -> Corrida:
    """Base, siembra y servidor nuevos, y lo que dijo su registro."""
    base = f"sqlite:///{carpeta}/aguante.sqlite3"
    p.migrar(base)
    sembrado = p.sembrar(base, a.mesas)
    siembra = subprocess.run(
        [sys.executable, "-m", "bench.recreo.siembra", str(a.recreos)],
        cwd=p.RAIZ, env=p.entorno(base), check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    with p.servidor(base, carpeta / "registro") as servidor:
        corrida = uvloop.run(vivir(servidor, sembrado, json.loads(siembra.stdout), a))
    corrida.fallas += [f"registro: {renglon}" for renglon in servidor.errores()]
    return corrida


def contar(corrida: Corrida) -> None:
    """La tabla de la corrida."""
    por_hora, ruido = pendiente(corrida.memoria)
    print("| Cuarto | Jugadas | p99 ms | Manos | p99 ms |\n|---|---|---|---|---|")
    for n, (jugadas, manos) in enumerate(zip(corrida.jugadas, corrida.manos, strict=True), start=1):
        print(
            f"| {n} | {len(jugadas)} | {p.percentil(jugadas, 99):.1f} | {len(manos)} | {p.percentil(manos, 99):.1f} |"
        )
    de, a = corrida.memoria[0][1], corrida.memoria[-1][1]
    print(f"Memoria: de {de} a {a} KB; {por_hora:+.0f} KB por hora, ruido {ruido:.0f} KB")


def principal() -> int:
    """Falla si la corrida no pasa. La muestra sólo dice lo que se rompió: en un minuto no se ve una fuga."""
    o = argparse.ArgumentParser(description=__doc__)
    o.add_argument("--horas", type=float, default=2.0)
    o.add_argument("--mesas", type=int, default=200)
    o.add_argument("--recreos", type=int, default=20)
    o.add_argument("--calienta", type=float, default=1500.0, help="segundos antes de medir: lo que tarda en verse todo")
    o.add_argument("--mano", type=float, default=CADA_MANO, help="segundos entre manos de cada mesa del Recreo")
    o.add_argument("--va", type=float, default=2.0, help="segundos, en promedio, entre dos que se van")
    o.add_argument(
        "--plazo", type=float, default=10.0, help="segundos, desde que se anota, para dar por perdida una mano"
    )
    o.add_argument("--semilla", type=int, default=1)
    o.add_argument("--muestra", action="store_true", help="veinte segundos, con pocos")
    a = o.parse_args()
    if a.muestra:
        a.horas, a.mesas, a.recreos, a.calienta, a.mano, a.va = 20 / 3600, 4, 1, 2.0, 4.0, 0.7
        a.plazo = 60.0  # corre entre otras pruebas: importa si llega, no cuándo
    with tempfile.TemporaryDirectory(prefix="aguante-") as carpeta:
        corrida = correr(a, Path(carpeta))
    contar(corrida)
    fallas = corrida.fallas if a.muestra else juzgar(corrida)
    for falla in fallas[:20]:
        print(f"FALLA: {falla}")
    print(f"fallas: {len(fallas)}")
    return int(bool(fallas))


if __name__ == "__main__":
    sys.exit(principal())
