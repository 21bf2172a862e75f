"""A quien se le va la señal a media partida se le avisa en su teléfono, una vez, cuánto le queda (EL9, D784)."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from config.comun import push
from enlinea.mesa.proceso import proceso
from enlinea.models import AvisoAlTelefono, Lugar
from enlinea.telefono.servicios.avisos import avisos_mandar
from tests.enlinea.mesa.sentados import Jugador, en_turno, jugando
from tests.enlinea.mesa.tiempo import hasta_que, rapido  # noqa: F401
from tests.enlinea.telefono.apuntados import Servicio, apunta

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture(autouse=True)
def con_llave(settings: Any) -> None:
    settings.PUSH_LLAVE = push.llave_nueva()


def anotados() -> list[AvisoAlTelefono]:
    return list(AvisoAlTelefono.objects.order_by("pk"))


async def test_a_quien_se_ausenta_en_su_turno_le_llega_que_le_toca_y_cuanto_le_queda_sin_decir_fichas() -> None:
    servicio = Servicio()
    async with jugando() as (mesa, jugadores, viva):
        jugador = en_turno(jugadores)
        otro = next(j for j in jugadores if j is not jugador)
        for quien in (jugador, otro):
            lugar = await Lugar.objects.select_related("cuenta").aget(mesa=mesa, asiento=quien.asiento)
            await sync_to_async(apunta)(lugar.cuenta)
        await jugador.cerrar()
        await hasta_que(lambda: bool(viva.estado.detenido))
        await proceso().tareas.acabar(proceso().lazo.time() + 5)
        assert [a.datos["te_toca"] for a in await sync_to_async(anotados)()] == [True]
        assert await sync_to_async(avisos_mandar)(timezone.now(), servicio) == 1
        ((_a, aviso, vale),) = servicio.salieron
        assert aviso["t"] == "Tu mesa te espera, y te toca" and aviso["d"] == "Te quedan 5 minutos para volver."
        assert aviso["u"] == f"/enlinea/mesa/{mesa.pk}/" and 240 < vale <= 300
        assert set(aviso) == {"t", "d", "u", "k"}
        vuelto = await Jugador(mesa.pk, jugador.sesion).abrir()
        await hasta_que(lambda: not viva.estado.detenido)
        assert len(await sync_to_async(anotados)()) == 1, "volver no avisa de nada"
        # se va el otro, que no tiene el turno: es otra ausencia, y otro aviso
        await otro.cerrar()
        await hasta_que(lambda: bool(viva.estado.detenido))
        await proceso().tareas.acabar(proceso().lazo.time() + 5)
        assert [a.datos.get("te_toca") for a in await sync_to_async(anotados)()] == [None, False]
        await vuelto.cerrar()
