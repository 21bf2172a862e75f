"""Salir a propósito saca a la persona en todas sus pestañas; sólo abrir la mesa otra vez la devuelve (EL9)."""

import asyncio
import json
from uuid import uuid4

import pytest

from enlinea.mesa.proceso import Proceso, proceso, soltar
from enlinea.mesa.viva import Pedido
from reglas.mesa.ordenes import Salir
from tests.enlinea.mesa.sentados import Jugador, jugando
from tests.enlinea.mesa.tiempo import hasta_que, rapido  # noqa: F401

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def latir(jugador: Jugador) -> None:
    latido = {"tipo": "latido", "version": jugador.vista.get("version", 0), "datos": {}}
    await jugador.socket.send_to(text_data=json.dumps(latido))


async def test_ni_el_latido_ni_reconectarse_regresan_a_quien_salio_y_abrir_la_mesa_si() -> None:
    async with jugando() as (mesa, jugadores, viva):
        quien, otra = jugadores[1], await Jugador(mesa.pk, jugadores[1].sesion).abrir()
        await otra.esperar("vista")
        assert (await quien.pedir("salir"))["tipo"] == "acuse"
        for pestana in (otra, quien):  # lo que venía en camino
            await latir(pestana)
        for pestana in (otra, quien):
            assert (await pestana.esperar("fuera"))["datos"] == {"codigo": "saliste"}
        sola = await Jugador(mesa.pk, quien.sesion, "?reconecta").abrir()
        assert (await sola.recibir())["datos"] == {"codigo": "saliste"}
        await asyncio.sleep(0.3)
        await hasta_que(lambda: not viva.ocupada)
        assert viva.estado.ausentes[1] and not any(viva.estado.ausentes[a] for a in (0, 2, 3))
        # los demás siguen en su socket y lo saben
        for cual in (0, 2, 3):
            await jugadores[cual].hasta(3, viva.estado.num)
            assert jugadores[cual].vista["datos"]["ausentes"][1] > 290_000
        vuelve = await Jugador(mesa.pk, quien.sesion).abrir()
        await hasta_que(lambda: not viva.estado.detenido)
        # y desde entonces reconectarse es lo de siempre
        de_nuevo = await Jugador(mesa.pk, quien.sesion, "?reconecta").abrir()
        await de_nuevo.esperar("vista")
        for pestana in (otra, sola, vuelve, de_nuevo):
            await pestana.cerrar()


async def test_tras_un_reinicio_reconectarse_sigue_sin_regresar_a_quien_salio_y_a_quien_perdio_la_senal_si() -> None:
    async with jugando() as (mesa, jugadores, viva):
        assert (await jugadores[1].pedir("salir"))["tipo"] == "acuse"
        proceso().presencia.ausentar(viva, 2, nuestra=False)
        await hasta_que(lambda: bool(viva.estado.ausentes[2]))
        await soltar()
        sola = await Jugador(mesa.pk, jugadores[1].sesion, "?reconecta").abrir()
        assert (await sola.recibir())["datos"] == {"codigo": "saliste"}
        otra = await Jugador(mesa.pk, jugadores[2].sesion, "?reconecta").abrir()
        await otra.esperar("vista")
        cargada = await proceso().viva(mesa.pk)
        await hasta_que(lambda: not cargada.estado.ausentes[2])
        assert cargada.estado.ausentes[1] and cargada.salieron == {1}
        assert cargada.turno_desde == viva.turno_desde, "quien vio ese turno puede tirar en él"
        vuelve = await Jugador(mesa.pk, jugadores[1].sesion).abrir()
        await hasta_que(lambda: not cargada.estado.detenido)
        assert not cargada.salieron
        for pestana in (sola, otra, vuelve):
            await pestana.cerrar()


async def test_salir_en_otro_proceso_tambien_despide_aqui_y_perder_la_senal_no() -> None:
    async with jugando() as (mesa, jugadores, viva):
        conexion = viva.conexion_de(2)
        assert conexion is not None
        # callado y declarado ausente: su latido lo regresa, por el mismo socket
        proceso().presencia.ausentar(viva, 2, nuestra=False)
        await hasta_que(lambda: bool(viva.estado.ausentes[2]))
        assert not viva.salieron and not conexion.salida.despedida
        await latir(jugadores[2])
        await hasta_que(lambda: not viva.estado.detenido)
        otro = Proceso()
        try:
            ajena = await otro.viva(mesa.pk)
            ajena.pedir(Pedido(lambda _: Salir(1), uuid4(), ajena.estado.num, 1, None))
            await hasta_que(lambda: not ajena.ocupada and ajena.salieron == {1})
            assert (await jugadores[1].esperar("fuera"))["datos"] == {"codigo": "saliste"}
            await hasta_que(lambda: viva.salieron == {1})
        finally:
            await otro.reposar()
            otro.parar()
