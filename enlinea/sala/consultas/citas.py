"""La mesa con hora que le toca a cada quien en este rato, para decírselo en la Sala (D632, D812)."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from enlinea.models import Apuntado, CitaEnLinea, Mesa
from suscripciones import consultas as suscripciones

ANTES, DESPUES = timedelta(minutes=30), timedelta(minutes=30)
"""Desde cuándo se dice, y hasta cuándo se espera pasada la hora."""


@dataclass(frozen=True, slots=True)
class CitaDeHoy:
    """La de quien la organiza o dijo que va."""

    id: int
    cuando: datetime
    organiza: str
    van: tuple[tuple[int, str], ...]
    mesa: int | None
    enlace: str
    """Con qué se llega a su mesa, mientras le quede lugar."""
    por_abrir: bool
    """Si todavía no es la hora."""

    def otros(self, cuenta: int) -> list[str]:
        """Los demás que van."""
        return [nombre for cual, nombre in self.van if cual != cuenta]

    def faltan(self, sentadas: Collection[int | None]) -> list[str]:
        """Los que dijeron que van y no están en la mesa."""
        return [nombre for cual, nombre in self.van if cual not in sentadas]


def citas_de_ahora(cuentas: Collection[int], ahora: datetime) -> dict[int, CitaDeHoy]:
    """Por cuenta, la más próxima. Sin ninguna en este rato, es una sola pregunta."""
    vigentes = CitaEnLinea.objects.filter(cancelada=None, cuando__gt=ahora - DESPUES, cuando__lte=ahora + ANTES)
    con_lugar = Q(mesa=None) | Q(mesa__estado=Mesa.Estado.ABIERTA)
    citas = list(vigentes.filter(con_lugar).select_related("mesa").order_by("-cuando", "-pk"))
    if not citas:
        return {}
    van: dict[int, list[int]] = defaultdict(list)
    for cita, cuenta in (
        Apuntado.objects.filter(cita__in=citas, va=True).order_by("desde", "pk").values_list("cita_id", "cuenta_id")
    ):
        van[cita].append(cuenta)
    nombres = suscripciones.nombres_publicos(
        {c for suyas in van.values() for c in suyas} | {c.organiza_id for c in citas}
    )
    vistas: dict[int, CitaDeHoy] = {}
    for c in citas:
        quienes = tuple((cuenta, nombres.get(cuenta, "")) for cuenta in van[c.pk])
        enlace = (c.mesa.enlace or "") if c.mesa else ""
        vista = CitaDeHoy(
            c.pk,
            c.cuando,
            nombres.get(c.organiza_id, ""),
            quienes,
            c.mesa_id,
            enlace,
            c.mesa is None and c.cuando > ahora,
        )
        # de la más lejana a la más próxima: queda ésta
        vistas |= {cuenta: vista for cuenta in van[c.pk] if cuenta in cuentas}
    return vistas
