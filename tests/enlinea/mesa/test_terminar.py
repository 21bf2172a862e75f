"""Parar el servidor no deja nada a medias: lo que llegó queda en el diario, y su registro, limpio."""

import asyncio
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from django.conf import settings

from bench.comun import mensajes as m
from bench.comun import procesos as p
from bench.comun.jugador import Escucha, Jugador, Pedida, conectar_todos, sentar
from enlinea.diario.renglon import Renglon
from enlinea.mesa.proceso import Proceso
from enlinea.mesa.proyector import LISTO
from enlinea.models import id_al_azar
from tests.config.servidor import RAIZ, base_migrada, copiar_base, direccion_de_la_prueba

PACIENCIA = 20
EN_SQLITE = settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
EN_POSTGRES = pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.redis])
SQLITE_DE_NOCHE = pytest.mark.parametrize(
    "base", [EN_POSTGRES, *([pytest.param("sqlite", marks=pytest.mark.noche)] if EN_SQLITE else [])], indirect=True
)
"""De día, en SQLite basta con la partida entera."""


class Acuses(Escucha):
    """Las órdenes que el servidor dijo haber guardado."""

    def __init__(self) -> None:
        self.hechas: list[str] = []

    def acusado(self, j: Jugador, pedida: Pedida, acuse: m.Acuse) -> None:
        self.hechas.append(pedida.id_orden)


@pytest.fixture(params=[EN_POSTGRES, *(["sqlite"] if EN_SQLITE else [])])
def base(request: pytest.FixtureRequest, tmp_path: Path, carpeta_de_bases: Path) -> str:
    """La dirección de una con sus tablas: la de la prueba o, en SQLite, un archivo aparte."""
    if request.param == "postgres":
        request.getfixturevalue("transactional_db")
        return direccion_de_la_prueba()
    return f"sqlite:///{copiar_base(base_migrada(carpeta_de_bases), tmp_path / 'servidor.sqlite3')}"


@pytest.fixture
def servidor(base: str, tmp_path: Path) -> Any:
    ajustes = {"ENLINEA_PAUSA_DE_PASE": "0", "REDIS_URL": settings.REDIS_URL if es_postgres(base) else ""}
    with p.servidor(base, tmp_path / "registro", **ajustes) as uno:
        yield uno


def es_postgres(base: str) -> bool:
    return base.startswith("postgres")


@asynccontextmanager
async def jugando(servidor: p.Servidor, mesas: int) -> AsyncIterator[tuple[list[Jugador], Acuses]]:
    """Mesas en las que se contesta al instante, ya con unas jugadas."""
    sembrado = await asyncio.to_thread(p.sembrar, servidor.base, mesas)
    acuses, azar = Acuses(), random.Random(5)
    jugadores = [j for mesa in sembrado["mesas"] for j in sentar(mesa, [servidor.puerto], acuses, azar)]
    await conectar_todos(jugadores)
    await hasta(lambda: len(acuses.hechas) > 30 * mesas)
    yield jugadores, acuses
    for j in jugadores:
        j.irse()


async def hasta(condicion: Callable[[], Any]) -> None:
    async with asyncio.timeout(PACIENCIA):
        while not condicion():
            await asyncio.sleep(0.01)


async def a_quienes_toca(mesas: list[list[Jugador]]) -> list[Jugador]:
    """De cada mesa, quien puede tirar y no ha tirado; los demás, quietos. Todas a la vez: el reloj de la que ya
    estuviera lista no corre mientras llega otra.
    """
    jugadores = [j for mesa in mesas for j in mesa]
    while True:
        for j in jugadores:
            j.juega = j.reconecta = False
        await asyncio.sleep(0.1)
        await hasta(lambda: not any(j.pedidas for j in jugadores))
        turnos = [next((j for j in mesa if j.vista is not None and j.vista.yo.opciones), None) for mesa in mesas]
        listos = [j for j in turnos if j is not None]
        if len(listos) == len(mesas):
            return listos
        for j in jugadores:
            j.juega = True
            j.atender()
        await asyncio.sleep(0.05)


async def terminar(servidor: p.Servidor, entretanto: Callable[[], Awaitable[None]] | None = None) -> None:
    """SIGTERM, y que acabe en paz y pronto."""
    assert servidor.proceso is not None
    servidor.proceso.send_signal(signal.SIGTERM)
    if entretanto is not None:
        await entretanto()
    assert await asyncio.to_thread(servidor.proceso.wait, PACIENCIA) == 0
    registro = servidor.registro.read_text()
    assert "Traceback" not in registro and not servidor.errores(), registro[-3000:]
    assert "Servidor cerrado" in registro


@contextmanager
def diario_de(base: str) -> Iterator[Any]:
    """Otra conexión al diario, que confirma sola."""
    if es_postgres(base):
        with closing(psycopg.connect(base, autocommit=True)) as conexion:
            yield conexion
    else:
        with closing(sqlite3.connect(f"{base.removeprefix('sqlite:///')}-diario", isolation_level=None)) as conexion:
            yield conexion


def trabar(diario: Any) -> None:
    """Nadie escribe en él hasta el `ROLLBACK`; leer, sí."""
    if isinstance(diario, sqlite3.Connection):
        diario.execute("BEGIN IMMEDIATE")
    else:
        diario.execute("BEGIN")
        diario.execute("LOCK TABLE enlinea_diario IN SHARE MODE")


def en_el_diario(base: str) -> set[str]:
    with diario_de(base) as diario:
        ordenes = [una for (una,) in diario.execute("SELECT id_orden FROM enlinea_diario")]
    return {str(una if es_postgres(base) else UUID(bytes=una)) for una in ordenes}


@SQLITE_DE_NOCHE
def test_la_jugada_que_llego_justo_antes_queda_en_el_diario(servidor: p.Servidor, base: str) -> None:
    """Una ya va camino de la base, que se tarda; la de la otra mesa espera su lote cuando llega la señal."""

    async def guion() -> set[str]:
        async with jugando(servidor, 2) as (jugadores, _):
            quienes = await a_quienes_toca([jugadores[:4], jugadores[4:]])
            with diario_de(base) as otra:
                trabar(otra)
                for quien in quienes:
                    quien._tirar(quien.vista)
                    await asyncio.sleep(0.3)

                async def soltar() -> None:
                    await asyncio.sleep(1.5)
                    otra.execute("ROLLBACK")

                await terminar(servidor, soltar)
            return {pedida.id_orden for quien in quienes for pedida in quien.pedidas.values()}

    llegaron = asyncio.run(guion())
    assert len(llegaron) == 2 and llegaron <= en_el_diario(base)


def test_en_plena_partida_nada_de_lo_acusado_falta(servidor: p.Servidor, base: str) -> None:
    """Con la historia de las que van acabando a medio guardar."""

    async def guion() -> list[str]:
        async with jugando(servidor, 4) as (jugadores, acuses):
            for j in jugadores:
                j.reconecta = False
            await hasta(lambda: any(j.posicion[0] > 1 for j in jugadores))
            await terminar(servidor)
            return acuses.hechas

    acusadas = asyncio.run(guion())
    assert len(acusadas) > 200 and not set(acusadas) - en_el_diario(base)


@SQLITE_DE_NOCHE
def test_el_ayudante_de_la_historia_acaba_lo_suyo_aunque_ya_no_haya_quien_lo_oiga(base: str) -> None:
    """El servidor se fue sin esperarlo, y el sistema les mandó la señal a los dos."""
    ayudante = subprocess.Popen(
        [sys.executable, "manage.py", "historia"],
        cwd=RAIZ, env=p.entorno(base), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    assert ayudante.stdin is not None and ayudante.stdout is not None and ayudante.stderr is not None
    ayudante.stdin.write(b"[]\n")
    ayudante.stdin.flush()
    assert ayudante.stdout.readline() == LISTO
    ayudante.send_signal(signal.SIGTERM)
    ayudante.stdout.close()
    ayudante.stdin.write(b"[]\n[]\n")
    ayudante.stdin.close()
    # sin prisa: va con la menor prioridad, y aquí no se mide cuánto tarda sino que acaba bien
    assert ayudante.wait(6 * PACIENCIA) == 0
    assert ayudante.stderr.read() == b""


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_si_la_base_no_contesta_se_termina_a_su_hora_y_se_dice(caplog: pytest.LogCaptureFixture) -> None:
    suelta = threading.Event()

    class NoContesta:
        def anexar(self, lote: object) -> set[Any]:
            suelta.wait(PACIENCIA)
            return set()

        def cerrar(self) -> None: ...

    uno = Proceso(NoContesta)  # type: ignore[arg-type]
    uno.entorno.anexar(Renglon(id_al_azar(), 1, uuid4(), 0, 1, "[]", 1), lambda _: None)
    await asyncio.sleep(0.05)
    empezo = uno.lazo.time()
    try:
        await uno.reposar(1.0)
        uno.parar(0.0)
        assert uno.lazo.time() - empezo < PACIENCIA
        assert "que nadie dio por hechas" in caplog.text
    finally:
        suelta.set()
