"""La hora de las mesas en las pruebas: se adelanta, se espera y se lee lo que quedó en el diario."""

import asyncio
from collections.abc import Collection, Iterator
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
    antes = hora._corrimiento, hora._de_la_fecha
    yield
    hora._corrimiento, hora._de_la_fecha = antes


def adelantar(segundos: float) -> None:
    """Pasa el tiempo de la mesa y suenan sus plazos; los latidos siguen frescos."""
    hora._corrimiento += int(segundos * 1e9)
    p = proceso()
    for mesa in p.vivas.values():
        p.relojero.olvidar(mesa.id)
        p.relojero._sonar(mesa)


async def pasar(segundos: float, callan: Collection[int] = ()) -> None:
    """Pasa el tiempo del lazo y el de la mesa, de a medio segundo y con lo que hace el proceso en cada uno.

    Laten todos los sentados, salvo las personas que `callan`. Con reloj inyectado: cinco minutos no tardan cinco.
    """
    p = proceso()
    for paso in [0.5] * int(segundos // 0.5) + [segundos % 0.5]:
        for mesa in p.vivas.values():
            for conexion in mesa.conexiones:
                conexion.latido -= paso if conexion.persona in callan else 0
        for perdida in p.presencia._perdidas.values():
            perdida.lazo -= paso
        adelantar(paso)
        await hasta_que(lambda: not any(mesa.ocupada for mesa in p.vivas.values()), cada=0.001)
        for mesa in list(p.vivas.values()):
            for persona, culpa in p.presencia.perdidos_de(mesa, nuestra=False):
                if await p.ronda._nadie_mas(mesa, persona):
                    p.presencia.ausentar(mesa, persona, culpa)
        await hasta_que(lambda: not any(mesa.ocupada for mesa in p.vivas.values()), cada=0.001)


async def eventos_de(mesa: Mesa) -> list[ev.Evento]:
    renglones: list[Renglon] = await sync_to_async(diario.leer)(mesa.pk)
    return [e for r in renglones for e in leer_eventos(r.eventos)]


async def hasta_que(condicion: Any, plazo: float = 20.0, cada: float = 0.02) -> None:
    fin = asyncio.get_running_loop().time() + plazo
    while not condicion():
        assert asyncio.get_running_loop().time() < fin, "no llegó a pasar"
        await asyncio.sleep(cada)
