"""Un lazo que se cerró sin despedirse no estorba al que sigue."""

import asyncio

import pytest

from enlinea.mesa.proceso import Proceso, proceso, soltar


@pytest.mark.django_db(transaction=True)
def test_lo_pendiente_de_un_lazo_cerrado_no_impide_empezar_en_otro() -> None:
    """Cada proceso muerto que quedaba hacía fallar a quien llegaba después, uno por uno."""

    async def dejar_a_medias() -> Proceso:
        uno = proceso()
        uno.tarea(asyncio.sleep(600))
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
