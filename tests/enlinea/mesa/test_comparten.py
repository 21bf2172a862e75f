"""Dos asientos que comparten aparato o red: se le dice a quien organiza antes de comenzar, y a nadie más (D214)."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError
from django.utils import timezone

from enlinea.acceso.aparato import Rastro
from enlinea.acceso.consultas import ES_CLUB, comparten
from enlinea.acceso.servicios.huellas import Sentado, huellas_guardar
from enlinea.mesa import huellas as en_la_mesa
from enlinea.mesa.proceso import proceso
from enlinea.models import Huella, Mesa
from reglas.mesa.tipos import Fase
from suscripciones.models import Cuenta
from tests.enlinea.mesa.sentados import NONCE, cuentas, mesa_lista, sentados
from tests.enlinea.mesa.tiempo import hasta_que

CASA, OTRA = "189.203.4.7/32", "189.203.4.8/32"


def aparato(cual: str) -> str:
    return cual * 22


def sienta(mesa: Mesa, *rastros: tuple[int, str, str]) -> None:
    """(asiento, red, aparato) de cada quien."""
    suyas = dict(mesa.lugares.values_list("asiento", "cuenta"))
    sentados = [Sentado(mesa.pk, suyas[asiento], Rastro(red, cual, "")) for asiento, red, cual in rastros]
    huellas_guardar(sentados=sentados, ahora=timezone.now())


def juntos(mesa: Mesa) -> list[int]:
    """Los asientos de los que se avisaría."""
    quienes = comparten(mesa.pk, mesa.organizador_id)
    return sorted(mesa.lugares.filter(cuenta__in=quienes).values_list("asiento", flat=True))


# --- consulta ---------------------------------------------------------------------------------------------------------
@pytest.mark.django_db
def test_el_mismo_aparato_se_dice_aunque_la_red_sea_otra() -> None:
    mesa = mesa_lista()
    sienta(mesa, (0, CASA, aparato("A")), (1, CASA + "x", aparato("B")), (2, OTRA, aparato("B")), (3, "", aparato("C")))
    assert juntos(mesa) == [1, 2]


@pytest.mark.django_db
def test_la_misma_red_con_solo_esas_dos_cuentas_se_dice() -> None:
    mesa = mesa_lista()
    sienta(mesa, (0, "", aparato("A")), (1, CASA, aparato("B")), (2, OTRA, aparato("C")), (3, CASA, aparato("D")))
    assert juntos(mesa) == [1, 3]


@pytest.mark.django_db
@pytest.mark.parametrize("de_mas", [ES_CLUB - 3, ES_CLUB - 2], ids=["una casa", "un club"])
def test_la_red_de_un_club_no_dice_nada_pero_su_aparato_si(de_mas: int) -> None:
    """Cuentan las que se han sentado desde ella a cualquier mesa: un club no cabe en una."""
    mesa, otra = mesa_lista(), mesa_lista()
    sienta(otra, *[(n, CASA, aparato(str(n))) for n in range(de_mas)])
    sienta(mesa, (1, CASA, aparato("B")), (2, CASA, aparato("C")), (3, OTRA, aparato("D")))
    assert juntos(mesa) == ([] if 2 + de_mas >= ES_CLUB else [1, 2])
    # con él ya son las de un club en los dos casos
    sienta(mesa, (3, CASA, aparato("C")))
    assert juntos(mesa) == [2, 3]


@pytest.mark.django_db
def test_de_quien_organiza_no_se_dice_nada() -> None:
    """Así no averigua desde dónde juega otro."""
    mesa = mesa_lista()
    sienta(mesa, (0, CASA, aparato("A")), (1, CASA, aparato("A")), (2, OTRA, ""), (3, "", ""))
    assert juntos(mesa) == []


@pytest.mark.django_db
def test_lo_de_otra_mesa_no_junta_a_nadie_y_sin_rastro_tampoco() -> None:
    personas: list[Cuenta | None] = list(cuentas())
    antes = mesa_lista(personas=personas)
    sienta(antes, (1, CASA, aparato("A")), (2, CASA, aparato("A")))
    antes.lugares.update(activo=False)
    mesa = mesa_lista(personas=personas)
    sienta(mesa, (1, "", ""), (2, "", ""), (3, "", ""))
    assert juntos(mesa) == []


# --- el socket --------------------------------------------------------------------------------------------------------
@asynccontextmanager
async def desde(monkeypatch: pytest.MonkeyPatch, rastros: Sequence[Rastro], modo: str = "normal") -> AsyncIterator[Any]:
    """Los cuatro sentados, cada quien desde donde se dice, y con su número ya dado."""
    mesa = await sync_to_async(mesa_lista)(modo=modo)
    suyos = dict(zip([c async for c in mesa.lugares.values_list("cuenta", flat=True)], rastros, strict=True))
    monkeypatch.setattr(en_la_mesa, "rastro_de", lambda scope: suyos[scope["user"].pk])
    async with sentados(mesa) as jugadores:
        for jugador in jugadores:
            await jugador.pedir("nonce", nonce=NONCE)
        yield jugadores, await proceso().viva(mesa.pk)


DOS = (Rastro("", aparato("A"), ""), Rastro(OTRA, aparato("B"), ""), Rastro("", "", ""), Rastro("", aparato("B"), ""))
NADIE = tuple(Rastro("", aparato(letra), "") for letra in "ABCD")


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_se_le_dice_a_quien_organiza_antes_de_comenzar_y_puede_comenzar_igual(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with desde(monkeypatch, DOS) as (jugadores, viva):
        # al momento de sentarse: lo de los rastros aún no está escrito, y se sabe igual
        respuesta = await jugadores[0].pedir("comenzar")
        assert respuesta["tipo"] == "rechazo"
        assert respuesta["datos"].pop("id_orden")
        assert respuesta["datos"] == {"codigo": "comparten", "juntos": [1, 3]}, "ni red ni aparato"
        assert viva.estado.fase is Fase.ESPERA
        assert (await jugadores[0].pedir("comenzar"))["datos"]["codigo"] == "comparten", "otra vez, otra vez"
        assert (await jugadores[0].pedir("comenzar", enterado=True))["tipo"] == "acuse"
        await hasta_que(lambda: viva.estado.fase is Fase.JUGANDO)
        for otro in jugadores[1:]:
            await otro.hasta(3)
            assert "comparten" not in json.dumps(otro.mensajes) and "juntos" not in json.dumps(otro.mensajes)


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_quien_no_organiza_no_lo_averigua_pidiendo_comenzar(monkeypatch: pytest.MonkeyPatch) -> None:
    async with desde(monkeypatch, DOS) as (jugadores, _viva):
        for otro in jugadores[1:]:
            for enterado in (False, True):
                respuesta = await otro.pedir("comenzar", enterado=enterado)
                assert respuesta["datos"]["codigo"] == "no_es_organizador"


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_la_orden_repetida_no_comienza_sola(monkeypatch: pytest.MonkeyPatch) -> None:
    """El navegador la repite a los 3 s; ya negada, la copia ni comienza ni vuelve a preguntar."""
    async with desde(monkeypatch, DOS) as (jugadores, viva):
        orden = await jugadores[0].mandar("comenzar")
        await jugadores[0].esperar("rechazo", id_orden=orden, codigo="comparten")
        await jugadores[0].mandar("comenzar", id_orden=orden)
        assert (await jugadores[0].pedir("continuar"))["datos"]["codigo"] == "fuera_de_fase"
        assert sum(m["tipo"] == "rechazo" and m["datos"]["id_orden"] == orden for m in jugadores[0].mensajes) == 1
        assert viva.estado.fase is Fase.ESPERA


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
@pytest.mark.parametrize(("rastros", "modo"), [(NADIE, "normal"), (DOS, "sin_prisa")], ids=["nadie", "no cuenta"])
async def test_si_nadie_comparte_o_la_mesa_no_cuenta_no_se_pregunta(
    monkeypatch: pytest.MonkeyPatch, rastros: Sequence[Rastro], modo: str
) -> None:
    async with desde(monkeypatch, rastros, modo) as (jugadores, _viva):
        assert (await jugadores[0].pedir("comenzar"))["tipo"] == "acuse"


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_lo_de_una_mesa_que_espera_se_escribe_pronto_para_que_lo_sepa_otro_proceso(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(en_la_mesa, "CALMA", 3_600.0)
    async with desde(monkeypatch, DOS):
        async with asyncio.timeout(20):
            while await Huella.objects.acount() < 4:
                await asyncio.sleep(0.05)


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_si_la_base_falla_se_dice_que_se_intente_otra_vez(monkeypatch: pytest.MonkeyPatch) -> None:
    def cae(*_datos: int) -> set[int]:
        raise DatabaseError("se fue")

    monkeypatch.setattr(en_la_mesa, "comparten", cae)
    async with desde(monkeypatch, DOS) as (jugadores, viva):
        assert (await jugadores[0].pedir("comenzar"))["datos"]["codigo"] == "reintenta"
        assert viva.estado.fase is Fase.ESPERA
