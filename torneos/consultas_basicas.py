"""Lo que preguntan también los servicios: qué torneo es y en qué versión va."""

from collections.abc import Iterable

from django.db.models import Sum
from django.db.models.functions import Coalesce

from recreo.errores import ErrorDeServicio
from torneos.models import Torneo


def id_de(codigo: str) -> int:
    """La llave del torneo de ese código. Error: `torneo_inexistente`."""
    pk = Torneo.objects.filter(codigo=codigo.upper()).values_list("pk", flat=True).first()
    if pk is None:
        raise ErrorDeServicio("torneo_inexistente")
    return pk


def versiones(torneos: Iterable[int]) -> dict[int, int]:
    """La que se ve de cada uno: la suya más la de sus mesas, en una sentencia. Nunca baja (decisión 017)."""
    filas = (
        Torneo.objects.filter(pk__in=list(torneos))
        .order_by()
        .annotate(de_mesas=Coalesce(Sum("partidas__mesas__version"), 0))
    )
    return {pk: propia + mesas for pk, propia, mesas in filas.values_list("pk", "version", "de_mesas")}


def version_de(torneo_id: int) -> int:
    """La de uno."""
    return versiones([torneo_id])[torneo_id]
