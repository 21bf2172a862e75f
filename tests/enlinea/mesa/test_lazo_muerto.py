"""Un lazo que se cerró sin despedirse no estorba al que sigue."""

import asyncio
from typing import Any

import pytest

from enlinea.mesa.proceso import Proceso, proceso, soltar
from enlinea.mesa.ronda import Ronda


@pytest.mark.django_db(transaction=True)
def test_lo_pendiente_de_un_lazo_cerrado_no_impide_empezar_en_otro(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cada proceso muerto que quedaba hacía fallar a quien llegaba después, uno por uno."""

    async def sin_preguntar(_ronda: Any) -> None:
        # lo que queda esperando a un hilo repone su contexto cuando se recoge la basura, en la prueba que sea; si es
        # mientras se pone otra variable de contexto, Python se cae (python/cpython#148891)
        await asyncio.sleep(600)

    monkeypatch.setattr(Ronda, "correr", sin_preguntar)

    async def dejar_a_medias() -> Proceso:
        uno = proceso()
        uno.tareas.lanzar(asyncio.sleep(600))
        return uno

    muertos = []
    for _ in range(2):
        lazo = asyncio.new_event_loop()
        muertos.append(lazo.run_until_complete(dejar_a_medias()))
        lazo.close()

    async def llegar() -> Proceso:
        otro = proceso()
        await soltar()
        return otro

    assert asyncio.run(llegar()) not in muertos
