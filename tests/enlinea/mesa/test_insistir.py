"""Quien manda sin parar: se le dice que despacio, se le corta si sigue, y a su mesa no se le nota."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from config.vivo import cupos
from enlinea.diario import lotes
from enlinea.mesa import conexion
from tests.enlinea.mesa.sentados import NONCE, Jugador, comenzar, en_turno, mesa_lista, sentados

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
TOPE_DE_VERDAD = cupos.DE_JUGAR
TOPE, DE_MAS = 40, 5
LATIDO = '{"tipo":"latido","version":0,"datos":{}}'


@pytest.fixture(autouse=True)
def tope_corto(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr(conexion, "DE_JUGAR", cupos.Tope(TOPE, TOPE_DE_VERDAD.ventana, DE_MAS))
    settings.ENLINEA_PLAZOS = {"pase": 0}


async def insistir(jugador: Jugador, veces: int) -> list[dict[str, Any]]:
    """Latidos que dicen no saber nada, cada uno con su vista completa de vuelta; lo que se contestó."""
    for _ in range(veces):
        await jugador.socket.send_to(text_data=LATIDO)
    hubo: list[dict[str, Any]] = []
    while True:
        try:
            hubo.append(await jugador.recibir(0.5))
        except TimeoutError:
            return hubo
        except AssertionError:
            return [*hubo, {"tipo": "cierre"}]


async def test_al_que_manda_sin_parar_se_le_frena_y_si_sigue_se_le_corta() -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        quien = en_turno(jugadores)
        otro = next(j for j in jugadores if j is not quien)
        hubo = await insistir(otro, TOPE + 3 * DE_MAS)
        vistas = sum(m["tipo"] == "vista" for m in hubo)
        rechazos = [m["datos"] for m in hubo if m["tipo"] == "rechazo"]
        assert vistas <= TOPE
        assert len(rechazos) == DE_MAS
        assert all(r["codigo"] == "despacio" and 1 <= r["espera"] <= TOPE_DE_VERDAD.ventana for r in rechazos)
        assert hubo[-2:] == [{"tipo": "fuera", "datos": {"codigo": "despacio"}, "version": 0}, {"tipo": "cierre"}]
        # a los demás, nada: quien tiene el turno tira
        ficha, extremo = quien.vista["yo"]["opciones"][0]
        assert (await quien.pedir("tirar", ficha=ficha, extremo=extremo))["tipo"] == "acuse"


async def test_pasada_la_ventana_se_le_atiende_otra_vez() -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        jugador = jugadores[1]
        respuestas = [await jugador.pedir("nonce", nonce=NONCE) for _ in range(TOPE + 2)]
        assert {r["datos"].get("codigo", "") for r in respuestas} == {"", "ya_estaba", "despacio"}
        await asyncio.sleep(respuestas[-1]["datos"]["espera"])
        for _ in range(3):
            assert (await jugador.pedir("nonce", nonce=NONCE))["datos"]["codigo"] == "ya_estaba"


async def test_de_una_persona_caben_cuatro_pestanas_y_se_va_la_mas_callada() -> None:
    """Lo mismo que en la Sala y en el Recreo (D233), y con la que se va no se va la persona."""
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        suya = jugadores[1]
        pestanas = [suya, *[await Jugador(mesa.pk, suya.sesion).abrir() for _n in range(cupos.PESTANAS - 1)]]
        for pestana in pestanas[1:]:
            await pestana.esperar("vista")
        for pestana in (*pestanas[1:], pestanas[0]):
            await pestana.socket.send_to(text_data=LATIDO)
            await pestana.esperar("vista")
            await asyncio.sleep(0.01)
        nueva = await Jugador(mesa.pk, suya.sesion).abrir()
        await nueva.esperar("vista")
        assert (await pestanas[1].esperar("fuera"))["datos"] == {"codigo": "otra_pestana"}
        for pestana in (nueva, pestanas[0], pestanas[2], pestanas[3], jugadores[2]):
            assert (await pestana.pedir("nonce", nonce=NONCE))["tipo"] in ("acuse", "rechazo")
        await comenzar(jugadores)
        for pestana in (nueva, *pestanas[2:]):
            await pestana.cerrar()


async def test_el_tope_no_alcanza_a_quien_contesta_al_instante() -> None:
    """Una orden de su mesa por lote, aunque confirmar no tardara nada, y de cada cuatro una es suya."""
    assert TOPE_DE_VERDAD.mensajes / TOPE_DE_VERDAD.ventana > 1 / lotes.ENTRE_LOTES / 4
