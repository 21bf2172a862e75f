"""Ni el registro del servidor ni lo que el navegador pueda guardar llevan lo que todavía no se sabe (EL8)."""

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from enlinea.mesa.proceso import proceso
from reglas.fichas import TEXTOS, de_mascara
from reglas.mano import legales
from reglas.mesa.tipos import Fase
from tests.enlinea.mesa.sentados import comenzar, mesa_lista, sentados
from tests.secreto.rastros import MesaJugada


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_jugando_el_registro_no_dice_fichas_ni_claves(caplog: pytest.LogCaptureFixture, settings: Any) -> None:
    """Con el registro más hablador: se juega, se manda lo que no procede y llega basura."""
    settings.ENLINEA_PLAZOS = {"pase": 0}
    caplog.set_level(logging.DEBUG)
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        viva = await proceso().viva(mesa.pk)
        estados = [viva.estado]
        for _ in range(100):
            mano = viva.estado.mano
            if viva.estado.fase is not Fase.JUGANDO or mano is None or len(estados) > 6:
                break
            if not legales(mano):
                # el sistema pasa por él
                await asyncio.sleep(0.05)
                continue
            ficha, extremo = legales(mano)[0]
            de_turno = next(j for j in jugadores if j.asiento == mano.turno)
            for version in (0, viva.estado.num):  # la vieja se rechaza
                await de_turno.pedir("tirar", version=version, ficha=ficha, extremo=extremo)
            await de_turno.socket.send_to(text_data='{"tipo": "tirar", "datos": {"ficha": [1, 2, 3]}}')
            estados.append(viva.estado)
    assert len(estados) > 2
    rastros = [x for juego in estados for x in de_la_mano(juego).rastros_en_juego(caplog.text.encode(), None)]
    assert rastros == []
    # y si lo dijera, se notaría
    suyas = " ".join(TEXTOS[f] for f in de_mascara(estados[1].mano.manos[2]))  # type: ignore[union-attr]
    assert de_la_mano(estados[1]).rastros_en_juego(suyas.encode(), None)


def de_la_mano(juego: Any) -> MesaJugada:
    """Los rastros de una mano suelta, sin partida terminada."""
    return MesaJugada(SimpleNamespace(pk=0), SimpleNamespace(acta=None), juego)  # type: ignore[arg-type]
