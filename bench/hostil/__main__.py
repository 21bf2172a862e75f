"""`python -m bench.hostil`: tramas de todo tipo contra una mesa; ningún rastro, ningún cambio, ninguna molestia."""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import django
import uvloop

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from bench.comun import procesos as p  # noqa: E402
from bench.comun import ws  # noqa: E402
from bench.comun.jugador import Jugador  # noqa: E402
from bench.hostil import escondidos  # noqa: E402
from bench.hostil.ataque import Atacante, aquietar, no_lee, suplantar, vecinas  # noqa: E402
from bench.hostil.puertas import AJUSTES, puertas  # noqa: E402
from bench.hostil.tramas import Hostil  # noqa: E402

CRECE_A_LO_MAS = 1_024
HUECO_MAXIMO = 6.0
"""Segundos que una mesa vecina puede pasar sin avanzar: una pausa de pase, pensar y la plantilla."""


async def atacar(servidor: p.Servidor, sembrado: dict[str, Any], quieta: dict[str, Any], tramas: int) -> list[str]:
    """El ataque completo. Devuelve las fallas."""
    fallas: list[str] = []
    cuatro, testigo = await aquietar(quieta["mesas"][0], servidor.puerto)
    jugadores, escucha = await vecinas(sembrado["mesas"], servidor.puerto)
    victima = next(j for j in cuatro if j.vista is not None and j.vista.yo.opciones)
    for j in cuatro:
        if j is not victima:
            j.irse()
    antes = foto(victima)
    empezo = time.perf_counter()
    atacantes = []
    for n, j in enumerate(x for x in cuatro if x is not victima):
        hostil = Hostil(n, testigo.reales[j.persona], testigo.reales[victima.persona])
        atacantes.append(Atacante(j.mesa_id, j.cookie, servidor.puerto, hostil))
    parte = tramas // len(atacantes) + 1
    quedan: list[asyncio.Task[None]] = []

    async def uno(a: Atacante) -> None:
        await a.atacar(parte)
        quedan.append(asyncio.create_task(a.quedarse()))

    await asyncio.gather(*(uno(a) for a in atacantes), ajenos(servidor, quieta, fallas))
    duro = time.perf_counter() - empezo
    await asyncio.sleep(1.5)
    if foto(victima) != antes:
        fallas.append(f"la mesa atacada cambió: {antes} → {foto(victima)}")
    else:
        fallas += await suplantar(victima)
    for tarea in quedan:
        tarea.cancel()
    fallas += [f for a in atacantes for f in a.fallas] + victima.fallas
    if victima.desconexiones:
        fallas.append("a quien no atacaba se le cerró el socket")
    fallas += juzgar_vecinas(jugadores, escucha)
    respuestas: dict[str, int] = {}
    for a in atacantes:
        for cual, veces in a.respuestas.items():
            respuestas[cual] = respuestas.get(cual, 0) + veces
    print(
        f"{sum(a.enviadas for a in atacantes)} tramas en {duro:.0f} s, {sum(a.cierres for a in atacantes)} cierres, "
        f"{sum(a.callados for a in atacantes)} sin respuesta; contestó {respuestas}; vecinas: {escucha.acuses} acuses, "
        f"p99 {p.percentil(escucha.demoras, 99) * 1000:.0f} ms, mayor hueco {escucha.mayor_hueco:.1f} s",
        flush=True,
    )
    if any(a.callados for a in atacantes):
        fallas.append("alguna ráfaga se quedó sin latido de vuelta")
    escucha.cerrando = True
    for j in (*jugadores, victima):
        j.irse()
    return fallas


def foto(j: Jugador) -> tuple[int, str]:
    """Lo que quien no ataca ve de la mesa, sin lo que corre con la hora."""
    assert j.vista is not None
    return j.vista.version, repr((j.vista.datos, j.vista.yo.mano, j.vista.yo.opciones))


def juzgar_vecinas(jugadores: list[Jugador], escucha: Any) -> list[str]:
    """Que no se les note."""
    fallas = [*escucha.caidas, *(f for j in jugadores for f in j.fallas)]
    rechazos = sum(sum(j.rechazos.values()) for j in jugadores)
    amarillas = sum(sum(j.vista.datos.amarillas) for j in jugadores if j.persona == 0 and j.vista is not None)
    if rechazos or amarillas:
        fallas.append(f"las vecinas tuvieron {rechazos} rechazos y {amarillas} amarillas")
    if escucha.mayor_hueco > HUECO_MAXIMO:
        fallas.append(f"una vecina pasó {escucha.mayor_hueco:.1f} s sin avanzar")
    if not escucha.acuses:
        fallas.append("las vecinas no jugaron")
    return fallas


async def ajenos(servidor: p.Servidor, quieta: dict[str, Any], fallas: list[str]) -> None:
    """Quien no tiene sesión, quien no es de la mesa y quien pide lo que no existe: nadie pasa de la puerta."""
    mesa = quieta["mesas"][0]["id"]
    suelta = quieta["sueltas"][0]
    casos = [("", mesa), ("sesion=inventada", mesa), (suelta, mesa), (suelta, 1), (suelta, 2**52), (suelta, 10**30)]
    for _ in range(5):
        for cookie, cual in casos:
            recibido: list[bytes] = []
            cerrado = asyncio.Event()
            try:
                enchufe = await ws.abrir(
                    servidor.puerto, f"/ws/mesa/{cual}/", recibido.append, lambda c, e=cerrado: e.set(), cookie=cookie
                )  # type: ignore[misc]
            except OSError:
                continue
            enchufe.enviar(b'{"tipo":"comenzar","id_orden":"00000000-0000-4000-8000-000000000001","version":0}')
            try:
                async with asyncio.timeout(15):
                    await cerrado.wait()
            except TimeoutError:
                fallas.append(f"a un ajeno no se le cerró: mesa {cual}")
                enchufe.cortar()
            if any(b'"tipo":"fuera"' not in x for x in recibido):
                fallas.append(f"a un ajeno se le dijo algo: {recibido[0][:80]!r}")


async def sordos(servidor: p.Servidor, mesas: list[dict[str, Any]], calienta: float) -> list[str]:
    """Los que dejan de leer. Antes, uno que sí lee, `calienta` segundos, para que la memoria ya esté pedida.

    Van todos a la vez, para que se distinga lo suyo de lo que piden las vecinas: y entre todos no pasan de lo que se
    permite a uno.
    """
    testigo, _, _ = await no_lee(servidor, mesas[0], 1, calienta, lee=True)
    cuantos = [(mesa, persona) for mesa in mesas for persona in range(4)]
    hechos = await asyncio.gather(*(no_lee(servidor, mesa, persona, 60, lee=False) for mesa, persona in cuantos))
    crecio = max(crecio for crecio, _, _ in hechos)
    cortados = sum(cortado for _, cortado, _ in hechos)
    print(
        f"los que no leen: {len(hechos)} a la vez, {cortados} cortados en {min(t for *_, t in hechos):.1f} a "
        f"{max(t for *_, t in hechos):.1f} s; entre todos el servidor creció {crecio} KB "
        f"(en {calienta:.0f} s con uno que sí lee, {testigo} KB)"
    )
    fallas = []
    if crecio > CRECE_A_LO_MAS:
        fallas.append(f"con {len(hechos)} clientes que no leen, el servidor creció {crecio} KB")
    if cortados < len(hechos):
        fallas.append(f"a {len(hechos) - cortados} que no leen no se les cortó")
    return fallas


def solo_puertas(base: str, carpeta: Path) -> list[str]:
    """Las puertas, sin mesas. Devuelve las fallas."""
    p.migrar(base)
    sueltas = p.sembrar(base, 0, sueltas=1)["sueltas"]
    with p.servidor(base, carpeta / "servidor.log", **AJUSTES) as servidor:
        fallas = uvloop.run(puertas(servidor, sueltas[0]))
        return fallas + [f"registro del servidor: {x}" for x in servidor.errores()]


def correr(base: str, carpeta: Path, tramas: int, mesas: int) -> list[str]:
    """Con un servidor propio sobre esa base. Devuelve las fallas."""
    empezo = time.monotonic()
    p.migrar(base)
    sembrado = p.sembrar(base, mesas, meta="todas")
    quieta = p.sembrar(base, 4, modo="sin_prisa", sueltas=1)
    # un millón de tramas tarda más que los 5 min de un turno sin prisa: la mesa quieta no debe cambiar sola
    plazos = json.dumps({"sin_prisa": 86_400_000, "pase": 300})
    with p.servidor(base, carpeta / "servidor.log", ENLINEA_PLAZOS=plazos, **AJUSTES) as servidor:
        fallas = uvloop.run(puertas(servidor, quieta["sueltas"][0]))
        fallas += uvloop.run(atacar(servidor, sembrado, quieta, tramas))
        fallas += uvloop.run(sordos(servidor, quieta["mesas"][1:], 4 if tramas < 100_000 else 45))
        if not servidor.vivo():
            fallas.append("el servidor murió")
        fallas += [f"registro del servidor: {x}" for x in servidor.errores()]
        texto = servidor.registro.read_text(errors="replace")
    if fallas:
        print(texto[-3000:])
    print(f"{time.monotonic() - empezo:.0f} s; fallas: {len(fallas)}")
    return fallas


def correr_escondidos(base: str, carpeta: Path, en_dos: bool, muestra: bool) -> list[str]:
    """Los que se esconden, con servidores aparte: dos sobre PostgreSQL y Redis, o uno sobre SQLite."""
    empezo = time.monotonic()
    p.migrar(base)
    mesas = p.sembrar(base, 6)["mesas"]
    suyos = escondidos.ajustes(carpeta)
    if en_dos:
        with p.redis(carpeta) as redis, escondidos.reloj_de_la_base(base) as mover:
            suyos |= {"REDIS_URL": redis.url, "PROCESOS": "2"}
            with (
                p.servidor(base, carpeta / "uno.log", **suyos) as uno,
                p.servidor(base, carpeta / "dos.log", **suyos) as dos,
            ):
                fallas = uvloop.run(escondidos.en_postgres(mesas, [uno.puerto, dos.puerto], mover, muestra))
                fallas += [f"registro del servidor: {x}" for s in (uno, dos) for x in s.errores()]
    else:
        with p.servidor(base, carpeta / "uno.log", **suyos) as uno:

            def reiniciar(salto: int) -> None:
                uno.matar()
                uno.ajustes["SALTO_DE_RELOJ"] = str(salto)
                uno.arrancar()

            fallas = uvloop.run(escondidos.en_sqlite(mesas, uno, reiniciar, muestra))
            fallas += [f"registro del servidor: {x}" for x in uno.errores()]
    print(f"los que se esconden: {time.monotonic() - empezo:.0f} s; fallas: {len(fallas)}")
    return fallas


def main() -> None:
    """Corre lo pedido."""
    a = argparse.ArgumentParser(prog="python -m bench.hostil", description=__doc__, add_help=False)
    a.add_argument("-h", "--help", action="help", help="enseña esto y termina")
    a.add_argument("--tramas", type=int, default=1_000_000, help="cuántas tramas hostiles")
    a.add_argument("--mesas", type=int, default=20, help="mesas vecinas que juegan mientras tanto")
    a.add_argument("--base", choices=("sqlite", "postgres"), default="sqlite", help="postgres: uno propio")
    a.add_argument("--muestra", action="store_true", help="3 000 tramas, para la integración continua")
    a.add_argument("--reloj", action="store_true", help="sólo los que se esconden para que no les corra el reloj")
    a.add_argument("--puertas", action="store_true", help="sólo las puertas: segundos")
    d = a.parse_args()
    if d.muestra:
        d.tramas, d.mesas = 3_000, 4
    random.seed(1)
    with tempfile.TemporaryDirectory(prefix="hostil-") as carpeta:
        ruta = Path(carpeta)
        if d.base == "postgres":
            with p.postgres(ruta) as pg:
                fallas = [] if d.reloj else correr(pg.url, ruta, d.tramas, d.mesas)
                if d.reloj or not d.muestra:
                    fallas += correr_escondidos(pg.url, ruta, True, d.muestra)
        else:
            una = f"sqlite:///{ruta}/hostil.sqlite3"
            fallas = solo_puertas(una, ruta) if d.puertas else []
            fallas += [] if d.reloj or d.puertas else correr(una, ruta, d.tramas, d.mesas)
            if d.reloj or not (d.muestra or d.puertas):
                fallas += correr_escondidos(f"sqlite:///{ruta}/reloj.sqlite3", ruta, False, d.muestra)
    for falla in fallas[:20]:
        print(f"  {falla}")
    if fallas:
        sys.exit(1)


if __name__ == "__main__":
    main()
