"""La capa de canales: quien oye no se queda sordo con los días."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest
from channels import layers
from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer

from config.vivo.canales import configuracion

UN_MES = 30 * 86_400


def test_un_proceso_que_oye_desde_hace_un_mes_sigue_oyendo(monkeypatch: pytest.MonkeyPatch) -> None:
    oidos: list[dict[str, Any]] = []

    async def guion() -> None:
        una = layers.InMemoryChannelLayer(**configuracion("")["CONFIG"])
        await una.group_add("sala", "yo")
        for n, dias in enumerate((0, UN_MES, 2 * UN_MES)):
            monkeypatch.setattr(layers, "time", SimpleNamespace(time=lambda dias=dias: time.time() + dias))
            await una.group_send("sala", {"n": n})
            oidos.append(await asyncio.wait_for(una.receive("yo"), 1))
            # lo que llegó justo antes de que la máquina durmiera
            await una.group_send("sala", {"n": -n})
            monkeypatch.setattr(layers, "time", SimpleNamespace(time=lambda dias=dias: time.time() + dias + UN_MES))
            oidos.append(await asyncio.wait_for(una.receive("yo"), 1))

    asyncio.run(guion())
    assert [aviso["n"] for aviso in oidos] == [0, 0, 1, -1, 2, -2]


def test_la_de_redis_es_la_que_no_vence_a_nadie() -> None:
    """Si un día se cambia por la otra (listas con caducidad), hay que darle también su `group_expiry`."""
    assert configuracion("redis://127.0.0.1/0")["BACKEND"] == "channels_redis.pubsub.RedisPubSubChannelLayer"
    una = RedisPubSubLoopLayer(channel_layer=RedisPubSubChannelLayer())
    assert not [nombre for nombre in vars(una) if "expir" in nombre]
