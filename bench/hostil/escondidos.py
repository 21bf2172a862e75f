"""Los que se esconden para no jugar: nadie detiene su reloj sin fin ni deja a otro con la tarjeta (D211 a D213).

Con los relojes acortados diez veces: lo que se castiga aquí es un servidor de verdad, y no se espera cinco minutos.
"""

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from bench.comun import mensajes as m
from bench.comun import procesos as p
from bench.comun import ws
from bench.comun.jugador import Escucha, Jugador, Ritmo, conectar_todos, sentar

PLAZOS = {
    "segundo": 100, "extra": 500, "tira_sola": 600, "pase": 100, "margen": 1_500, "margen_de_mano": 6_000,
    "ausencia": 14_000,
}  # fmt: skip
ESPERA = PLAZOS["ausencia"] / 1000
CICLO = 0.73
SE_TOLERA = 3.0
"""Segundos que puede tardarse lo que debe pasar: la máquina hace otras cosas."""
LEE_LA_HORA = 11.5
"""Segundos en que un servidor ya leyó la de la base."""
SALTO = 400
"""Segundos que brinca el reloj de pared."""


class SoloReparte(Ritmo):
    """Da su número y comienza; ya repartida la mano, no tira."""

    def pensar(self, vista: m.Vista) -> float:
        """Una hora, si es de tirar."""
        return 3_600.0 if vista.datos.fase == m.JUGANDO else 0.0


class Escena:
    """Una mesa recién repartida en la que nadie tira: quien tiene el turno, y quien lo ve desde fuera."""

    def __init__(self, cuatro: list[Jugador], puertos: list[int]) -> None:
        self.cuatro, self.puertos = cuatro, puertos
        turno = self._vista(cuatro[0]).datos.turno
        self.tramposo = next(j for j in cuatro if j.asiento == turno)
        self.testigo = next(j for j in cuatro if j is not self.tramposo)

    @staticmethod
    def _vista(j: Jugador) -> m.Vista:
        assert j.vista is not None
        return j.vista

    @property
    def datos(self) -> Any:
        """Lo que ve el testigo."""
        return self._vista(self.testigo).datos

    @property
    def cerrada(self) -> bool:
        """Si la partida acabó."""
        return bool(self.datos.fase == m.CERRADA)

    async def asomarse(self, vez: int) -> None:
        """El tramposo entra, ve la mesa y se va; cada vez por otro servidor, si hay dos."""
        llego = asyncio.Event()
        enchufe = await ws.abrir(
            self.puertos[vez % len(self.puertos)],
            f"/ws/mesa/{self.tramposo.mesa_id}/",
            lambda crudo: llego.set() if b'"tipo":"vista"' in crudo else None,
            lambda codigo: llego.set(),
            cookie=self.tramposo.cookie,
        )
        async with asyncio.timeout(10):
            await llego.wait()
        enchufe.cortar()

    def de_otros(self) -> int:
        """Amarillas que no son del tramposo."""
        return sum(self.datos.amarillas) - self.datos.amarillas[self.tramposo.asiento]

    def soltar(self) -> None:
        """Se van todos."""
        for j in self.cuatro:
            j.irse()


async def repartida(mesa: dict[str, Any], puertos: list[int]) -> Escena:
    """La mesa con los cuatro y la primera mano en la mesa."""
    cuatro = sentar(mesa, puertos, Escucha(), random.Random(11))
    for j in cuatro:
        j.ritmo = SoloReparte()
    await conectar_todos(cuatro)
    async with asyncio.timeout(30):
        while not all(j.vista is not None and j.vista.datos.fase == m.JUGANDO for j in cuatro):
            await asyncio.sleep(0.01)
    return Escena(cuatro, puertos)


# --- los ataques ------------------------------------------------------------------------------------------------------
async def cierra_y_vuelve(e: Escena) -> list[str]:
    """Cierra el socket y se asoma cada 0.73 s (7.3 de los de verdad): sus amarillas llegan igual."""
    e.tramposo.irse()
    empezo, vez = time.perf_counter(), 0
    while time.perf_counter() - empezo < 8 and not e.cerrada:
        await asyncio.sleep(CICLO)
        await e.asomarse(vez := vez + 1)
    suyas = e.datos.amarillas[e.tramposo.asiento]
    print(f"cierra y vuelve: {vez} veces en 8 s, {suyas} amarillas", flush=True)
    fallas = [] if suyas >= 3 else [f"cerrar y volver detuvo el reloj: {suyas} amarillas en 8 s"]
    return fallas + ([f"otro llevó {e.de_otros()} amarillas"] if e.de_otros() else [])


async def sale_y_vuelve(e: Escena) -> list[str]:
    """«Salir» y abrir la mesa al instante, una y otra vez: se le acaban sus cinco minutos y la azul es suya."""
    empezo, vez = time.perf_counter(), 0
    e.tramposo.irse()
    while time.perf_counter() - empezo < ESPERA + SE_TOLERA and not e.cerrada:
        vez += 1
        enchufe = await ws.abrir(
            e.puertos[0], f"/ws/mesa/{e.tramposo.mesa_id}/", lambda crudo: None, lambda codigo: None,
            cookie=e.tramposo.cookie,
        )  # fmt: skip
        await asyncio.sleep(0.1)
        orden = f"11111111-0000-4000-8000-{vez:012x}"
        enchufe.enviar(b'{"tipo":"salir","id_orden":"%b","version":0,"datos":{}}' % orden.encode())
        await asyncio.sleep(0.1)
        enchufe.cortar()
    print(f"sale y vuelve: {vez} veces en {time.perf_counter() - empezo:.1f} s", flush=True)
    if not e.cerrada:
        return [f"salir y volver {vez} veces no le costó nada"]
    if (e.datos.motivo, e.datos.culpable) != ("abandono", e.tramposo.asiento):
        return [f"la partida acabó por {e.datos.motivo}, del asiento {e.datos.culpable}"]
    return []


async def espera_entera(e: Escena, salto: Callable[[], Awaitable[None]]) -> list[str]:
    """Uno se va y el reloj de pared brinca: su espera dura lo que debe, ni se acaba antes ni se alarga."""
    e.tramposo.pedir("salir", b"{}")
    async with asyncio.timeout(5):
        while e.datos.ausentes is None:
            await asyncio.sleep(0.01)
    empezo = time.perf_counter()
    e.tramposo.irse()
    await salto()
    # leído ya el reloj saltado, cualquier cosa que pase en la mesa vuelve a mirar los plazos
    await asyncio.sleep(LEE_LA_HORA)
    next(j for j in e.cuatro if j not in (e.tramposo, e.testigo)).pedir("salir", b"{}")
    while not e.cerrada and time.perf_counter() - empezo < ESPERA + SE_TOLERA:
        await asyncio.sleep(0.02)
    duro = time.perf_counter() - empezo
    print(f"espera con el reloj saltado: {duro:.1f} s de {ESPERA:.0f}", flush=True)
    if not e.cerrada:
        return [f"pasados {duro:.1f} s la espera de {ESPERA:.0f} no se acababa"]
    return [f"la espera de {ESPERA:.0f} s se acabó en {duro:.1f}"] if duro < ESPERA - 0.5 else []


async def tras_reiniciar(e: Escena, reiniciar: Callable[[], None]) -> list[str]:
    """El servidor muere y vuelve con otro reloj de pared: al turno no le sobra tiempo ni le falta."""
    await asyncio.to_thread(reiniciar)
    empezo = time.perf_counter()
    async with asyncio.timeout(30):
        while any(j.enchufe is None for j in e.cuatro):
            await asyncio.sleep(0.01)
    volvieron, antes = time.perf_counter(), e.datos.amarillas[e.tramposo.asiento]
    while not e.datos.amarillas[e.tramposo.asiento] > antes and time.perf_counter() - volvieron < 4 + SE_TOLERA:
        await asyncio.sleep(0.02)
    print(f"tras reiniciar: volvieron en {volvieron - empezo:.1f} s, amarilla a los "
          f"{time.perf_counter() - volvieron:.1f} s", flush=True)  # fmt: skip
    return [] if e.datos.amarillas[e.tramposo.asiento] > antes else ["tras reiniciar, el turno no vencía"]


# --- cómo se corren ---------------------------------------------------------------------------------------------------
@contextmanager
def reloj_de_la_base(url: str) -> Iterator[Callable[[int], None]]:
    """Una base cuyo reloj se puede mover: su `clock_timestamp` va antes que el del sistema."""
    with psycopg.connect(url, autocommit=True) as base:
        base.execute("CREATE SCHEMA saltado")
        base.execute("CREATE TABLE saltado.salto (s int)")
        base.execute("INSERT INTO saltado.salto VALUES (0)")
        base.execute(
            "CREATE FUNCTION saltado.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS "
            "$$ SELECT pg_catalog.clock_timestamp() + make_interval(secs => (SELECT s FROM saltado.salto)) $$"
        )
        base.execute("ALTER DATABASE banco SET search_path = saltado, pg_catalog, public")
        yield lambda s: base.execute("UPDATE saltado.salto SET s = %s", (s,)) and None


async def en_postgres(
    mesas: list[dict[str, Any]], puertos: list[int], mover: Callable[[int], None], muestra: bool
) -> list[str]:
    """Los tres a la vez con el salto adelante y, si no es muestra, la espera con el salto atrás.

    El servidor lee el reloj de la base cada 10 s.
    """
    escenas = [await repartida(mesa, puertos) for mesa in mesas[:3]]

    async def salta(cuanto: int) -> None:
        await asyncio.to_thread(mover, cuanto)

    fallas: list[str] = []
    for hechas in await asyncio.gather(
        cierra_y_vuelve(escenas[0]), sale_y_vuelve(escenas[1]), espera_entera(escenas[2], lambda: salta(SALTO))
    ):
        fallas += hechas
    if not muestra:
        escenas.append(await repartida(mesas[3], puertos))
        fallas += await espera_entera(escenas[3], lambda: salta(-SALTO))
    for e in escenas:
        e.soltar()
    return fallas


async def en_sqlite(
    mesas: list[dict[str, Any]], servidor: p.Servidor, reiniciar: Callable[[int], None], muestra: bool
) -> list[str]:
    """Los dos que van y vienen, a la vez; luego, reinicios con el reloj de la máquina en otra hora."""
    escenas = [await repartida(mesa, [servidor.puerto]) for mesa in mesas[:2]]
    fallas: list[str] = []
    for hechas in await asyncio.gather(cierra_y_vuelve(escenas[0]), sale_y_vuelve(escenas[1])):
        fallas += hechas
    for e in escenas:
        e.soltar()
    saltos = (-SALTO,) if muestra else (-SALTO, SALTO, 2 * SALTO, 0)
    for mesa, salto in zip(mesas[2:], saltos, strict=False):
        e = await repartida(mesa, [servidor.puerto])
        fallas += await tras_reiniciar(e, lambda s=salto: reiniciar(s))
        e.soltar()
    return fallas


OTRO_RELOJ = """import os, time
_salto = int(os.environ.get("SALTO_DE_RELOJ", "0"))
_time, _time_ns = time.time, time.time_ns
time.time = lambda: _time() + _salto
time.time_ns = lambda: _time_ns() + _salto * 1_000_000_000
"""
"""`sitecustomize` del servidor castigado: su reloj de pared, corrido."""


def ajustes(carpeta: Path) -> dict[str, str]:
    """Los del servidor: relojes cortos y un reloj de pared que se puede mover."""
    otro = carpeta / "otro_reloj"
    otro.mkdir(exist_ok=True)
    (otro / "sitecustomize.py").write_text(OTRO_RELOJ)
    return {"ENLINEA_PLAZOS": json.dumps(PLAZOS), "PYTHONPATH": f"{otro}:{p.RAIZ}"}
