"""Una mesa de verdad a otro juego, por su socket: el pozo, los relojes, quien vuelve y quien mira (VA2-VA9)."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from enlinea.mesa import plazos, presencia
from enlinea.mesa.proceso import proceso
from enlinea.models import Mesa
from reglas.mesa.tipos import Fase
from reglas.reglamento import reglamento_de_texto
from tests.enlinea.mesa.sentados import Jugador, comenzar, cuentas, galleta, mesa_lista, sentados, sesiones_de
from tests.enlinea.mesa.test_mesa_viva import jugar_mano
from tests.enlinea.mesa.test_mirar import Miron

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture(autouse=True)
def sin_pausas(settings: Any) -> None:
    settings.ENLINEA_PLAZOS = {"pase": 0}


def mesa_a(juego: str, meta: str) -> tuple[Mesa, Any]:
    """Lista y de personas, y alguien de fuera que la puede mirar."""
    mesa = mesa_lista(meta=meta, personas=list(cuentas(reglamento_de_texto(juego).asientos)))
    Mesa.objects.filter(pk=mesa.pk).update(reglamento=juego, se_mira=True)
    return mesa, cuentas(1)[0]


def solo_lo_suyo(jugadores: list[Jugador]) -> None:
    """EL8: mientras se juega, a nadie le llega más mano que la suya ni una ficha del pozo."""
    for jugador in jugadores:
        for visto in [m for m in jugador.mensajes if m["tipo"] == "vista" and m["datos"]["fase"] == Fase.JUGANDO]:
            assert isinstance(visto["datos"]["pozo"], int) and "fin" not in visto["datos"]
            if jugador.asiento < 0:
                assert visto["yo"] == {"asiento": -1}


async def test_de_dos_con_pozo_se_juega_se_vuelve_y_se_mira() -> None:
    mesa, fuera = await sync_to_async(mesa_a)("musica-2-0-7", "50")
    async with sentados(mesa) as jugadores:
        miron = await Miron(mesa.pk, await sync_to_async(galleta)(fuera)).abrir()
        await comenzar(jugadores)
        presentado = next(m for m in jugadores[0].mensajes if m["tipo"] == "mesa")["datos"]
        assert (presentado["juego"], presentado["bandos"], presentado["robos"]) == ("musica", [[0], [1]], 1)
        # recargar a media mano: la misma vista, con su mano y el pozo
        sesiones = await sync_to_async(sesiones_de)(mesa.pk)
        otra = await Jugador(mesa.pk, sesiones[0]).abrir()
        visto = await otra.esperar("vista")
        assert len(visto["yo"]["mano"]) == 7 and visto["datos"]["pozo"] == 14
        await otra.cerrar()
        await jugar_mano(jugadores)
        fin = (await jugadores[0].hasta(Fase.FIN_DE_MANO))["datos"]
        assert len(fin["fin"]["pozo"]) == 14 and len(fin["fin"]["sobran"]) == 2
        await miron.hasta_version(jugadores[0].vista["version"])
        assert miron.vista["datos"]["fin"] == fin["fin"]
        solo_lo_suyo([*jugadores, miron])
        claves = (await proceso().viva(mesa.pk)).estado.secreto
        jugando = json.dumps([m for m in miron.mensajes if m["datos"].get("fase") == Fase.JUGANDO])
        assert claves is not None and not any(clave in jugando for clave in claves.claves)
        await miron.cerrar()


async def test_si_nadie_tira_el_sistema_acaba_la_mano_sin_tarjetas(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """VA2, VA5: cumplido el reloj tira el sistema, y a quien se tarda no le pasa nada más."""
    settings.ENLINEA_PLAZOS = {"pase": 0, "segundo": 1}
    monkeypatch.setattr(plazos, "CREDITO_MAXIMO", 0)
    # aquí nadie late, y por cargada que esté la máquina nadie se fue
    monkeypatch.setattr(plazos, "LATIDO_FRESCO", 600.0)
    monkeypatch.setattr(presencia, "SIN_LATIDO", 600.0)
    mesa, _fuera = await sync_to_async(mesa_a)("federacion-3-0-7", "100")
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        for jugador in jugadores:
            await jugador.hasta(Fase.FIN_DE_MANO)
        solo_lo_suyo(jugadores)
        final = jugadores[0].vista["datos"]
        assert final["amarillas"] == [0, 0, 0] and len(final["cuentas"]) == 1
