"""A quiénes se oye desde este proceso: se junta lo que ya se sabe de los sockets y se escribe de una vez (D291).

Sólo de quienes hace falta: quien anota una mesa abierta, quien manda y quien pidió avisos en su aparato.
"""

import asyncio
from collections.abc import Collection

from django.utils import timezone

from recreo.consultas import avisos as consultas
from recreo.estado import EstadoRecreo
from recreo.servicios.presencia import Oido, presencia_renovar
from recreo.vivo import Espectador, en_hilo, vivo

CADA = 10.0
"""Segundos entre renovaciones; quien calla más que eso ya no cuenta como oído en la siguiente."""


async def renovar() -> None:
    """La vuelta de cada proceso; sin Recreos en juego que alguien mire, nada."""
    miran = [(estado, quienes) for estado, quienes in vivo.quienes_miran() if estado.estado == "en_juego"]
    if not miran:
        return
    avisados = await en_hilo(consultas.lugares_avisados, [estado.id for estado, _quienes in miran])
    desde = asyncio.get_running_loop().time() - CADA
    oidos = [
        oido
        for estado, quienes in miran
        for oido in oidos_de(estado, quienes, importan(estado) | {n for r, n in avisados if r == estado.id}, desde)
    ]
    if oidos:
        await en_hilo(presencia_renovar, oidos, timezone.now())


def importan(estado: EstadoRecreo) -> set[int]:
    """Quienes anotan las mesas abiertas y quienes mandan."""
    abiertas = estado.actual.abiertas if estado.actual else ()
    mandan = {n for n, j in estado.jugadores.items() if n == 1 or j.co_organizador}
    return mandan | {m.anotador for m in abiertas if m.anotador}


def oidos_de(
    estado: EstadoRecreo, quienes: Collection[Espectador], numeros: Collection[int], desde: float
) -> list[Oido]:
    """De esos números, los que tienen algún teléfono que habló desde `desde` (s del lazo)."""
    por_persona: dict[int | str | None, int] = {
        persona: n for n in numeros if (j := estado.jugadores.get(n)) for persona in (j.cuenta_id, j.llave) if persona
    }
    oidos = []
    for uno in quienes:
        numero = por_persona.get(uno.quien.cuenta_id) or por_persona.get(uno.quien.llave)
        if numero and uno.latido >= desde:
            oidos.append(Oido(estado.id, numero, uno.a_la_vista))
    return oidos
