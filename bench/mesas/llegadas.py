"""`python -m bench.mesas.llegadas`: cuánto procesador cuesta que los cuatro lleguen a su mesa, y que vuelvan todas.

Una vuelta: mesas recién sembradas, servidor y base en el núcleo 0; todos abren a la vez (de a `--a-la-vez`) y acaba
cuando cada quien tiene su vista y su nonce confirmado. Se cuenta procesador, no reloj: la máquina es compartida. Con
`--contra RUTA` alterna con el código de otra carpeta, vuelta por vuelta.

Con `--volver` juegan, se mata al servidor y se mide lo que gasta hasta que cada mesa jugó otra vez.
"""

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, NamedTuple

import uvloop

from bench.comun import gasto as g
from bench.comun import mensajes as m
from bench.comun import procesos as p
from bench.comun.jugador import Escucha, Jugador, Pedida, Pensada, conectar_todos, sentar

CALIENTAN = 8
"""Mesas que llegan antes de medir: lo que se importa y se arma una vez no es de nadie."""
PLAZO = 120.0
CALLADAS = 20.0
CABEZA = (
    "| Base | Código | Mesas | ms por mesa: servidor (cada vuelta) | base | Redis | Segundos de reloj |\n|" + "---|" * 7
)


class Gasto(NamedTuple):
    """Segundos de procesador."""

    servidor: float
    base: float
    redis: float

    def menos(self, otro: "Gasto") -> "Gasto":
        """Lo gastado desde `otro`."""
        return Gasto(*(a - b for a, b in zip(self, otro, strict=True)))


class Sitio(NamedTuple):
    """La base y el Redis de una corrida; los procesos que gastan por ellos."""

    url: str
    base: int
    redis: str
    redis_pid: int

    def gasto(self, servidor: int) -> Gasto:
        """Hasta ahora."""
        return Gasto(
            g.cpu(servidor),
            g.cpu(self.base, con_hijos=True) if self.base else 0.0,
            g.cpu(self.redis_pid) if self.redis_pid else 0.0,
        )


class Llegan(Escucha):
    """Cuántos faltan por tener su nonce confirmado, o por ver otra jugada en su mesa."""

    def __init__(self) -> None:
        self._faltan: set[object] = set()
        self._hecho = asyncio.Event()

    async def esperar(self, quienes: set[object]) -> float:
        """Segundos hasta que estén todos."""
        empezo, self._faltan = time.perf_counter(), quienes
        self._hecho.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hecho.wait(), PLAZO)
        if self._faltan:
            raise SystemExit(f"En {PLAZO:.0f} s no acabaron {len(self._faltan)}: {list(self._faltan)[:5]}")
        return time.perf_counter() - empezo

    def _esta(self, quien: object) -> None:
        self._faltan.discard(quien)
        if not self._faltan:
            self._hecho.set()

    def visto(self, j: Jugador, vista: m.Vista) -> None:
        if not j.juega and vista.yo.falta_nonce:
            j._una_vez("nonce", 1, b'{"nonce":"%032x"}' % random.getrandbits(128))

    def acusado(self, j: Jugador, pedida: Pedida, acuse: m.Acuse) -> None:
        self._esta(j if pedida.tipo == "nonce" else j.mesa_id)


@contextmanager
def sitio(cual: str, carpeta: Path, con_redis: bool) -> Iterator[Sitio]:
    """Una base nueva en el núcleo 0 y, si se pide, un Redis."""
    with ExitStack() as pila:
        redis = pila.enter_context(p.redis(carpeta)) if con_redis else None
        if redis is not None:
            os.sched_setaffinity(redis.pid, {0})
        suyo = (redis.url, redis.pid) if redis is not None else ("", 0)
        if cual == "sqlite":
            yield Sitio(f"sqlite:///{carpeta}/llegadas.sqlite3", 0, *suyo)
        else:
            pg = pila.enter_context(p.postgres(carpeta, en_nucleo=0))
            yield Sitio(pg.url, pg.pid, *suyo)


def servidor(s: Sitio, codigo: Path, registro: Path, perfil: Path | None) -> p.Servidor:
    """El de ese código, sin arrancar."""
    hecho = p.Servidor(s.url, registro, 0, REDIS_URL=s.redis, PYTHONPATH=str(codigo), ENLINEA_PAUSA_DE_PASE="0")
    hecho.raiz, hecho.perfil = codigo, perfil
    return hecho


def jugadores_de(mesas: list[dict[str, Any]], puerto: int, oye: Llegan, *, juegan: bool) -> list[Jugador]:
    """Los cuatro de cada una."""
    todos = [j for mesa in mesas for j in sentar(mesa, [puerto], oye, random.Random(mesa["id"]))]
    for j in todos:
        j.juega, j.revisa = juegan, False
        if juegan:
            j.ritmo = Pensada(1.0, azar=random.Random(j.mesa_id * 4 + j.persona))
    return todos


async def llegar(s: Sitio, srv: p.Servidor, mesas: list[dict[str, Any]], a_la_vez: int) -> tuple[Gasto, float]:
    """Lo que cuesta que lleguen los cuatro de cada mesa."""
    oye = Llegan()
    frente = jugadores_de(mesas[:CALIENTAN], srv.puerto, oye, juegan=False)
    await asyncio.gather(conectar_todos(frente, a_la_vez), oye.esperar(set(frente)))
    await asyncio.sleep(1)
    todos = jugadores_de(mesas[CALIENTAN:], srv.puerto, oye, juegan=False)
    antes = s.gasto(srv.pid)
    _, duro = await asyncio.gather(conectar_todos(todos, a_la_vez), oye.esperar(set(todos)))
    gasto = s.gasto(srv.pid).menos(antes)
    _despedir([*frente, *todos])
    return gasto, duro


async def callar(s: Sitio, srv: p.Servidor, mesas: list[dict[str, Any]], a_la_vez: int) -> tuple[Gasto, float]:
    """Lo que cuesta que todos estén sentados y nadie haga nada: latidos, relojes y rondas."""
    oye = Llegan()
    todos = jugadores_de(mesas, srv.puerto, oye, juegan=False)
    await asyncio.gather(conectar_todos(todos, a_la_vez), oye.esperar(set(todos)))
    await asyncio.sleep(6)
    antes, empezo = s.gasto(srv.pid), time.perf_counter()
    await asyncio.sleep(CALLADAS)
    gasto, duro = s.gasto(srv.pid).menos(antes), time.perf_counter() - empezo
    print(f"  de un núcleo, con {len(todos)} sockets: {[f'{x / duro:.1%}' for x in gasto]}", file=sys.stderr)
    _despedir(todos)
    return gasto, duro


async def volver(s: Sitio, srv: p.Servidor, mesas: list[dict[str, Any]], a_la_vez: int) -> tuple[Gasto, float]:
    """Lo que cuesta que todas las mesas jueguen otra vez tras un golpe, sin lo que el servidor tarda en arrancar."""
    oye = Llegan()
    todos = jugadores_de(mesas, srv.puerto, oye, juegan=True)
    await asyncio.gather(conectar_todos(todos), oye.esperar({j.mesa_id for j in todos}))
    await asyncio.sleep(20)
    for j in todos:
        j.reconecta = False
    srv.matar()
    await asyncio.sleep(1)
    await asyncio.to_thread(srv.arrancar)
    for j in todos:
        j.reconecta = True
    antes = s.gasto(srv.pid)
    _, duro = await asyncio.gather(conectar_todos(todos, a_la_vez), oye.esperar({j.mesa_id for j in todos}))
    gasto = s.gasto(srv.pid).menos(antes)
    _despedir(todos)
    return gasto, duro


def _despedir(todos: list[Jugador]) -> None:
    malas = [f for j in todos for f in j.fallas] + [f"echado: {j.fuera}" for j in todos if j.fuera]
    for j in todos:
        j.irse()
    if malas:
        raise SystemExit(f"{len(malas)} fallas: {malas[:3]}")


def vuelta(s: Sitio, codigo: Path, a: argparse.Namespace, carpeta: Path) -> tuple[Gasto, float]:
    """Una, con mesas y servidor nuevos."""
    mesas = p.sembrar(s.url, a.mesas + CALIENTAN)["mesas"]
    for mesa in mesas:
        mesa["cookies"] = [f"{galleta}; aparato={token_urlsafe(16)}" for galleta in mesa["cookies"]]
    srv = servidor(s, codigo, carpeta / "servidor.log", Path(a.perfil) if a.perfil else None)
    try:
        srv.arrancar()
        mide = volver if a.volver else callar if a.callar else llegar
        return uvloop.run(mide(s, srv, mesas, a.a_la_vez))
    finally:
        srv.terminar()
        for linea in srv.errores()[:5]:
            print(f"  registro del servidor: {linea}", file=sys.stderr)


def argumentos() -> argparse.Namespace:
    """La orden y su ayuda."""
    a = argparse.ArgumentParser(prog="python -m bench.mesas.llegadas", description=__doc__, add_help=False)
    a.add_argument("-h", "--help", action="help", help="enseña esto y termina")
    a.add_argument("--mesas", type=int, default=150, help="cuántas llegan en cada vuelta")
    a.add_argument("--base", default="sqlite,postgres", help="sqlite (sin Redis) y postgres (con Redis)")
    a.add_argument("--vueltas", type=int, default=3, help="de cada código")
    a.add_argument("--a-la-vez", type=int, default=40, help="sockets que se abren a un tiempo")
    a.add_argument("--volver", action="store_true", help="juegan, se cae el servidor y vuelven todas")
    a.add_argument("--callar", action="store_true", help="ya sentados, nadie hace nada: lo que gastan en 20 s")
    a.add_argument("--contra", default="", help="carpeta con el código con que se alterna")
    a.add_argument("--codigo", default="", help="carpeta con el código que se mide, si no es ésta")
    a.add_argument("--perfil", default="", help="archivo donde cProfile deja lo del hilo del lazo (frena al servidor)")
    return a.parse_args()


def main() -> None:
    """Corre lo pedido y escribe la tabla."""
    a = argumentos()
    codigos = [*([Path(a.contra).resolve()] if a.contra else []), Path(a.codigo).resolve() if a.codigo else p.RAIZ]
    filas = []
    with suppress(OSError, ValueError):
        os.sched_setaffinity(0, {1})
    for cual in a.base.split(","):
        hallado: dict[Path, list[tuple[Gasto, float]]] = {codigo: [] for codigo in codigos}
        with tempfile.TemporaryDirectory(prefix="llegadas-") as donde, ExitStack() as pila:
            carpeta = Path(donde)
            s = pila.enter_context(sitio(cual, carpeta, cual != "sqlite"))
            p.migrar(s.url)
            for numero in range(a.vueltas):
                for codigo in codigos:
                    gasto, duro = vuelta(s, codigo, a, carpeta)
                    hallado[codigo].append((gasto, duro))
                    por_mesa = [round(x / a.mesas * 1000, 2) for x in gasto]
                    print(
                        f"  {cual} {codigo.name} vuelta {numero + 1}: {por_mesa} {duro:.1f} s",
                        file=sys.stderr,
                        flush=True,
                    )
        filas += [fila(cual, codigo, a.mesas, suyas) for codigo, suyas in hallado.items()]
    print(f"\n{g.maquina()}\n\n{CABEZA}")
    print("\n".join(filas))


def fila(base: str, codigo: Path, mesas: int, vueltas: list[tuple[Gasto, float]]) -> str:
    """Un renglón: medianas, y lo del servidor también vuelta por vuelta."""
    cada = [[x / mesas * 1000 for x in gasto] for gasto, _ in vueltas]
    mitad = [statistics.median(columna) for columna in zip(*cada, strict=True)]
    nombre = {"sqlite": "SQLite", "postgres": "PostgreSQL"}[base]
    sueltas = ", ".join(f"{x[0]:.1f}" for x in cada)
    duro = statistics.median(d for _, d in vueltas)
    return (
        f"| {nombre} | {codigo.name} | {mesas} | **{mitad[0]:.1f}** ({sueltas}) | {mitad[1]:.1f} | {mitad[2]:.2f} "
        f"| {duro:.1f} |"
    )


if __name__ == "__main__":
    main()
