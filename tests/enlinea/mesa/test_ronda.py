"""La ronda de cada segundo pasa por todas las mesas sin volverse una pausa para quien está jugando."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from enlinea.mesa import pulso
from enlinea.mesa.pulso import Pulso

pytestmark = pytest.mark.asyncio
CUANTAS = 40


async def test_la_vuelta_se_reparte_y_entre_trozo_y_trozo_se_juega(monkeypatch: pytest.MonkeyPatch) -> None:
    """De corrido, con mil mesas, era una ráfaga por segundo que las frenaba a todas."""
    monkeypatch.setattr(pulso, "TROZO", -1.0)  # cada mesa, un trozo
    monkeypatch.setattr(pulso, "REPARTO", 0.4)
    lazo = asyncio.get_running_loop()
    proceso: Any = SimpleNamespace(lazo=lazo, vivas={n: SimpleNamespace(id=n) for n in range(CUANTAS)})
    ronda = Pulso(proceso)
    vistas: list[int] = []
    jugadas: list[int] = []

    async def jugar() -> None:
        while True:
            jugadas.append(len(vistas))
            await asyncio.sleep(0)

    for _ in range(2):  # la primera cuenta los trozos; la segunda los reparte
        vistas.clear()
        jugadas.clear()
        jugando = asyncio.ensure_future(jugar())
        empezo = lazo.time()
        async for mesa in ronda._por_trozos():
            vistas.append(mesa.id)
            proceso.vivas.pop(CUANTAS - 1, None)
        jugando.cancel()
    assert vistas == list(range(CUANTAS - 1)), "todas una vez, menos la que se soltó entretanto"
    assert set(jugadas) >= set(range(CUANTAS - 1)), "se jugó antes de cada una"
    assert lazo.time() - empezo > 0.35
