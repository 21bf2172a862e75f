"""`python -m bench.caos`: golpea servidores, PostgreSQL y Redis mientras se juega y busca en el diario cada acuse."""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import uvloop

from bench.caos.casa import Casa, en_postgres, en_sqlite
from bench.caos.juicio import Fallo, juzgar
from bench.caos.testigos import MesaVista, Nerviosa, Testigo
from bench.comun import procesos as p
from bench.comun.jugador import conectar_todos, sentar

PLAZO = 10.0
"""Segundos para que todas las mesas se puedan jugar otra vez."""
PLAZO_DE_MUESTRA = 30.0
"""La muestra corre con la máquina ocupada en otras pruebas: busca que vuelvan, no en cuánto."""
PACIENCIA = 60.0


class Corrida:
    """Los jugadores, los golpes y lo que tardó cada recuperación."""

    def __init__(self, casa: Casa, sembrado: dict[str, Any], semilla: int, plazo: float) -> None:
        self.casa, self.azar, self.plazo = casa, random.Random(semilla), plazo
        self.testigo = Testigo()
        self.tardanzas: list[tuple[str, float]] = []
        self.fallas: list[str] = []
        puertos = [s.puerto for s in casa.servidores]
        for mesa in sembrado["mesas"]:
            cuatro = sentar(mesa, puertos, self.testigo, self.azar)
            self.testigo.mesas[mesa["id"]] = MesaVista(cuatro)
            for j in cuatro:
                j.ritmo = Nerviosa(random.Random(self.azar.getrandbits(64)))

    async def correr(self, golpes: list[str]) -> None:
        """Juega, golpea cada vez en un instante al azar y espera a que todas se puedan jugar."""
        jugadores = [j for mesa in self.testigo.mesas.values() for j in mesa.jugadores]
        await conectar_todos(jugadores)
        await self._esperar("arranque", time.perf_counter())
        for que in golpes:
            await asyncio.sleep(self.azar.uniform(0.1, 2.5))
            golpe = time.perf_counter()
            habia_otro = await asyncio.to_thread(self.casa.golpear, que, self.azar)
            # si no quedaba nadie atendiendo, el plazo corre desde que se volvió a levantar
            await self._esperar(que, golpe if habia_otro else time.perf_counter())
        await asyncio.sleep(1.5)
        for j in jugadores:
            self.fallas += j.fallas
            j.irse()
        self.fallas += [f"se le negó su turno: {cual}" for cual in self.testigo.noes_falsos]
        await asyncio.sleep(0.5)

    async def _esperar(self, que: str, desde: float) -> None:
        while time.perf_counter() < desde + PACIENCIA:
            faltan = [mesa for mesa in self.testigo.mesas.values() if not mesa.jugable_desde(desde)]
            if not faltan:
                break
            await asyncio.sleep(0.02)
        tardo = time.perf_counter() - desde
        self.tardanzas.append((que, tardo))
        print(f"  {len(self.tardanzas) - 1}: {que}, {tardo:.1f} s, {len(self.testigo.acusadas)} acuses", flush=True)
        if que != "arranque" and tardo > self.plazo:
            self.fallas.append(f"tras {que}, {tardo:.1f} s para que todas se pudieran jugar")
        if faltan:
            for mesa in faltan[:3]:
                print(f"     no vuelve: {mesa.dicho()}", flush=True)
            self.fallas.append(f"{len(faltan)} mesas no volvieron: {faltan[0].dicho()}")


def golpes_de(servidores: int, postgres: int, redis: int, azar: random.Random) -> list[str]:
    """Revueltos."""
    golpes = ["servidor"] * servidores + ["postgres"] * postgres + ["redis"] * redis
    azar.shuffle(golpes)
    return golpes


def correr(base: str, mesas: int, golpes: list[str], semilla: int, plazo: float) -> list[str]:
    """Una corrida completa; escribe lo que pasó y devuelve las fallas."""
    empezo = time.monotonic()
    print(f"{base}: {mesas} mesas, {len(golpes)} golpes", flush=True)
    with tempfile.TemporaryDirectory(prefix="caos-") as carpeta:
        ruta = Path(carpeta)
        with (en_sqlite if base == "sqlite" else en_postgres)(ruta) as casa:
            sembrado = p.sembrar(casa.base, mesas, meta="todas")
            corrida = Corrida(casa, sembrado, semilla, plazo)
            uvloop.run(corrida.correr(golpes))
            # con los servidores todavía en pie: el diario es de quien lo lea
            fallo = juzgar(casa.base, [m["id"] for m in sembrado["mesas"]], corrida.testigo.acusadas)
            rastros = [x for s in casa.servidores for x in s.rastros()]
    _decir(corrida, fallo, rastros, time.monotonic() - empezo)
    fallas = corrida.fallas + fallo.fallas
    if fallo.tarjetas:
        fallas.append(f"{fallo.tarjetas} tarjetas por tiempo caído")
    if fallo.anuladas or fallo.cerradas:
        fallas.append(f"{fallo.anuladas} partidas anuladas y {fallo.cerradas} mesas cerradas")
    return fallas


def _decir(corrida: Corrida, fallo: Fallo, rastros: list[str], duro: float) -> None:
    tardanzas = [t for que, t in corrida.tardanzas if que != "arranque"]
    acusadas = corrida.testigo.acusadas
    rechazos = sum((Counter(j.rechazos) for m in corrida.testigo.mesas.values() for j in m.jugadores), Counter[str]())
    print(
        f"{len(tardanzas)} golpes, {corrida.testigo.desconexiones} sockets cortados; {len(acusadas)} acuses "
        f"({sum(a.tipo == 'tirar' for a in acusadas)} jugadas); en el diario {fallo.renglones} renglones y "
        f"{fallo.jugadas} jugadas ({fallo.automaticas} automáticas), {fallo.tarjetas} tarjetas, "
        f"{fallo.ausencias} ausencias, {fallo.anuladas} anuladas, {fallo.cerradas} cerradas; "
        f"recuperación p50 {p.percentil(tardanzas, 50):.1f} s, peor {max(tardanzas, default=0):.1f} s; "
        f"rechazos {dict(rechazos)}; {len(rastros)} rastros de pila en el registro; {duro:.0f} s",
        flush=True,
    )
    for que, veces in Counter(rastro[:110] for rastro in rastros).most_common(8):
        print(f"  {veces} veces: {que}", flush=True)


def main() -> None:
    """Corre lo pedido, cada base en su propia corrida."""
    a = argparse.ArgumentParser(prog="python -m bench.caos", description=__doc__, add_help=False)
    a.add_argument("-h", "--help", action="help", help="enseña esto y termina")
    a.add_argument("--base", choices=("sqlite", "postgres"), default="postgres",
                   help="sqlite: un servidor; postgres: dos, con PostgreSQL y Redis propios")  # fmt: skip
    a.add_argument("--mesas", type=int, default=100, help="cuántas mesas")
    a.add_argument("--golpes", type=int, default=50, help="cuántas veces se mata un servidor")
    a.add_argument("--reinicios", type=int, default=3, help="cuántas se reinicia PostgreSQL y cuántas Redis")
    a.add_argument("--muestra", action="store_true", help="4 mesas y 3 golpes (SQLite, 8 y 2), para la integración")
    a.add_argument("--semilla", type=int, default=1, help="la de los instantes y los clientes")
    d = a.parse_args()
    azar = random.Random(d.semilla)
    aparte = d.base == "postgres"
    if d.muestra:
        mesas, golpes = (4, ["servidor", "postgres", "redis"]) if aparte else (8, ["servidor"] * 2)
    else:
        mesas, golpes = d.mesas, golpes_de(d.golpes, d.reinicios * aparte, d.reinicios * aparte, azar)
    fallas = correr(d.base, mesas, golpes, d.semilla, PLAZO_DE_MUESTRA if d.muestra else PLAZO)
    for falla in fallas[:20]:
        print(f"  {falla}")
    print(f"fallas: {len(fallas)}")
    if fallas:
        sys.exit(1)


if __name__ == "__main__":
    main()
