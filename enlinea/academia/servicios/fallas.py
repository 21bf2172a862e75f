"""Los errores de cada partida en unas cifras, para sumarlos sin abrir su análisis, que ocupa mucho más (D522)."""

from collections.abc import Mapping
from typing import Any

from enlinea.models import Analisis

POR_VUELTA = 50
Falla = tuple[int, int, int, int, str]
"""Mano y jugada desde 0, asiento, lo perdido y la razón que más explica (vacía si ninguna)."""


def fallas_de(datos: Mapping[str, Any]) -> list[list[Any]]:
    """Una `Falla` por error; `datos`, como los guarda `analisis.compacto`."""
    return [
        [mano, error["jugada"], error["asiento"], error["perdida"], _razon(error)]
        for mano, una in enumerate(datos["manos"])
        for error in una["errores"]
    ]


def _razon(error: Mapping[str, Any]) -> str:
    # lo guardado antes no trae razones (D453)
    return str(error["razones"][0]["clave"]) if error.get("razones") else ""


def fallas_faltantes_guardar() -> int:
    """El barrido: las de los análisis de antes, unas pocas por vuelta. Repetirlo, o en dos procesos, da lo mismo."""
    sin = Analisis.objects.filter(estado=Analisis.Estado.LISTO, fallas__isnull=True, partida__isnull=False)
    faltan = list(sin.order_by("partida_id")[:POR_VUELTA])
    for uno in faltan:
        Analisis.objects.filter(pk=uno.pk, fallas__isnull=True).update(fallas=fallas_de(uno.datos or {"manos": []}))
    return len(faltan)
