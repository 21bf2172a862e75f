"""Qué versión va de cada Recreo, y qué cambió: se pregunta tras cada orden y en cada página."""

from collections.abc import Hashable, Iterable

from django.db.models import F, OuterRef, Subquery, Sum
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce

from config.base.consulta_armada import Armada
from recreo.errores import ErrorDeServicio
from recreo.models import Mesa, Recreo


def versiones(ids: Iterable[int]) -> dict[int, int]:
    """La versión que se ve de cada Recreo: la suya y las de sus mesas, sumadas en una sola sentencia.

    Así nunca baja: cada orden sube una de las dos, y las dos se leen a la vez.
    """
    return dict(_versiones(list(ids)))


def suma_de_versiones(recreo: str = "") -> CombinedExpression:
    """La versión que se ve, para otra pregunta: `recreo`, el camino de sus filas al Recreo («jugador__recreo__»)."""
    de_mesas = Mesa.objects.filter(partida__recreo=OuterRef(f"{recreo}pk")).order_by().values("partida__recreo")
    suma = Subquery(de_mesas.annotate(n=Sum("version")).values("n"))
    return F(f"{recreo}version") + Coalesce(suma, 0)


# tras cada orden y en cada página: armarlas cada vez costaba más que preguntarlas
_versiones = Armada(
    lambda ids: Recreo.objects.filter(pk__in=ids).annotate(suma=suma_de_versiones()).values_list("pk", "suma"), "bigint"
)
_version_y_sello = Armada(
    lambda ids: (
        Recreo.objects.filter(pk__in=ids)
        .annotate(suma=suma_de_versiones())
        .values_list("suma", "version", "actividad", "epoca")
    ),
    "bigint",
)
_versiones_de_mesas = Armada(
    lambda ids: Mesa.objects.filter(partida__recreo__in=ids).order_by().values_list("pk", "version"), "bigint"
)


def version_y_sello(recreo_id: int) -> tuple[int, tuple[Hashable, ...]]:
    """La versión que se ve y el sello de lo que es de todo el Recreo. Error: `recreo_inexistente`.

    El sello cambia con cualquier orden que no sea de una sola mesa, y con lo demás que toque a sus personas.
    """
    filas = _version_y_sello([recreo_id])
    if not filas:
        raise ErrorDeServicio("recreo_inexistente")
    version, *sello = filas[0]
    return version, tuple(sello)


def versiones_de_mesas(recreo_id: int) -> dict[int, int]:
    """La de cada una de sus mesas, por su llave."""
    return dict(_versiones_de_mesas([recreo_id]))
