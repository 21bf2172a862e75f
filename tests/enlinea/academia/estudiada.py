"""Una partida con su análisis hecho aquí mismo, una vez por corrida: dos segundos de cuentas para todas las pruebas."""

import json
from functools import cache
from typing import Any

from enlinea.academia.servicios.analisis import analisis_guardar
from enlinea.models import Analisis, Partida
from reglas.analisis.estudio import estudio_de
from suscripciones.models import Cuenta
from tests.enlinea.academia.jugada import una_jugada

SEMILLA = 15
"""Cinco manos con errores de los cuatro."""


@cache
def _estudio(acta: str) -> dict[str, Any]:
    return estudio_de(json.loads(acta))


def estudio(partida: Partida) -> dict[str, Any]:
    """El de su acta; el sorteo y los nombres no lo cambian."""
    acta = partida.acta or {}
    manos = [{k: v for k, v in mano.items() if k != "sorteo"} for mano in acta["manos"]]
    return _estudio(json.dumps({**acta, "manos": manos}, sort_keys=True))


def una_estudiada() -> tuple[list[Cuenta], Partida]:
    """Cuatro cuentas y su partida, ya analizada."""
    cuentas, partida = una_jugada(semilla=SEMILLA)
    assert analisis_guardar(Analisis.objects.get(partida=partida), estudio(partida))
    return cuentas, partida
