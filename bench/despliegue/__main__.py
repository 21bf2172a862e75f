"""`python -m bench.despliegue`: 100 mesas juegan por el proxy de verdad mientras los procesos cambian de uno en uno."""

import argparse
import asyncio
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvloop

from bench.caos.juicio import juzgar
from bench.caos.testigos import MesaVista
from bench.comun import procesos as p
from bench.comun.jugador import Pensada, conectar_todos, sentar
from bench.despliegue.testigos import Silencios

TOPE = 3.0
"""Segundos: el silencio más largo que se permite."""
FALTA_PROGRAMA = 3
"""Código con que termina si falta algo para correr."""


@contextmanager
def proxy(carpeta: Path, servidores: list[p.Servidor]) -> Iterator[int]:
    """Caddy con el Caddyfile de producción, sin TLS y en un puerto libre."""
    if shutil.which("caddy") is None:
        raise p.NoArranco("no hay caddy (apt-get install caddy)")
    puerto = p.puerto_libre()
    ajustes = {
        "DOMINIOS": f"http://:{puerto}", "CORREO_TLS": "nadie@ejemplo.mx", "HOME": str(carpeta),
        "CADDY_ADMIN": f"localhost:{p.puerto_libre()}", "CARPETA_ESTATICOS": str(carpeta),
        "PROCESOS_ASGI": " ".join(f"127.0.0.1:{s.puerto}" for s in servidores), "PATH": os.environ["PATH"],
    }  # fmt: skip
    orden = ["caddy", "run", "--config", str(p.RAIZ / "despliegue" / "Caddyfile"), "--adapter", "caddyfile"]
    with (carpeta / "caddy.log").open("ab") as salida:
        caddy = subprocess.Popen(orden, env=ajustes, stdin=subprocess.DEVNULL, stdout=salida, stderr=salida)
    try:
        p.esperar_puerto(puerto)
        time.sleep(2)  # su primera vuelta de salud
        yield puerto
    finally:
        caddy.kill()
        caddy.wait(10)


async def jugar(
    servidores: list[p.Servidor], puerto: int, sembrado: dict[str, Any], vueltas: int, semilla: int
) -> tuple[Silencios, list[str]]:
    """Sienta a todos, cambia cada proceso y espera a que sane; devuelve lo oído y las fallas."""
    azar, testigo = random.Random(semilla), Silencios()
    for mesa in sembrado["mesas"]:
        cuatro = sentar(mesa, [puerto], testigo, azar)
        testigo.mesas[mesa["id"]] = MesaVista(cuatro)
        for j in cuatro:
            j.ritmo = Pensada(1.0, azar=random.Random(azar.getrandbits(64)))
    jugadores = [j for mesa in testigo.mesas.values() for j in mesa.jugadores]
    await conectar_todos(jugadores)
    await asyncio.sleep(8)
    quieto = len(testigo.sin_acuse), max(testigo.sin_acuse, default=0.0)
    print(f"  sin cambios: {quieto[0]} órdenes, la más lenta {quieto[1]:.2f} s", flush=True)
    testigo.sin_acuse.clear()
    for vuelta in range(vueltas):
        for n, servidor in enumerate(servidores):
            empezo = time.perf_counter()
            await asyncio.to_thread(servidor.terminar)
            paro = time.perf_counter() - empezo
            await asyncio.to_thread(servidor.arrancar)
            await asyncio.sleep(3)  # lo que el vigía tarda en darlo por sano y el proxy en volver a contar con él
            print(
                f"  vuelta {vuelta + 1}, proceso {n + 1}: paró en {paro:.1f} s y sanó a los "
                f"{time.perf_counter() - empezo - 3:.1f}; silencio más largo hasta aquí {testigo.peor():.2f} s",
                flush=True,
            )
    await asyncio.sleep(3)
    fallas = [falla for j in jugadores for falla in j.fallas]
    fallas += [f"se le negó su turno: {cual}" for cual in testigo.noes_falsos]
    fallas += [f"no volvió: mesa {j.mesa_id}, persona {j.persona} {j.fuera}" for j in jugadores if j.enchufe is None]
    for j in jugadores:
        j.irse()
    return testigo, fallas


def correr(mesas: int, vueltas: int, semilla: int) -> list[str]:
    """Una corrida completa; escribe lo que pasó y devuelve las fallas."""
    with tempfile.TemporaryDirectory(prefix="despliegue-") as nombre:
        carpeta = Path(nombre)
        with p.postgres(carpeta) as pg, p.redis(carpeta) as redis:
            p.migrar(pg.url)
            ajustes = {"REDIS_URL": redis.url, "PROCESOS": "2"}
            servidores = [
                p.Servidor(
                    pg.url, carpeta / f"servidor-{n}.log", opciones=("--solo-local", "--detras-de-proxy"), **ajustes
                )
                for n in (1, 2)
            ]
            try:
                for servidor in servidores:
                    servidor.arrancar()
                with proxy(carpeta, servidores) as puerto:
                    sembrado = p.sembrar(pg.url, mesas, meta="todas")
                    testigo, fallas = uvloop.run(jugar(servidores, puerto, sembrado, vueltas, semilla))
                fallo = juzgar(pg.url, [m["id"] for m in sembrado["mesas"]], testigo.acusadas)
            finally:
                for servidor in servidores:
                    servidor.terminar()
            rastros = [x for s in servidores for x in s.rastros()]
    return fallas + fallo.fallas + _decir(testigo, fallo, rastros)


def _decir(testigo: Silencios, fallo: Any, rastros: list[str]) -> list[str]:
    def de(datos: list[float]) -> str:
        return f"p50 {p.percentil(datos, 50):.2f}, p99 {p.percentil(datos, 99):.2f}, peor {max(datos, default=0):.2f} s"

    print(
        f"{testigo.desconexiones} sockets cortados: sin mesa {de(testigo.sin_mesa)}; {len(testigo.acusadas)} órdenes "
        f"acusadas: espera {de(testigo.sin_acuse)}; {len(testigo.detenida)} esperas a alguien: {de(testigo.detenida)}; "
        f"{fallo.tarjetas} tarjetas, {fallo.ausencias} ausencias, {len(rastros)} rastros de pila",
        flush=True,
    )
    for que, veces in Counter(rastro[:110] for rastro in rastros).most_common(5):
        print(f"  {veces} veces: {que}", flush=True)
    fallas = [f"{fallo.tarjetas} tarjetas por cambiar de versión"] if fallo.tarjetas else []
    if fallo.anuladas or fallo.cerradas:
        fallas.append(f"{fallo.anuladas} partidas anuladas y {fallo.cerradas} mesas cerradas")
    if testigo.peor() > TOPE:
        fallas.append(f"alguien esperó {testigo.peor():.2f} s (tope {TOPE})")
    return fallas


def main() -> None:
    """Corre y dice si se cumplió."""
    a = argparse.ArgumentParser(prog="python -m bench.despliegue", description=__doc__, add_help=False)
    a.add_argument("-h", "--help", action="help", help="enseña esto y termina")
    a.add_argument("--mesas", type=int, default=100, help="cuántas mesas")
    a.add_argument("--vueltas", type=int, default=2, help="cuántas veces cambia cada proceso")
    a.add_argument("--semilla", type=int, default=1, help="la de los clientes")
    d = a.parse_args()
    print(f"{d.mesas} mesas, dos procesos tras el proxy, {d.vueltas} vueltas", flush=True)
    try:
        fallas = correr(d.mesas, d.vueltas, d.semilla)
    except p.NoArranco as falta:
        print(falta, file=sys.stderr)
        sys.exit(FALTA_PROGRAMA)
    for falla in fallas[:20]:
        print(f"  {falla}")
    print(f"fallas: {len(fallas)}")
    sys.exit(1 if fallas else 0)


if __name__ == "__main__":
    main()
