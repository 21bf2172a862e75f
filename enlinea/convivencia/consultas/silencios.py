"""Quién no quiere leer a quién: lo que decide qué charla se le manda a cada uno."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from enlinea.models import Charla, Lugar, Presencia, Silencio
from suscripciones import consultas as suscripciones


@dataclass(frozen=True, slots=True)
class Callado:
    """Alguien a quien la cuenta silenció."""

    cuenta: int
    nombre: str


def callados_por(quienes: Collection[int]) -> dict[int, frozenset[int]]:
    """Por cuenta, las que silenció; sólo salen las que silenciaron a alguien."""
    juntos: dict[int, set[int]] = defaultdict(set)
    for quien, callado in Silencio.objects.filter(quien__in=quienes).values_list("quien_id", "callado_id"):
        juntos[quien].add(callado)
    return {quien: frozenset(callados) for quien, callados in juntos.items()}


def lista_de_callados(cuenta_id: int) -> list[Callado]:
    """Los que la cuenta silenció, del más reciente al más antiguo."""
    ids = list(Silencio.objects.filter(quien=cuenta_id).order_by("-desde", "-id").values_list("callado_id", flat=True))
    nombres = suscripciones.nombres_publicos(ids)
    return [Callado(c, nombres[c]) for c in ids if c in nombres]


def se_conocen(cuenta_id: int, otra_id: int) -> bool:
    """¿Vio su nombre? Compartieron mesa, la otra escribió en la Sala o está en ella."""
    suyas = Lugar.objects.filter(cuenta=cuenta_id).values("mesa")
    return (
        Lugar.objects.filter(cuenta=otra_id, mesa__in=suyas).exists()
        or Charla.objects.filter(autor=otra_id, mesa=None).exists()
        or Presencia.objects.filter(cuenta=otra_id).exists()
    )
