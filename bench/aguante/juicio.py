"""Qué se le pide a una corrida larga: memoria plana, sin rastros, y la demora del final como la del principio."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.comun.procesos import percentil

CUARTOS = 4
CRECE = 1.10
"""Cuánto puede subir el p99 del primer cuarto al último."""
RUIDO = 3.0
"""Cuántas desviaciones de lo medido puede sumar la pendiente de la memoria en toda la corrida."""
PISO_DE_RUIDO = 0.02
"""Y de la memoria media, lo que nunca se toma por fuga: lo que Python pide y no devuelve."""


@dataclass
class Corrida:
    """Lo que se fue midiendo."""

    memoria: list[tuple[float, int]] = field(default_factory=list)
    """(segundos desde que se empezó a medir, KB del servidor con sus ayudantes)."""
    jugadas: list[list[float]] = field(default_factory=lambda: [[] for _ in range(CUARTOS)])
    """Por cuarto, de cada jugada, ms hasta el último de los cuatro."""
    manos: list[list[float]] = field(default_factory=lambda: [[] for _ in range(CUARTOS)])
    """Por cuarto, de cada mano del Recreo, ms hasta el último teléfono."""
    fallas: list[str] = field(default_factory=list)
    """Lo que se vio mal al correr: rastros, mensajes fuera del protocolo, manos perdidas."""


def pendiente(memoria: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """KB por hora, y la desviación en KB de lo medido alrededor de esa recta."""
    tiempos, cuantos = [t for t, _kb in memoria], [float(kb) for _t, kb in memoria]
    recta = statistics.linear_regression(tiempos, cuantos)
    restos = [kb - (recta.slope * t + recta.intercept) for t, kb in memoria]
    return recta.slope * 3600, statistics.pstdev(restos)


def juzgar(corrida: Corrida) -> list[str]:
    """Por qué no pasa; vacía si pasa."""
    return [*corrida.fallas, *_de_memoria(corrida.memoria), *_de_demora("jugada", corrida.jugadas),
            *_de_demora("mano del Recreo", corrida.manos)]  # fmt: skip


def _de_memoria(memoria: Sequence[tuple[float, int]]) -> list[str]:
    if len(memoria) < 2 * CUARTOS:
        return ["faltan muestras de memoria"]
    por_hora, ruido = pendiente(memoria)
    duro = memoria[-1][0] - memoria[0][0]
    subio, media = por_hora * duro / 3600, statistics.fmean(kb for _t, kb in memoria)
    if subio <= max(RUIDO * ruido, PISO_DE_RUIDO * media):
        return []
    return [f"la memoria sube {por_hora:.0f} KB por hora (ruido, {ruido:.0f} KB; media, {media:.0f} KB)"]


def _de_demora(que: str, cuartos: Sequence[list[float]]) -> list[str]:
    primero, ultimo = percentil(cuartos[0], 99), percentil(cuartos[-1], 99)
    if ultimo <= primero * CRECE:
        return []
    # también si algún cuarto quedó vacío: con nan ninguna comparación es cierta
    return [f"el p99 de cada {que} pasó de {primero:.1f} a {ultimo:.1f} ms"]
