"""La clasificación, leída de lo guardado (ES2): quintiles y puntos de quien se pida, siempre al día."""

from collections.abc import Collection

from django.db.models import Subquery

from enlinea.models import Clasificado, TablaDeClasificacion
from reglas.ranking import QUINTILES

FRONTERAS = ("frontera_2", "frontera_3", "frontera_4", "frontera_5")


def quintil_de(cuentas: Collection[int]) -> dict[int, int]:
    """Quintil 1 (el mejor) a 5 de cada cuenta, entre todos los inscritos; quien no está inscrito va en el último.

    Una sola consulta: las claves y las fronteras son del mismo instante.
    """
    filas = Clasificado.objects.filter(pk__in=cuentas, clave__isnull=False).annotate(
        **{nombre: Subquery(TablaDeClasificacion.objects.values(nombre)[:1]) for nombre in FRONTERAS}
    )
    leidas = filas.values_list("pk", "clave", *FRONTERAS)
    quintiles = {cuenta: quintil_de_clave(clave, fronteras) for cuenta, clave, *fronteras in leidas}
    return {cuenta: quintiles.get(cuenta, QUINTILES) for cuenta in cuentas}


def quintil_de_clave(clave: int, fronteras: Collection[int | None]) -> int:
    """El quintil de un sitio, según la clave del primero de los quintiles 2 a 5 (None: nadie llega)."""
    return 1 + sum(frontera is not None and frontera <= clave for frontera in fronteras)


def puntos_de(cuentas: Collection[int]) -> dict[int, int]:
    """Los puntos de ahora de cada cuenta que ha estado en la clasificación."""
    return dict(Clasificado.objects.filter(pk__in=cuentas).values_list("pk", "puntos"))
