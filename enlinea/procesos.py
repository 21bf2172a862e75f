"""Qué procesos viven y qué socket tiene cada uno: para saber si alguien se fue o sólo está en otro (EL9).

Lo llama la mesa viva desde su ronda, en un hilo. Los instantes son ms de la hora de la base.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from enlinea.models import Conexion, Proceso

SIN_LATIDO = 3_000
"""Un proceso que no late en 3 s está muerto."""
OLVIDO = 24 * 3_600_000


def latir(proceso: UUID, ahora: int) -> None:
    """Este proceso vive; de paso se olvidan los de ayer."""
    if not Proceso.objects.filter(pk=proceso).update(latido=ahora):
        Proceso.objects.create(pk=proceso, arranque=ahora, latido=ahora)
        Proceso.objects.filter(latido__lt=ahora - OLVIDO).delete()


def anotar_conexiones(cambios: Mapping[tuple[int, int], bool], proceso: UUID, ahora: int) -> None:
    """De cada (mesa, cuenta): si este proceso tiene ahora su último socket, o lo perdió y no está ya en otro."""
    entraron = [par for par, viva in cambios.items() if viva]
    Conexion.objects.bulk_create(
        [Conexion(mesa_id=m, cuenta_id=c, proceso=proceso, instante=ahora, viva=True) for m, c in sorted(entraron)],
        update_conflicts=True,
        unique_fields=["mesa", "cuenta"],
        update_fields=["proceso", "instante", "viva"],
    )
    for mesa, cuenta in sorted(set(cambios) - set(entraron)):
        Conexion.objects.filter(mesa_id=mesa, cuenta_id=cuenta, proceso=proceso).update(viva=False, instante=ahora)


def en_otro(pares: Sequence[tuple[int, int]], proceso: UUID, ahora: int) -> dict[tuple[int, int], tuple[int, bool]]:
    """De estas (mesa, cuenta), las que otro proceso tenía: hasta cuándo (ms) latió con ellas, y si ya está muerto.

    Quien llega aquí desde un proceso que acaba de caer aún lo ve vivo: lo perdido es, a lo más, desde ese latido.
    """
    filas = Conexion.objects.filter(
        mesa__in={m for m, _ in pares}, cuenta__in={c for _, c in pares}, viva=True
    ).exclude(proceso=proceso)
    duenos = {(m, c): dueno for m, c, dueno in filas.values_list("mesa_id", "cuenta_id", "proceso")}
    latidos = dict(Proceso.objects.filter(pk__in=set(duenos.values())).values_list("pk", "latido"))
    pedidos = set(pares)
    return {
        par: (latidos.get(dueno, ahora), latidos.get(dueno, 0) <= ahora - SIN_LATIDO)
        for par, dueno in duenos.items()
        if par in pedidos
    }


def sin_atender(mesa: int, proceso: UUID, ahora: int) -> int:
    """Desde cuándo (ms) ningún proceso atendía esa mesa; `ahora` si alguno vive o nunca hubo."""
    duenos = set(Conexion.objects.filter(mesa_id=mesa).exclude(proceso=proceso).values_list("proceso", flat=True))
    latidos = Proceso.objects.filter(pk__in=duenos).values_list("latido", flat=True)
    ultimo = max(latidos, default=ahora)
    return ultimo if ultimo <= ahora - SIN_LATIDO else ahora
