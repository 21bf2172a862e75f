"""Quien se va justo cuando se le despide no es una falla del servidor."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from enlinea.sala.consumidor import ConsumidorDeSala
from recreo.consumidores import ConsumidorDeRecreo

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize(
    ("clase", "despedir"),
    [(ConsumidorDeRecreo, ConsumidorDeRecreo.expulsar), (ConsumidorDeSala, ConsumidorDeSala._expulsar)],
)
async def test_despedir_a_quien_ya_se_fue_no_levanta_nada(
    clase: type, despedir: Callable[[Any, str], Awaitable[None]]
) -> None:
    intentos: list[str] = []

    async def ya_no_esta(mensaje: dict[str, str]) -> None:
        intentos.append(mensaje["type"])
        raise ConnectionError

    uno = clase()
    uno.base_send = ya_no_esta
    uno.directo, uno.recreo_id, uno.dentro = None, 0, False
    await despedir(uno, "no_participas")
    assert intentos == ["websocket.send", "websocket.close"]
