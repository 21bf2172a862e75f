"""Los avisos entre procesos cuando Redis se cae: se pierden sin ruido, y la ronda los suple."""

import asyncio
import logging
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from redis.exceptions import ConnectionError as SinRedis

from enlinea.mesa import avisos
from enlinea.mesa.avisos import Avisos

pytestmark = pytest.mark.asyncio


class Capa:
    """La capa de canales, con Redis a ratos."""

    def __init__(self) -> None:
        self.caida = True
        self.mandados: list[dict[str, Any]] = []

    async def group_send(self, _grupo: str, aviso: dict[str, Any]) -> None:
        if self.caida:
            raise SinRedis("Connection refused")
        self.mandados.append(aviso)


async def test_sin_redis_se_dice_una_vez_por_caida_y_nada_queda_sin_atrapar(caplog: pytest.LogCaptureFixture) -> None:
    tareas: list[asyncio.Future[Any]] = []
    proceso: Any = SimpleNamespace(id=uuid4(), tarea=lambda c: tareas.append(asyncio.ensure_future(c)))
    uno, capa = Avisos(proceso), Capa()
    uno._capa, uno.hay_otros = capa, True

    async def tres() -> None:
        for charla in range(3):
            uno.charla(7, charla)
        assert not any(await asyncio.gather(*tareas))
        tareas.clear()

    with caplog.at_level(logging.WARNING, logger=avisos.__name__):
        await tres()
        await tres()
        assert len(caplog.records) == 1, caplog.text
        capa.caida = False
        await tres()
        assert len(capa.mandados) == 3
        capa.caida = True
        await tres()
    assert len(caplog.records) == 2


async def test_si_redis_se_cae_mientras_se_oye_se_vuelve_a_intentar(monkeypatch: pytest.MonkeyPatch) -> None:
    oidos: list[str] = []

    async def oir(grupo: str, _al_oir: object) -> None:
        oidos.append(grupo)
        raise SinRedis("Connection reset")

    monkeypatch.setattr(avisos, "oir", oir)
    monkeypatch.setattr(avisos, "REINTENTO", 0.01)
    uno = Avisos(SimpleNamespace(id=uuid4()))  # type: ignore[arg-type]
    uno.hay_otros = True
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(uno.escuchar(), 0.3)
    assert len(oidos) > 2
