"""Lo que preguntan también los servicios: qué torneo es y en qué versión va."""

from collections.abc import Iterable

from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from config.base.consulta_armada import Armada
from recreo.errores import ErrorDeServicio
from torneos.models import Torneo


def id_de(codigo: str) -> int:
    """La llave del torneo de ese código. Error: `torneo_inexistente`."""
    pk = Torneo.objects.filter(codigo=codigo.upper()).values_list("pk", flat=True).first()
    if pk is None:
        raise ErrorDeServicio("torneo_inexistente")
    return pk


def existe(codigo: str) -> bool:
    """¿Hay un torneo con ese código?"""
    return Torneo.objects.filter(codigo=codigo.upper()).exists()


def modalidad_de(codigo: str) -> str:
    """A quién se le lleva la cuenta en el torneo de ese código; sin él, a nadie."""
    return Torneo.objects.filter(codigo=codigo.upper()).values_list("modalidad", flat=True).first() or ""


def versiones(torneos: Iterable[int]) -> dict[int, int]:
    """La que se ve de cada uno: la suya más la de sus mesas, en una sentencia. Nunca baja (decisión 017)."""
    return dict(_versiones(list(torneos)))


# tras cada orden y en cada página: armarla cada vez cuesta más que preguntarla
_versiones = Armada(
    lambda ids: (
        Torneo.objects.filter(pk__in=ids)
        .order_by()
        .annotate(suma=F("version") + Coalesce(Sum("partidas__mesas__version"), 0))
        .values_list("pk", "suma")
    ),
    "bigint",
)


def version_de(torneo_id: int) -> int:
    """La de uno."""
    return versiones([torneo_id])[torneo_id]
