"""El expediente de tarjetas: lo que cada quien ve del suyo y lo que se ve junto a cada nombre en la mesa (SA1-SA3)."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Max, QuerySet
from django.utils import timezone

from config.base.consulta_armada import Armada
from enlinea.models import Tarjeta
from reglas import sanciones
from reglas.tarjetas import Color, Graves
from suscripciones import consultas as suscripciones

if TYPE_CHECKING:
    from suscripciones.models import Suspension

RENGLONES = 100
RECIENTE = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class RenglonDeTarjetas:
    """Una tarjeta, o las amarillas que valen de una partida juntas: `cuantas` e `instante` de la última."""

    color: str
    cuantas: int
    instante: datetime
    mesa: str
    motivo: str
    """Sólo la roja lo trae escrito."""
    anulada: datetime | None
    motivo_de_anulacion: str


@dataclass(frozen=True, slots=True)
class MiExpediente:
    """Lo de una cuenta: sus tarjetas y suspensiones, de lo más nuevo a lo más viejo, y lo que sigue."""

    renglones: tuple[RenglonDeTarjetas, ...]
    azules: int
    """Las que van para la siguiente suspensión: 0 o 1 (SA2)."""
    suspensiones: tuple["Suspension", ...]
    vigente: "Suspension | None"


def mi_expediente(cuenta_id: int, ahora: datetime) -> MiExpediente:
    """El expediente de la cuenta a esa hora."""
    todas = list(tarjetas_de(cuenta_id))
    levantadas = suscripciones.levantadas_por_alguien([cuenta_id])
    return MiExpediente(
        renglones=tuple(_renglones(todas)[:RENGLONES]),
        azules=_azules_que_van(todas, levantadas),
        suspensiones=tuple(suscripciones.suspensiones_de(cuenta_id)),
        vigente=suscripciones.suspension_vigente(cuenta_id, ahora),
    )


def tarjetas_visibles(cuentas: Collection[int | None]) -> dict[int, Graves]:
    """Por cuenta, las azules que van y las rojas que valen: lo que la mesa enseña junto al nombre (002 §2.1.5).

    Las amarillas son de la partida y las lleva la mesa misma. Quien no tiene ninguna no aparece.
    """
    suyas: dict[int, list[Tarjeta]] = defaultdict(list)
    con_graves = [cuenta for (cuenta,) in _con_graves([c for c in cuentas if c is not None])]
    if not con_graves:
        return {}
    for t in Tarjeta.objects.filter(cuenta__in=con_graves).exclude(color=Color.AMARILLA):
        suyas[t.cuenta_id].append(t)
    levantadas = suscripciones.levantadas_por_alguien(list(suyas))
    return {
        cuenta: Graves(
            _azules_que_van(lista, levantadas),
            sum(t.color == Color.ROJA and t.anulada_en is None for t in lista),
        )
        for cuenta, lista in suyas.items()
    }


# se pregunta por cada mesa a la que alguien llega, y casi nadie las tiene
_con_graves = Armada(
    lambda cuentas: (
        Tarjeta.objects.filter(cuenta__in=cuentas)
        .exclude(color=Color.AMARILLA)
        .order_by()
        .values_list("cuenta_id")
        .distinct()
    ),
    "bigint",
)


def _azules_que_van(tarjetas: Iterable[Tarjeta], levantadas: dict[str, datetime]) -> int:
    azules = (pura(t) for t in tarjetas if t.color == Color.AZUL)
    return len(sanciones.expediente_de(azules, levantadas).azules)


def graves_recientes(desde: int, ahora: datetime) -> tuple[int, dict[int, int], set[int]]:
    """Qué pudo cambiar junto a los nombres: el número de la última tarjeta (0 si no hay), de quién es cada azul o roja
    de número mayor a `desde`, y de quién alguna anulada en los últimos 10 s. Cuesta lo que haya cambiado.
    """
    ultima = Tarjeta.objects.aggregate(n=Max("pk"))["n"] or 0
    graves = Tarjeta.objects.exclude(color=Color.AMARILLA)
    nuevas = dict(graves.filter(pk__gt=desde).values_list("pk", "cuenta_id")) if ultima > desde else {}
    anuladas = graves.filter(anulada_en__gt=ahora - RECIENTE).values_list("cuenta_id", flat=True)
    return ultima, nuevas, set(anuladas)


def tarjetas_de(cuenta_id: int) -> QuerySet[Tarjeta]:
    """Todas las de la cuenta, con su mesa, de la más nueva a la más vieja."""
    return Tarjeta.objects.filter(cuenta_id=cuenta_id).select_related("mesa")


def pura(t: Tarjeta) -> sanciones.Tarjeta:
    """Como la entienden las reglas; la hora, de la casa, para contar el mes en su calendario."""
    partida = f"{t.mesa_id}:{t.partida}"
    return sanciones.Tarjeta(t.hecho, Color(t.color), timezone.localtime(t.instante), partida, t.anulada_en)


def _renglones(tarjetas: Iterable[Tarjeta]) -> list[RenglonDeTarjetas]:
    """Las amarillas vigentes de una partida van en un renglón; las anuladas y las demás, una por una."""
    juntas: dict[tuple[object, ...], list[Tarjeta]] = defaultdict(list)
    for t in tarjetas:
        sola = t.color != Color.AMARILLA or t.anulada_en is not None
        juntas[(t.pk,) if sola else (t.mesa_id, t.partida)].append(t)
    return [_renglon(grupo) for grupo in juntas.values()]


def _renglon(grupo: list[Tarjeta]) -> RenglonDeTarjetas:
    t = grupo[0]
    mesa = t.mesa.nombre if t.mesa else ""
    return RenglonDeTarjetas(t.color, len(grupo), t.instante, mesa, t.motivo, t.anulada_en, t.motivo_de_anulacion)
