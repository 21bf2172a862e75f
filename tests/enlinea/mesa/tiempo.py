"""La hora de las mesas en las pruebas: se adelanta, se espera y se lee lo que quedó en el diario."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from enlinea.diario import diario
from enlinea.diario.diario import leer_eventos
from enlinea.diario.hora import hora
from enlinea.diario.renglon import Renglon
from enlinea.mesa import presencia
from enlinea.mesa.proceso import proceso
from enlinea.models import Mesa
from reglas.mesa import eventos as ev

# la de verdad: las pruebas la acortan
SIN_SOCKET = presencia.SIN_SOCKET


@pytest.fixture(autouse=True)
def rapido(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[None]:
    """Sin pausas de pase y con gracias cortas; la hora se puede adelantar."""
    settings.ENLINEA_PLAZOS = {"pase": 0}
    monkeypatch.setattr(presencia, "SIN_SOCKET", 0.3)
    monkeypatch.setattr(presencia, "TRAS_CAIDA", 0.6)
    # la ronda de cada proceso la volvería a poner en la de la base
    monkeypatch.setattr(hora, "ajustar", lambda *_: None)
    antes = hora._corrimiento
    yield
    hora._corrimiento = antes


def adelantar(segundos: float) -> None:
    """Pasa el tiempo de la mesa y suenan sus plazos; los latidos siguen frescos."""
    hora._corrimiento += int(segundos * 1e9)
    p = proceso()
    for mesa in p.vivas.values():
        p.relojero.olvidar(mesa.id)
        p.relojero._sonar(mesa)


async def eventos_de(mesa: Mesa) -> list[ev.Evento]:
    renglones: list[Renglon] = await sync_to_async(diario.leer)(mesa.pk)
    return [e for r in renglones for e in leer_eventos(r.eventos)]


async def hasta_que(condicion: Any, plazo: float = 20.0) -> None:
    fin = asyncio.get_running_loop().time() + plazo
    while not condicion():
        assert asyncio.get_running_loop().time() < fin, "no llegó a pasar"
        await asyncio.sleep(0.02)
