"""Los avisos entre procesos cuando Redis se cae: se pierden sin ruido, y la ronda los suple."""

import asyncio
import logging
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from redis.exceptions import ConnectionError as SinRedis

from config.vivo import publicar
from enlinea.mesa import avisos
from enlinea.mesa.avisos import Avisos, Escucha

pytestmark = pytest.mark.asyncio


class Capa:
    """La capa de canales, con Redis a ratos."""

    def __init__(self) -> None:
        self.caida = True
        self.mandados: list[dict[str, Any]] = []
        self.contesta = asyncio.Event()
        self.contesta.set()

    async def group_send(self, _grupo: str, aviso: dict[str, Any]) -> None:
        await self.contesta.wait()
        if self.caida:
            raise SinRedis("Connection refused")
        self.mandados.append(aviso)


def con(capa: Capa) -> Avisos:
    uno = Avisos(uuid4())
    uno.pregonero.capa, uno.hay_otros = capa, True
    return uno


def mesa_de(numero: int) -> Any:
    return SimpleNamespace(id=numero, estado=SimpleNamespace(num=0, mano=None), estan_todos=lambda: False)


async def acabe(uno: Avisos) -> None:
    assert uno.pregonero._corre is not None
    await uno.pregonero._corre


async def test_sin_redis_se_dice_una_vez_por_caida_y_nada_queda_sin_atrapar(caplog: pytest.LogCaptureFixture) -> None:
    capa = Capa()
    uno = con(capa)

    async def tres() -> None:
        for charla in range(3):
            uno.charla(7, charla)
        await acabe(uno)

    with caplog.at_level(logging.WARNING, logger=publicar.__name__):
        await tres()
        await tres()
        assert len(caplog.records) == 1, caplog.text
        capa.caida = False
        await tres()
        assert len(capa.mandados) == 3
        capa.caida = True
        await tres()
    assert len(caplog.records) == 2


async def test_con_redis_colgado_espera_una_tarea_y_sale_el_ultimo_numero_de_cada_mesa() -> None:
    capa = Capa()
    capa.caida = False
    capa.contesta.clear()
    uno = con(capa)
    mesas: list[Any] = [mesa_de(n) for n in range(3)]
    for num in range(1, 501):
        for mesa in mesas:
            antes, mesa.estado = mesa.estado, SimpleNamespace(num=num, mano=object())
            uno.cambio(mesa, antes)
    uno.charla(1, 7)
    uno.charla(1, 8)
    antes = len(asyncio.all_tasks())
    await asyncio.sleep(0)
    assert len(asyncio.all_tasks()) == antes + 1, "la que manda y lo que manda, no una por jugada"
    capa.contesta.set()
    await acabe(uno)
    ultimos = {aviso["mesa"]: aviso["num"] for aviso in capa.mandados if aviso["type"] == "mesa.cambio"}
    assert ultimos == {0: 500, 1: 500, 2: 500}
    assert [aviso["charla"] for aviso in capa.mandados if aviso["type"] == "mesa.charla"] == [7, 8]
    assert len(capa.mandados) <= 6


async def test_de_los_que_llegan_juntos_sale_un_aviso_por_mesa_o_ninguno_si_ya_estan(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """D696: por cada quien que llegaba y por cada nonce salía un aviso a Redis que nadie necesitaba."""
    monkeypatch.setattr(avisos, "MIENTRAS_LLEGAN", 0.02)
    capa = Capa()
    capa.caida = False
    uno = con(capa)
    incompleta, completa = mesa_de(1), mesa_de(2)
    for num in range(1, 4):
        for mesa in (incompleta, completa):
            antes, mesa.estado = mesa.estado, SimpleNamespace(num=num, mano=None)
            uno.cambio(mesa, antes)
    completa.estan_todos = lambda: True
    assert uno.pregonero._corre is None
    await asyncio.sleep(0.1)
    assert [(aviso["mesa"], aviso["num"]) for aviso in capa.mandados] == [(1, 3)]
    # una jugada no espera
    antes, incompleta.estado = incompleta.estado, SimpleNamespace(num=4, mano=object())
    uno.cambio(incompleta, antes)
    await acabe(uno)
    assert [(aviso["mesa"], aviso["num"]) for aviso in capa.mandados] == [(1, 3), (1, 4)]


async def test_si_redis_se_cae_mientras_se_oye_se_vuelve_a_intentar(monkeypatch: pytest.MonkeyPatch) -> None:
    oidos: list[str] = []

    async def oir(grupo: str, _al_oir: object) -> None:
        oidos.append(grupo)
        raise SinRedis("Connection reset")

    monkeypatch.setattr(avisos, "oir", oir)
    monkeypatch.setattr(avisos, "REINTENTO", 0.01)
    nadie: Any = None
    escucha = Escucha(con(Capa()), {}, charla=nadie, relectura=nadie, mirones=nadie)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(escucha.correr(), 0.3)
    assert len(oidos) > 2
