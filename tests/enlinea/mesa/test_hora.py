"""La hora de las mesas es tiempo transcurrido: ningún salto del reloj de pared la mueve (EL9; D213)."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from enlinea.diario import diario, procesos
from enlinea.diario.hora import ACERCA, Hora, hora
from enlinea.mesa import preguntas
from enlinea.mesa.proceso import proceso
from enlinea.models import Partida, Tarjeta
from enlinea.models import Proceso as FilaDeProceso
from reglas.mesa.tipos import Fase
from tests.enlinea.mesa.sentados import jugando
from tests.enlinea.mesa.tiempo import adelantar, hasta_que, rapido  # noqa: F401

SALTOS = pytest.mark.parametrize("salto", [400, -400], ids=["adelanta 400 s", "atrasa 400 s"])


@pytest.fixture
def reloj(monkeypatch: pytest.MonkeyPatch) -> Any:
    """El monótono, a mano."""

    class Monotono:
        ns = 5_000_000_000

        def pasa(self, ms: int) -> None:
            self.ns += ms * 1_000_000

    uno = Monotono()
    monkeypatch.setattr(time, "monotonic_ns", lambda: uno.ns)
    return uno


# --- pura -------------------------------------------------------------------------------------------------------------
@SALTOS
def test_un_salto_de_la_base_mueve_la_fecha_y_no_lo_que_se_mide(reloj: Any, salto: int) -> None:
    suya = Hora()
    iba = suya.ahora()
    suya.ajustar(iba + salto * 1_000, tardo_ns=0)
    assert (suya.ahora(), suya.fecha()) == (iba, iba + salto * 1_000)
    reloj.pasa(1_000)
    assert suya.ahora() == iba + 1_000


@pytest.mark.parametrize("dejo", [-86_400_000, -400_000, 0, 400_000], ids=str)
def test_al_nacer_sigue_donde_quedo_el_ultimo_latido_diga_lo_que_diga_la_pared(reloj: Any, dejo: int) -> None:
    suya = Hora()
    ultimo = suya.ahora() + dejo
    suya.seguir(ultimo)
    assert suya.ahora() == ultimo
    suya.seguir(ultimo + 999_999)
    assert suya.ahora() == ultimo, "una vez puesta, ya no"
    reloj.pasa(250)
    assert suya.ahora() == ultimo + 250


def test_sin_latidos_guardados_empieza_como_la_de_la_maquina(reloj: Any) -> None:
    suya = Hora()
    suya.seguir(None)
    assert suya.puesta
    assert abs(suya.ahora() - time.time_ns() // 1_000_000) < 1_000


def test_a_quien_va_adelante_se_acerca_de_a_poco_y_nunca_vuelve_atras(reloj: Any) -> None:
    """Un proceso con la hora echada a perder no se la echa a perder a los demás de golpe."""
    suya = Hora()
    iba = suya.ahora()
    suya.acercar(iba + 90)
    assert suya.ahora() == iba + 90
    suya.acercar(iba - 5_000)
    assert suya.ahora() == iba + 90
    suya.acercar(iba + 400_000)
    assert suya.ahora() == iba + 90 + ACERCA


# --- con la base ------------------------------------------------------------------------------------------------------
@pytest.mark.django_db
def test_dos_procesos_acaban_midiendo_con_la_misma_y_el_que_nace_la_hereda(monkeypatch: pytest.MonkeyPatch) -> None:
    quieto = time.monotonic_ns()  # que lo que tarde la base no cuente: aquí se mide cuánto se acerca, no cuánto tarda
    monkeypatch.setattr("enlinea.diario.hora.time.monotonic_ns", lambda: quieto)
    adelantada, nueva = Hora(), Hora()
    adelantada.puesta, adelantada._corrimiento = True, adelantada._corrimiento + int(600 * 1e9)
    uno, otro = FilaDeProceso().pk, FilaDeProceso().pk
    monkeypatch.setattr(procesos, "hora", adelantada)
    procesos.latir(uno)
    monkeypatch.setattr(procesos, "hora", nueva)
    procesos.latir(otro)
    assert nueva.ahora() == adelantada.ahora()
    nueva._corrimiento -= int(0.4 * 1e9)
    for _latido in range(3):
        procesos.latir(otro)
    assert nueva.ahora() == adelantada.ahora(), "el que va atrás se acerca"


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
@SALTOS
async def test_el_salto_no_acaba_una_ausencia_ni_un_turno_ni_los_alarga(
    monkeypatch: pytest.MonkeyPatch, salto: int
) -> None:
    """Antes, +400 s en el reloj de la base acababan en 3 s una ausencia de cinco minutos, y con azul."""
    leer = preguntas.Preguntas.poner_la_hora

    def saltada(suyas: preguntas.Preguntas) -> None:
        leer(suyas)
        hora.ajustar(time.time_ns() // 1_000_000 + salto * 1_000, 0)

    async with jugando() as (_mesa, jugadores, viva):
        monkeypatch.setattr(preguntas.Preguntas, "poner_la_hora", saltada)
        p = proceso()
        p.ronda._vuelta = 0
        await p.ronda._dar()
        adelantar(0)
        await hasta_que(lambda: not viva.ocupada)
        assert max(viva.estado.amarillas) == 0 and not any(viva.estado.ausentes)
        assert 15_000 < viva.estado.vence - hora.ahora() <= 20_000
        await jugadores[2].cerrar()
        await hasta_que(lambda: bool(viva.estado.ausentes[2]))
        p.ronda._vuelta = 0
        await p.ronda._dar()
        adelantar(0)
        await hasta_que(lambda: not viva.ocupada)
        assert viva.estado.fase is Fase.JUGANDO
        assert 260_000 < viva.estado.ausentes[2] - hora.ahora() <= 300_000
        adelantar(301)
        await hasta_que(lambda: viva.estado.fase is Fase.CERRADA)


@contextmanager
def reloj_de_postgres(segundos: int) -> Iterator[None]:
    """A las conexiones nuevas la base les dice otra hora: su propio `clock_timestamp` va antes que el del sistema."""
    base = connection.settings_dict["NAME"]
    with connection.cursor() as c:
        c.execute("CREATE SCHEMA saltado")
        c.execute(
            "CREATE FUNCTION saltado.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS "
            f"$$ SELECT pg_catalog.clock_timestamp() + interval '{segundos} s' $$"
        )
        c.execute(f'ALTER DATABASE "{base}" SET search_path = saltado, pg_catalog, public')
    try:
        yield
    finally:
        with connection.cursor() as c:
            c.execute(f'ALTER DATABASE "{base}" RESET search_path')
            c.execute("DROP SCHEMA saltado CASCADE")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
@SALTOS
async def test_con_el_reloj_de_postgres_saltado_la_ausencia_dura_lo_suyo(salto: int) -> None:
    async with jugando() as (_mesa, jugadores, viva):
        await jugadores[2].cerrar()
        await hasta_que(lambda: bool(viva.estado.ausentes[2]))
        con_el_salto = reloj_de_postgres(salto)
        await sync_to_async(con_el_salto.__enter__)()
        try:
            p = proceso()
            p.ronda._preguntas.soltar()
            antes = hora.fecha()
            p.ronda._vuelta = 0
            await p.ronda._dar()
            await hasta_que(lambda: abs(hora.fecha() - antes - salto * 1_000) < 60_000)
            adelantar(0)
            await hasta_que(lambda: not viva.ocupada)
            assert viva.estado.fase is Fase.JUGANDO
            assert 260_000 < viva.estado.ausentes[2] - hora.ahora() <= 300_000
        finally:
            await sync_to_async(con_el_salto.__exit__)(None, None, None)
            p.ronda._preguntas.soltar()


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_la_fecha_de_la_partida_y_de_la_tarjeta_es_la_de_la_base_aunque_lo_medido_vaya_atras() -> None:
    """La suspensión corre desde una fecha (SA1): si la mesa mide con otra hora, la fecha no puede salir de ahí."""
    atras = int(7 * 3_600 * 1e9)
    hora._corrimiento -= atras
    async with jugando() as (mesa, _jugadores, viva):
        adelantar(21.1)
        for _ in range(40):
            await hasta_que(lambda: not viva.ocupada)
            if viva.estado.fase is Fase.CERRADA:
                break
            adelantar(5)
        async with asyncio.timeout(20):
            while not await Partida.objects.filter(mesa=mesa).aexists():
                await asyncio.sleep(0.02)
        partida = await Partida.objects.aget(mesa=mesa)
        tarjetas = [t async for t in Tarjeta.objects.filter(mesa=mesa)]
    renglones = await sync_to_async(diario.leer)(mesa.pk)
    ahora = time.time()
    assert len(tarjetas) == 28
    assert all(abs(cuando.timestamp() - ahora) < 120 for cuando in (partida.inicio, partida.fin))
    assert all(abs(t.instante.timestamp() - ahora) < 120 for t in tarjetas)
    assert all(abs(r.instante / 1000 - ahora) < 120 for r in renglones)
