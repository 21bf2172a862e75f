"""La hoja de emparejamiento de una partida publicada, con todos los motivos que hoy se dicen (TO15, D779)."""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from reglas.errores import ErrorDeRegla
from reglas.suizo.hoja import MOTIVOS, rehecha
from torneos.models import Partida, Torneo
from torneos.reconstruir import torneo_de


def hoja_de(torneo_id: int, partida: int) -> dict[str, Any] | None:
    """La de una partida publicada; vacía, si el torneo se trajo de un acta (D579)."""
    fila = Partida.objects.filter(torneo=torneo_id, numero=partida).values_list("hoja", "publicada").first()
    if fila is None:
        return None
    hoja, publicada = fila
    if hoja and hoja.get("motivos") != MOTIVOS:
        return {**hoja, **_motivos_de_hoy(torneo_id, partida, publicada)}
    return dict(hoja)


@lru_cache(maxsize=4)
def hoja_recordada(torneo_id: int, partida: int, _publicada: datetime) -> Mapping[str, Any]:
    """La misma, que ya publicada no cambia: al publicar, mil teléfonos preguntan por su mesa a la vez."""
    return hoja_de(torneo_id, partida) or {"mesas": []}


@lru_cache(maxsize=8)
def _motivos_de_hoy(torneo_id: int, numero: int, _publicada: datetime) -> Mapping[str, Any]:
    """De una hoja que se publicó antes de que se dijeran: salen de lo guardado, sin emparejar otra vez.

    Si de lo guardado no salen esas mesas, la hoja se queda como estaba y así se dice.
    """
    torneo = torneo_de(Torneo.objects.get(pk=torneo_id))
    publicada = next(p for p in torneo.partidas if p.numero == numero)
    try:
        hoja = rehecha(torneo, publicada)
    except ErrorDeRegla:
        return {"sin_motivos": True}
    return {clave: hoja[clave] for clave in ("mesas", "turnos", "motivos")}
