"""Quien vio una jugada que este proceso aún no sabe no oye un «no» falso (EL10).

La confirmó otro proceso, que murió antes de avisar: quien la vio ya está conectado aquí y le toca.
"""

import asyncio
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection

from enlinea.diario import diario
from enlinea.diario.diario import ESQUEMA, escribir_eventos
from enlinea.diario.hora import hora
from enlinea.diario.renglon import Renglon
from enlinea.diario.sorteo import sortear
from enlinea.mesa import lectura, ronda
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.proceso import proceso
from reglas.mano import legales
from reglas.mesa.decidir import decidir
from reglas.mesa.estado import Mesa as Estado
from reglas.mesa.estado import plegar
from reglas.mesa.eventos import Evento
from reglas.mesa.ordenes import Tirar
from reglas.mesa.relojes import PLAZOS
from reglas.mesa.tipos import Fase
from tests.enlinea.mesa.sentados import Jugador, comenzar, jugando, mesa_lista, sentados, sesiones_de

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture(autouse=True)
def sin_rondas(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """La ronda de cada segundo también lo pondría al día, y no es lo que se prueba."""
    monkeypatch.setattr(ronda, "CADA", 600.0)
    settings.ENLINEA_PLAZOS = {"pase": 0}


def una_jugada(estado: Estado) -> tuple[list[Evento], Estado]:
    """La salida que deje tirar a quien sigue."""
    assert estado.mano is not None
    for ficha, _ in legales(estado.mano):
        eventos = decidir(estado, Tirar(estado.mano.turno, ficha, None), hora.ahora(), sortear, PLAZOS)
        despues = plegar(estado, eventos)
        assert despues.mano is not None
        if legales(despues.mano):
            return eventos, despues
    raise AssertionError("con siete fichas siempre hay una")


async def tirar(jugador: Jugador, estado: Estado, version: int) -> dict[str, Any]:
    assert estado.mano is not None
    ficha, extremo = legales(estado.mano)[0]
    return await jugador.pedir("tirar", version=version, ficha=ficha, extremo=extremo)


@pytest.mark.postgres
async def test_si_la_base_se_reinicio_se_relee_con_otra_conexion() -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        p = proceso()
        # las de los hilos quedan abiertas: se matan ésas, y ninguna otra
        suyas = await asyncio.gather(*(en_hilo(cual_es) for _vez in range(16)))
        await sync_to_async(matar)(set(suyas))
        leidos = await asyncio.gather(*(en_hilo(lectura.leer, {mesa.pk: 0}) for _vez in range(16)))
        assert {len(renglones[mesa.pk]) for renglones in leidos} == {(await p.viva(mesa.pk)).estado.num}


def cual_es() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def matar(conexiones: set[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM unnest(%s) pid WHERE pg_terminate_backend(pid)", [list(conexiones)])
        assert cursor.fetchone()[0] == len(conexiones)


async def test_la_orden_de_quien_vio_mas_espera_a_que_el_proceso_se_ponga_al_dia() -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        despues = await confirma_otro(mesa.pk)
        assert despues.mano is not None
        sigue = next(j for j in jugadores if j.asiento == despues.mano.turno)
        respuesta = await tirar(sigue, despues, despues.num)
        assert (respuesta["tipo"], respuesta["version"]) == ("acuse", despues.num + 1)
        # y la que no vio nadie más que el otro proceso llegó a los cuatro
        for jugador in jugadores:
            assert (await jugador.hasta(3, despues.num + 1))["datos"]["quedan"].count(6) == 2


async def confirma_otro(mesa: int) -> Estado:
    """Una jugada que este proceso no sabe; así queda la mesa."""
    viva = await proceso().viva(mesa)
    eventos, despues = una_jugada(viva.estado)
    ajeno = Renglon(mesa, despues.num, uuid4(), 0, ESQUEMA, escribir_eventos(eventos), hora.ahora())
    await sync_to_async(diario.anexar)([ajeno])
    assert viva.estado.num < despues.num
    return despues


async def test_a_quien_vuelve_no_se_le_presenta_menos_de_lo_que_vio() -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        proceso().avisos.hay_otros = True
        despues = await confirma_otro(mesa.pk)
        otra_vez = await Jugador(mesa.pk, jugadores[0].sesion).abrir()
        primera = await otra_vez.esperar("vista")
        assert primera["version"] == despues.num
        # y los que estaban también la ven
        for jugador in jugadores:
            await jugador.hasta(3, despues.num)
        await otra_vez.cerrar()


async def test_los_que_llegan_juntos_se_leen_juntos(monkeypatch: pytest.MonkeyPatch) -> None:
    """D695: se leía el diario una vez por mesa y otra por cada socket."""
    mesas = [await sync_to_async(mesa_lista)() for _vez in range(3)]
    proceso().avisos.hay_otros = True
    lecturas: list[int] = []

    def contar(desde: Mapping[int, int]) -> dict[int, list[Renglon]]:
        lecturas.append(len(desde))
        return leer(desde)

    leer = lectura.leer
    monkeypatch.setattr(lectura, "leer", contar)
    llegan = [Jugador(mesa.pk, s) for mesa in mesas for s in await sync_to_async(sesiones_de)(mesa.pk)]
    await asyncio.gather(*(jugador.abrir() for jugador in llegan))
    for jugador in llegan:
        assert (await jugador.esperar("vista"))["datos"]["fase"] == Fase.ESPERA
    assert len(lecturas) < len(llegan) and max(lecturas) > 1
    for jugador in llegan:
        await jugador.cerrar()


async def test_quien_dice_haber_visto_lo_que_no_existe_se_rechaza_y_no_cuesta_una_lectura_por_mensaje(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with jugando() as (mesa, jugadores, viva):
        assert viva.estado.mano is not None
        otro = next(j for j in jugadores if j.asiento != viva.estado.mano.turno)
        lecturas = []
        releer = proceso().entorno.releer
        monkeypatch.setattr(proceso().entorno, "releer", lambda *datos: (lecturas.append(datos), releer(*datos)))
        ficha = otro.vista["yo"]["mano"][0]
        dicho = [await otro.pedir("tirar", version=999_999, ficha=ficha) for _ in range(20)]
        codigos = [respuesta["datos"]["codigo"] for respuesta in dicho]
        assert codigos[0] == "no_es_tu_turno"
        assert set(codigos) <= {"no_es_tu_turno", "reintenta"}
        assert codigos.count("no_es_tu_turno") == len(lecturas) <= 5
        assert len(await sync_to_async(diario.leer)(mesa.pk)) == viva.estado.num


async def test_si_no_se_puede_leer_no_se_sienta_a_nadie_ante_menos_de_lo_que_vio(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with jugando() as (mesa, jugadores, viva):
        proceso().avisos.hay_otros = True
        despues = await confirma_otro(mesa.pk)

        def falla(*_datos: object) -> None:
            raise OperationalError("se cayó")

        vuelve = Jugador(mesa.pk, jugadores[0].sesion)
        with monkeypatch.context() as m:
            m.setattr(lectura, "leer", falla)
            with pytest.raises(OperationalError):
                await vuelve.abrir()
                await vuelve.socket.future
        assert viva.estado.num < despues.num
        otra_vez = await Jugador(mesa.pk, jugadores[0].sesion).abrir()
        assert (await otra_vez.esperar("vista"))["version"] == despues.num
        await otra_vez.cerrar()
