"""`make restauracion`: juega, destruye la base, la restaura (a lo último y a un momento) y sigue; mide RPO y RTO."""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import uvloop

from bench.caos.juicio import juzgar
from bench.caos.testigos import Acusada, MesaVista, Testigo
from bench.comun import mensajes as m
from bench.comun import procesos as p
from bench.comun.jugador import Jugador, Pedida, Pensada, conectar_todos, sentar
from bench.restauracion.casa import PostgresConRespaldo, archive_timeout

RPO, RTO = 300.0, 900.0
"""Segundos: lo que se puede perder y lo que se puede tardar."""
FALTA_PROGRAMA = 3


class Notario(Testigo):
    """Anota también a qué hora se acusó cada orden."""

    def __init__(self) -> None:
        super().__init__()
        self.horas: list[float] = []

    def acusado(self, j: Jugador, pedida: Pedida, acuse: m.Acuse) -> None:
        super().acusado(j, pedida, acuse)
        self.horas.append(time.time())


class Partida:
    """Los jugadores de todas las mesas, con su notario; tras restaurar se sientan otros en los mismos lugares."""

    def __init__(self, servidor: p.Servidor, sembrado: dict[str, Any], semilla: int) -> None:
        azar, self.notario = random.Random(semilla), Notario()
        for mesa in sembrado["mesas"]:
            cuatro = sentar(mesa, [servidor.puerto], self.notario, azar)
            self.notario.mesas[mesa["id"]] = MesaVista(cuatro)
            for j in cuatro:
                j.ritmo = Pensada(0.8, azar=random.Random(azar.getrandbits(64)))
        self.jugadores = [j for mesa in self.notario.mesas.values() for j in mesa.jugadores]

    async def jugar(self, segundos: float, a_mitad: Any = None) -> None:
        """Juega; `a_mitad`, en otro hilo, mientras."""
        await conectar_todos(self.jugadores)
        if a_mitad is not None:
            await asyncio.to_thread(a_mitad)
        await asyncio.sleep(segundos)

    async def hasta_jugar_todas(self, plazo: float) -> float:
        """Segundos hasta que cada mesa confirma algo."""
        empezo = time.perf_counter()
        await conectar_todos(self.jugadores)
        while time.perf_counter() - empezo < plazo:
            if all(mesa.ultimo_acuse for mesa in self.notario.mesas.values()):
                break
            await asyncio.sleep(0.1)
        return time.perf_counter() - empezo

    def irse(self) -> None:
        """Todos, sin volver."""
        for j in self.jugadores:
            j.irse()


def faltan(base: str, mesas: list[int], acusadas: list[Acusada], hasta: dict[int, int] | None = None) -> list[str]:
    """Lo que se acusó y el diario restaurado no tiene; con `hasta`, sólo cuenta lo que cada mesa alcanzó a guardar."""
    _al_tanto(base)
    topes = hasta or {}
    utiles = [a for a in acusadas if hasta is None or a.version <= topes.get(a.mesa, 0)]
    return list(juzgar(base, mesas, utiles).fallas)


def alcanzado(mesas: list[int]) -> tuple[dict[int, int], int]:
    """Hasta qué renglón llegó cada mesa, y la hora (ms) del último de todos."""
    from enlinea.diario.diario import leer_aparte

    ultimos = {mesa: renglones[-1] for mesa in mesas if (renglones := leer_aparte(mesa))}
    return {mesa: r.num for mesa, r in ultimos.items()}, max((r.instante for r in ultimos.values()), default=0)


class Simulacro:
    """Una corrida; lo que no se cumple queda en `fallas`."""

    def __init__(self, carpeta: Path, mesas: int, segundos: float) -> None:
        self.carpeta, self.segundos, self.fallas = carpeta, segundos, list[str]()
        self.pg = PostgresConRespaldo(carpeta)
        p.migrar(self.pg.url)
        self.sembrado = p.sembrar(self.pg.url, mesas, meta="todas")
        self.mesas = [mesa["id"] for mesa in self.sembrado["mesas"]]
        self.servidor = p.Servidor(self.pg.url, carpeta / "servidor.log", ENLINEA_PAUSA_DE_PASE="100")

    def correr(self) -> None:
        """Juega, destruye, restaura a lo último, sigue; y luego, a un momento de antes, y sigue."""
        self.servidor.arrancar()
        primera = Partida(self.servidor, self.sembrado, 1)
        uvloop.run(self._antes(primera))
        acusadas, horas = primera.notario.acusadas, primera.notario.horas
        print(f"  {len(acusadas)} órdenes acusadas; se destruye la base", flush=True)
        self.servidor.matar()
        self.pg.destruir()
        destruida = time.time()
        self._a_lo_ultimo(acusadas, destruida)
        self._a_un_momento([a for a, hora in zip(acusadas, horas, strict=True) if hora < self.momento])
        self.servidor.terminar()

    async def _antes(self, partida: Partida) -> None:
        """Con su copia base hecha y un momento ya archivado, se juega hasta casi otro `archive_timeout`: lo peor."""
        await partida.jugar(10, self.pg.respaldar)
        if not self.pg.cifrado():
            self.fallas.append("el repositorio se lee sin su llave")
        self.momento = time.time()
        suyo = str(await asyncio.to_thread(self.pg.preguntar, "SELECT pg_walfile_name(pg_current_wal_lsn())"))
        limite = time.monotonic() + 3 * archive_timeout()
        archivado = "SELECT last_archived_wal FROM pg_stat_archiver"
        while str(await asyncio.to_thread(self.pg.preguntar, archivado)) < suyo and time.monotonic() < limite:
            await asyncio.sleep(0.5)
        await asyncio.sleep(self.segundos)
        partida.irse()

    def _a_lo_ultimo(self, acusadas: list[Acusada], destruida: float) -> None:
        empezo = time.monotonic()
        self.pg.restaurar()
        base = time.monotonic() - empezo
        self.servidor.arrancar()
        _al_tanto(self.pg.url)
        tope, ultimo = alcanzado(self.mesas)
        perdido = destruida - ultimo / 1000
        self._seguir(empezo, "a lo último", f"perdido {perdido:.1f} s (RPO), base lista en {base:.1f} s", 2)
        self.fallas += faltan(self.pg.url, self.mesas, acusadas, tope)
        if perdido > RPO:
            self.fallas.append(f"se perdieron {perdido:.0f} s (tope {RPO:.0f})")

    def _a_un_momento(self, de_antes: list[Acusada]) -> None:
        self.servidor.terminar()
        self.pg.parar("fast")
        empezo = time.monotonic()
        self.pg.restaurar(datetime.fromtimestamp(self.momento, UTC).isoformat(sep=" "))
        _al_tanto(self.pg.url)
        _tope, ultimo = alcanzado(self.mesas)
        self.servidor.arrancar()
        if ultimo / 1000 > self.momento + 1:
            self.fallas.append(f"hay renglones de {ultimo / 1000 - self.momento:.1f} s después del momento")
        # antes de jugar más: lo acusado hasta ese momento está entero
        self.fallas += faltan(self.pg.url, self.mesas, de_antes)
        self._seguir(empezo, "a un momento", f"{len(de_antes)} órdenes de antes, todas", 3)

    def _seguir(self, empezo: float, cual: str, dicho: str, semilla: int) -> None:
        """Otros se sientan en los mismos lugares y cada mesa confirma algo: ahí acaba el RTO."""
        partida = Partida(self.servidor, self.sembrado, semilla)

        async def seguir() -> None:
            await partida.hasta_jugar_todas(120)
            self.tardo = time.monotonic() - empezo
            await asyncio.sleep(5)
            partida.irse()
            await asyncio.sleep(1)

        uvloop.run(seguir())
        sin_jugar = sum(not mesa.ultimo_acuse for mesa in partida.notario.mesas.values())
        print(f"  {cual}: {dicho}; todas las mesas juegan a los {self.tardo:.1f} s (RTO)", flush=True)
        self.fallas += faltan(self.pg.url, self.mesas, partida.notario.acusadas)
        self.fallas += [falla for j in partida.jugadores for falla in j.fallas]
        if sin_jugar:
            self.fallas.append(f"{cual}: {sin_jugar} mesas no siguieron")
        if self.tardo > RTO:
            self.fallas.append(f"{cual}: se tardó {self.tardo:.0f} s (tope {RTO:.0f})")


def _al_tanto(base: str) -> None:
    """Este proceso, con la base del simulacro y conexiones nuevas: las de antes de destruirla ya no sirven."""
    juzgar(base, [], [])
    from django.db import connections

    connections["default"].close()
    connections["default"].close_pool()


def main() -> None:
    """Corre y dice si se cumplió."""
    a = argparse.ArgumentParser(prog="python -m bench.restauracion", description=__doc__, add_help=False)
    a.add_argument("-h", "--help", action="help", help="enseña esto y termina")
    a.add_argument("--mesas", type=int, default=40, help="cuántas mesas")
    a.add_argument("--segundos", type=float, default=archive_timeout() - 5.0, help="cuánto se juega tras archivar")
    d = a.parse_args()
    print(
        f"{d.mesas} mesas, se destruye {d.segundos:.0f} s después de archivar, archive_timeout {archive_timeout()} s",
        flush=True,
    )
    with tempfile.TemporaryDirectory(prefix="restauracion-") as carpeta:
        simulacro: Simulacro | None = None
        try:
            simulacro = Simulacro(Path(carpeta), d.mesas, d.segundos)
            simulacro.correr()
        except p.NoArranco as falta:
            print(falta, file=sys.stderr)
            sys.exit(FALTA_PROGRAMA)
        finally:
            if simulacro is not None:
                simulacro.servidor.matar()
                simulacro.pg.parar()
    for falla in simulacro.fallas[:20]:
        print(f"  {falla}")
    print(f"fallas: {len(simulacro.fallas)}")
    sys.exit(1 if simulacro.fallas else 0)


if __name__ == "__main__":
    main()
