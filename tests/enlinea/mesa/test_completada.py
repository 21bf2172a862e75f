"""La mesa completada con automáticos, por su socket: dos personas y dos automáticos (D762 a D766)."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from enlinea.mesa.proceso import proceso, soltar
from enlinea.models import Lugar, Mesa, Tarjeta
from reglas.fichas import lista
from reglas.mesa.tipos import Fase
from reglas.sorteo import compromiso_de, revolver
from tests.enlinea.mesa.sentados import (
    Jugador,
    comenzar,
    cuentas,
    jugar_mano,
    mesa_lista,
    sentados,
    sesiones_de,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture(autouse=True)
def sin_pausas(settings: Any) -> None:
    settings.ENLINEA_PLAZOS = {"pase": 0}


async def de_dos() -> Mesa:
    """Quien organiza y su pareja son personas; los contrarios, automáticos."""
    uno, otro = await sync_to_async(cuentas)(2)
    return await sync_to_async(mesa_lista)(modo="completada", personas=[uno, None, otro, None])


async def test_se_juega_entre_dos_y_nadie_ve_lo_de_los_automaticos_hasta_la_cuenta() -> None:
    mesa = await de_dos()
    async with sentados(mesa) as jugadores:
        (presentada,) = [m for m in jugadores[1].mensajes if m["tipo"] == "mesa"]
        assert [p["automatico"] for p in presentada["datos"]["personas"]] == [False, True, False, True]
        assert presentada["datos"]["modo"] == "completada"
        await comenzar(jugadores)
        await jugar_mano(jugadores)
        viva = await proceso().viva(mesa.pk)
        for jugador in jugadores:
            jugando = [m for m in jugador.mensajes if m["tipo"] == "vista" and m["datos"]["fase"] == Fase.JUGANDO]
            assert jugando and all("fin" not in m["datos"] and "manos" not in m["datos"] for m in jugando)
            assert set(jugando[0]["yo"]["mano"]) == set(lista(viva.estado.repartidas[jugador.asiento]))
            fin = (await jugador.hasta(Fase.FIN_DE_MANO))["datos"]["fin"]
            sorteo = fin["sorteo"]
            assert sorteo["nonces"][1] == sorteo["nonces"][3] == "" and sorteo["nonces"][0]
            # cualquiera comprueba el reparto, como siempre (RG1)
            assert compromiso_de(tuple(sorteo["claves"]), sorteo["semilla"]) == jugando[0]["datos"]["compromiso"]
            repartido = revolver(tuple(sorteo["claves"]), tuple(sorteo["nonces"]))
            assert [list(lista(bits)) for bits in repartido.manos] == fin["repartidas"]
        # se espera a las personas, y sólo a ellas
        await jugadores[0].pedir("continuar")
        assert viva.estado.fase is Fase.FIN_DE_MANO
        await jugadores[1].mandar("continuar")
        assert (await jugadores[1].hasta(Fase.JUGANDO))["datos"]["mano"] == 2


async def test_si_una_sale_termina_para_las_dos_sin_tarjeta_y_quedan_libres() -> None:
    mesa = await de_dos()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        assert (await jugadores[1].pedir("salir"))["tipo"] == "acuse"
        datos = (await jugadores[0].hasta(Fase.CERRADA))["datos"]
        assert (datos["motivo"], datos["culpable"]) == ("salida", 2)
    assert (await Mesa.objects.aget(pk=mesa.pk)).estado == "cerrada"
    assert not await Lugar.objects.filter(activo=True).aexists() and not await Tarjeta.objects.aexists()


async def test_tras_un_reinicio_a_media_mano_sigue_con_los_mismos_automaticos() -> None:
    mesa = await de_dos()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        antes = (await proceso().viva(mesa.pk)).estado
        await soltar()
        vuelven = [await Jugador(mesa.pk, s).abrir() for s in await sync_to_async(sesiones_de)(mesa.pk)]
        for jugador in vuelven:
            await jugador.esperar("vista")
        viva = await proceso().viva(mesa.pk)
        assert (viva.estado.ocupantes, viva.estado.repartidas) == (antes.ocupantes, antes.repartidas)
        await jugar_mano(vuelven)
        assert viva.estado.fase is Fase.FIN_DE_MANO
        for jugador in vuelven:
            await jugador.cerrar()
