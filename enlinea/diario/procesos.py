"""Qué procesos viven y qué socket tiene cada uno: para saber si alguien se fue o sólo está en otro (EL9).

Lo llama la mesa viva desde su ronda, en un hilo. Los instantes son ms de la hora de las mesas (`hora.ahora`), que se
guarda aquí: es la del último latido.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple
from uuid import UUID

from django.db.models import Max

from config.base.consulta_armada import Armada
from enlinea.diario.hora import hora
from enlinea.models import Conexion, Proceso

PROCESO_CALLADO = 3_000
"""Un proceso que no late en 3 s está muerto."""
OLVIDO = 24 * 3_600_000


class Rastro(NamedTuple):
    """Lo que se sabe de alguien por el otro proceso que tuvo su socket."""

    desde: int
    """Desde cuándo no se sabe de él, ms: el último latido de ese proceso, o cuando perdió el socket."""
    sentado: bool
    """Si ese proceso lo tenía al último."""
    murio: bool
    """Si ese proceso ya no late."""

    @property
    def lo_tiene(self) -> bool:
        """Si ese proceso vive y lo tiene sentado."""
        return self.sentado and not self.murio


def ultimo_latido() -> int | None:
    """El más adelantado que se guardó, de cualquier proceso; None si nunca hubo."""
    ultimo: int | None = Proceso.objects.aggregate(ultimo=Max("latido"))["ultimo"]
    return ultimo


def poner_en_hora() -> None:
    """La de las mesas, donde la dejó el último latido. Antes de decidir nada en este proceso."""
    if not hora.puesta:
        hora.seguir(ultimo_latido())


def latir(proceso: UUID) -> None:
    """Este proceso vive y va en tal hora; de paso se olvidan los de ayer y se acerca al que vaya adelante."""
    poner_en_hora()
    ahora = hora.ahora()
    if not Proceso.objects.filter(pk=proceso).update(latido=ahora):
        Proceso.objects.create(pk=proceso, arranque=ahora, latido=ahora)
        Proceso.objects.filter(latido__lt=ahora - OLVIDO).delete()
    hora.acercar(ultimo_latido() or 0)


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


def en_otro(pares: Collection[tuple[int, int]], proceso: UUID, ahora: int) -> dict[tuple[int, int], Rastro]:
    """De estas (mesa, cuenta), lo que dejó cada una en otro proceso; la que no está nunca pasó por ninguno.

    Quien llega aquí desde un proceso que acaba de caer aún lo ve vivo: lo perdido es, a lo más, desde ese latido. Al
    que se apagó en orden le dio tiempo de anotar que perdía los sockets: cuenta lo mismo que si hubiera muerto.
    """
    pedidos = set(pares)
    valores = _dejadas({m for m, _ in pares}, {c for _, c in pares})
    dejadas = {(m, c): (_uuid(dueno), instante, bool(viva)) for m, c, dueno, instante, viva in valores}
    suyas = {par: dejada for par, dejada in dejadas.items() if par in pedidos and dejada[0] != proceso}
    duenos = {dueno for dueno, _, _ in suyas.values()}
    latidos = dict(Proceso.objects.filter(pk__in=duenos).values_list("pk", "latido")) if duenos else {}
    return {
        par: Rastro(
            latidos.get(dueno, ahora) if viva else instante, viva, latidos.get(dueno, 0) <= ahora - PROCESO_CALLADO
        )
        for par, (dueno, instante, viva) in suyas.items()
    }


_dejadas = Armada(
    lambda mesas, cuentas: Conexion.objects.filter(mesa__in=mesas, cuenta__in=cuentas).values_list(
        "mesa_id", "cuenta_id", "proceso", "instante", "viva"
    ),
    "bigint",
    "bigint",
)


def _uuid(leido: UUID | str) -> UUID:
    """SQLite los da en texto."""
    return leido if isinstance(leido, UUID) else UUID(leido)


def sin_atender(mesa: int, proceso: UUID, ahora: int) -> int:
    """Desde cuándo (ms) ningún proceso atendía esa mesa; `ahora` si alguno vive o nunca hubo."""
    duenos = set(Conexion.objects.filter(mesa_id=mesa).exclude(proceso=proceso).values_list("proceso", flat=True))
    latidos = Proceso.objects.filter(pk__in=duenos).values_list("latido", flat=True)
    ultimo = max(latidos, default=ahora)
    return ultimo if ultimo <= ahora - PROCESO_CALLADO else ahora
