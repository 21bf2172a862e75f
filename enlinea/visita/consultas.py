"""La partida de la casa: la eligió la asociación y va en el programa, con su análisis. Nunca es de nadie (D485)."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from enlinea.academia.consultas.fuente import Fuente

ARCHIVO = Path(__file__).resolve().parent / "datos" / "partida.json"
CASA = "casa"
"""El tipo de esta fuente, que ninguna página de la Academia conoce."""
TITULO = _("Una partida analizada")
JUGADA = datetime(2026, 11, 26, tzinfo=UTC)


class DeLaCasa(NamedTuple):
    """Lo que hay en el archivo."""

    acta: Mapping[str, Any]
    analisis: Mapping[str, Any]
    """Como lo guarda `academia.servicios.analisis.compacto`."""
    mano: int
    jugada: int
    """Dónde se abre: justo antes del error que más enseña."""


@lru_cache(maxsize=1)
def de_la_casa() -> DeLaCasa:
    """El archivo, leído una vez."""
    datos = json.loads(ARCHIVO.read_text(encoding="utf-8"))
    return DeLaCasa(datos["acta"], datos["analisis"], datos["mano"], datos["jugada"])


@lru_cache(maxsize=1)
def fuente_de_la_casa() -> Fuente:
    """La fuente que repite el tablero de la Academia, mirada desde el primer asiento."""
    return Fuente(CASA, 0, str(TITULO), JUGADA, de_la_casa().acta, 0, 0)
