"""La base que lee y no escribe, o al revés, justo cuando la mesa se carga."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from enlinea.diario import procesos
from enlinea.diario.lotes import NO_SE_PUDO, Aviso
from enlinea.diario.renglon import Renglon
from enlinea.mesa.proceso import Proceso, proceso
from reglas.mesa.tipos import Fase
from tests.enlinea.mesa.sentados import comenzar, jugando, mesa_lista, sentados

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


def no_escribe(p: Proceso, veces: int) -> list[Renglon]:
    """Las primeras escrituras de ese proceso se quedan en el intento; devuelve lo que no se pudo."""
    de_verdad: Callable[[Renglon, Aviso], None] = p._escritor.anexar
    perdidos: list[Renglon] = []

    def anexar(renglon: Renglon, aviso: Aviso) -> None:
        if len(perdidos) < veces:
            perdidos.append(renglon)
            p.lazo.call_soon(aviso, NO_SE_PUDO)
        else:
            de_verdad(renglon, aviso)

    p._escritor.anexar = anexar  # type: ignore[method-assign]
    return perdidos


async def test_la_mesa_que_no_se_pudo_abrir_se_vuelve_a_pedir() -> None:
    mesa = await sync_to_async(mesa_lista)()
    perdidos = no_escribe(proceso(), veces=2)
    async with sentados(mesa) as jugadores:
        assert jugadores[0].vista["datos"]["fase"] == Fase.ESPERA
        assert [(r.mesa, r.num) for r in perdidos] == [(mesa.pk, 1)] * 2
        await comenzar(jugadores)


async def test_si_la_base_falla_al_cargarla_la_siguiente_vez_se_carga_con_su_plazo(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Quedaba recordada y sin quien venciera la espera del ausente: sus compañeros, esperándolo para siempre."""
    async with jugando() as (mesa, jugadores, viva):
        proceso().presencia.ausentar(viva, jugadores[2].vista["yo"]["asiento"], nuestra=False)
        while not viva.estado.detenido:
            await jugadores[0].recibir()
        otro = Proceso()

        def falla(*_datos: Any) -> int:
            raise OperationalError("se cayó")

        with monkeypatch.context() as m:
            m.setattr(procesos, "sin_atender", falla)
            with pytest.raises(OperationalError):
                await otro.viva(mesa.pk)
        try:
            assert (await otro.viva(mesa.pk)).estado.detenido
            assert mesa.pk in otro.relojero._armados
        finally:
            await otro.reposar()
            otro.parar()
