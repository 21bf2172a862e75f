"""Desde cuándo corre el turno y la tirada del sistema, con el servidor (EL7)."""

import json

import pytest
from asgiref.sync import sync_to_async

from enlinea.diario.hora import hora
from enlinea.mesa.plazos import CREDITO_MAXIMO, credito_de
from enlinea.mesa.proceso import proceso
from reglas.mano import legales
from reglas.mesa import eventos as ev
from reglas.mesa.tipos import Fase
from tests.enlinea.mesa.sentados import comenzar, en_turno, mesa_lista, sentados
from tests.enlinea.mesa.tiempo import adelantar, eventos_de, hasta_que, rapido  # noqa: F401

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def test_el_turno_corre_desde_que_el_navegador_lo_mostro_con_tope_de_un_segundo() -> None:
    """EL7: quien avisa al momento vence a su hora; quien dice que tardó más, o lo dice tarde, gana sólo 1 s."""
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        viva = await proceso().viva(mesa.pk)
        jugador = en_turno(jugadores)
        conexion = viva.conexion_de(jugador.asiento)
        assert conexion is not None
        abierto = viva.estado.abierto
        assert credito_de(viva, conexion) == CREDITO_MAXIMO, "si no lo dice, el tope"

        async def latir(visto: int, version: int) -> int:
            latido = {"tipo": "latido", "version": version, "datos": {"visto": visto}}
            await jugador.socket.send_to(text_data=json.dumps(latido))
            await jugador.pedir("continuar")  # se rechaza, pero después del latido
            return credito_de(viva, conexion)

        assert await latir(0, viva.turno_desde - 1) == CREDITO_MAXIMO, "era de un turno anterior"
        ahora = hora.ahora()
        hora._corrimiento += (abierto + 400 - ahora) * 1_000_000
        assert 100 <= await latir(300, viva.turno_desde) <= 400
        hora._corrimiento += int(3e9)
        assert await latir(0, viva.turno_desde) <= 400, "lo primero que dijo es lo que vale"
        conexion.visto_desde = abierto + 30_000
        assert credito_de(viva, conexion) == CREDITO_MAXIMO
        conexion.visto_desde = abierto - 30_000
        assert credito_de(viva, conexion) == 0


async def test_con_una_sola_opcion_amarilla_a_los_5_s_y_el_sistema_tira_a_los_6() -> None:
    """Los demás saben que era la única sólo cuando se pasa (002 §3.1.1)."""
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        viva = await proceso().viva(mesa.pk)
        while viva.estado.reloj != 5:
            assert viva.estado.mano is not None and viva.estado.fase is Fase.JUGANDO, "la mano acabó sin opción única"
            ficha, extremo = legales(viva.estado.mano)[0]
            jugador = next(j for j in jugadores if j.asiento == viva.estado.mano.turno)
            hecha = await jugador.pedir("tirar", version=viva.estado.num, ficha=ficha, extremo=extremo)
            assert hecha["tipo"] == "acuse"
            await hasta_que(lambda: viva.estado.fase is not Fase.JUGANDO or viva.estado.reloj)
        mano = viva.estado.mano
        assert mano is not None
        asiento, ((ficha, extremo),) = mano.turno, legales(mano)
        otro = next(j for j in jugadores if j.asiento != asiento)
        antes = await otro.hasta(3, viva.estado.num)
        assert antes["datos"]["aviso"] == 0 and "reloj" not in antes["yo"]
        for segundos, amarillas in ((5, 0), (1.1, 1)):
            adelantar(segundos)
            await hasta_que(lambda: not viva.ocupada)
            assert viva.estado.amarillas[asiento] == amarillas
        vista = await otro.hasta(3, viva.estado.num)
        assert (vista["datos"]["aviso"], vista["datos"]["turno"]) == (1, asiento)
        adelantar(1)
        await hasta_que(lambda: not viva.ocupada and viva.estado.mano is not mano)
        assert viva.estado.mano is not None
        assert viva.estado.mano.cadena[len(mano.cadena) :][:3] == (ficha, extremo, asiento)
        assert viva.estado.amarillas[asiento] == 1
        tirada = [e for e in await eventos_de(mesa) if isinstance(e, ev.Tirada)][-1]
        assert (tirada.ficha, tirada.automatica) == (ficha, 1)
