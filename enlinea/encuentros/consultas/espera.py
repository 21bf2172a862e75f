"""Si alguien espera a que haya tres (D631)."""

from datetime import datetime

from enlinea.models import EsperaDeTres


def espera_de(cuenta_id: int, ahora: datetime) -> datetime | None:
    """Hasta cuándo espera; None si no lo pidió o ya venció."""
    suya = EsperaDeTres.objects.filter(pk=cuenta_id, vence__gt=ahora)
    return suya.values_list("vence", flat=True).first()
