"""Lo que se junta para el informe de calidad: partidas de la semana, quién compartió aparato o red, y lo ya medido."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import combinations
from typing import NamedTuple

from django.db.models import Count, QuerySet
from django.utils import timezone

from enlinea.academia.consultas.fuente import PARTIDA, Fuente
from enlinea.models import CUENTAN, Huella, InformeDeCalidad, Jugador, MedidaDePartida, Partida, RenglonDeCalidad
from reglas.calidad.parejas import ManoMedida
from reglas.calidad.tiempos import Tardanza

Pareja = tuple[int, int]
"""Dos cuentas, la de número menor primero."""
SEMANA = timedelta(days=7)
HORA_DEL_INFORME = time(4)
"""El lunes, cuando casi nadie juega."""
SEMANAS_QUE_CUENTAN = 8
"""Pocas parejas juegan bastante en una semana: se suma lo medido en las últimas ocho."""


@dataclass(frozen=True, slots=True)
class Compartido:
    """Dos cuentas que se sentaron a la misma mesa desde el mismo aparato o la misma red."""

    pareja: Pareja
    mesas_aparato: int
    mesas_red: int
    mesas_navegador: int
    """Misma red y mismo navegador, sin galleta: parece el mismo aparato."""
    como_pareja: int
    """Partidas terminadas en esas mesas, por cómo se sentaron."""
    como_contrarios: int
    partidas: tuple[int, ...]


class Notable(NamedTuple):
    """Una decisión en que se ganó mucho a lo público."""

    partida: int
    ganado: int
    mano: int
    """Desde 0, como `jugada`."""
    jugada: int
    asiento: int
    elegida: int
    """Su lugar en `opciones`, como `publica`."""
    publica: int
    opciones: list[list[int]]
    """[ficha, extremo, tantos exactos, tantos según lo público]."""


def semana_por_informar(ahora: datetime) -> date:
    """El lunes de la última semana completa, contada desde el lunes a las 4 de la mañana de aquí."""
    aqui = timezone.localtime(ahora)
    lunes = aqui.date() - timedelta(days=aqui.weekday())
    completa = lunes - SEMANA
    return completa if aqui >= _a_las(lunes, HORA_DEL_INFORME) else completa - SEMANA


def limites(semana: date, semanas: int = 1) -> tuple[datetime, datetime]:
    """Desde (inclusive) y hasta (exclusive) de esa semana y las anteriores que se pidan."""
    hasta = _a_las(semana + SEMANA, time(0))
    return _a_las(semana + SEMANA - semanas * SEMANA, time(0)), hasta


def _a_las(dia: date, hora: time) -> datetime:
    return timezone.make_aware(datetime.combine(dia, hora))


class CuantoHay(NamedTuple):
    """Con qué cuenta el informe ahora mismo."""

    esta_semana: int
    """Partidas terminadas desde el lunes: son del informe que sigue."""
    pasada: int
    """Las de la última semana por informar."""
    semana: date
    listo: bool
    """Si el de esa semana ya está hecho."""


def cuanto_hay(ahora: datetime) -> CuantoHay:
    """Cuántas partidas hay para el informe de la última semana y para el que sigue."""
    semana = semana_por_informar(ahora)
    listo = InformeDeCalidad.objects.filter(semana=semana, hecho__isnull=False).exists()
    siguientes = Partida.objects.filter(CUENTAN, fin__gte=limites(semana)[1])
    return CuantoHay(siguientes.count(), partidas_de_la_semana(semana).count(), semana, listo)


def partidas_de_la_semana(semana: date) -> QuerySet[Partida]:
    """Las terminadas por meta en mesa normal."""
    desde, hasta = limites(semana)
    return Partida.objects.filter(CUENTAN, fin__gte=desde, fin__lt=hasta)


def parejas_de(partidas: Iterable[int]) -> dict[int, tuple[Pareja | None, Pareja | None]]:
    """Por partida, las cuentas de cada pareja; None si un asiento era automático."""
    asientos: dict[int, dict[int, int | None]] = defaultdict(dict)
    filas = Jugador.objects.filter(partida__in=list(partidas))
    for partida, asiento, cuenta in filas.values_list("partida_id", "asiento", "cuenta_id"):
        asientos[partida][asiento] = cuenta
    return {partida: (_pareja(quien, 0), _pareja(quien, 1)) for partida, quien in asientos.items()}


def _pareja(quien: dict[int, int | None], cual: int) -> Pareja | None:
    a, b = quien.get(cual), quien.get(cual + 2)
    return (min(a, b), max(a, b)) if a is not None and b is not None else None


def manos_medidas(semana: date) -> dict[Pareja, list[ManoMedida]]:
    """De las parejas que jugaron esa semana, lo medido en ella y en las anteriores que cuentan."""
    partidas = partidas_de_la_semana(semana).values_list("pk", flat=True)
    de_ahora = {pareja for dos in parejas_de(partidas).values() for pareja in dos}
    todas: dict[Pareja, list[ManoMedida]] = defaultdict(list)
    medidas = _medidas(semana).exclude(manos=None)
    for parejas, medida in _con_parejas(medidas.only("partida_id", "manos")):
        for pareja, suyas in zip(parejas, medida.manos or (), strict=True):
            if pareja is not None and pareja in de_ahora:
                todas[pareja] += [ManoMedida(decisiones, ganado) for _mano, decisiones, ganado in suyas]
    return dict(todas)


def notables_de(semana: date, pareja: Pareja, cuantas: int) -> list[Notable]:
    """Las decisiones en que más ganó esa pareja, de más a menos."""
    suyas = Partida.objects.filter(jugadores__cuenta=pareja[0]).filter(jugadores__cuenta=pareja[1])
    medidas = _medidas(semana).filter(partida__in=suyas).exclude(manos=None)
    todas = [
        Notable(medida.partida_id, *una)
        for parejas, medida in _con_parejas(medidas.only("partida_id", "notables"))
        for cual, notables in zip(parejas, medida.notables, strict=True)
        if cual == pareja
        for una in notables
    ]
    return sorted(todas, key=lambda una: (-una.ganado, una))[:cuantas]


def partidas_de_cuenta(semana: date, cuenta: int, cuantas: int) -> list[int]:
    """Sus últimas partidas de la semana."""
    suyas = partidas_de_la_semana(semana).filter(jugadores__cuenta=cuenta).order_by("-fin", "-pk")
    return list(suyas.values_list("pk", flat=True)[:cuantas])


def tardanzas_de_la_semana(semana: date) -> dict[int, list[Tardanza]]:
    """Por cuenta, lo que tardó en cada jugada que tiró."""
    partidas = partidas_de_la_semana(semana)
    medidas = dict(MedidaDePartida.objects.filter(partida__in=partidas).values_list("partida_id", "tardanzas"))
    todas: dict[int, list[Tardanza]] = defaultdict(list)
    jugadores = Jugador.objects.filter(partida__in=list(medidas), cuenta__isnull=False)
    for partida, asiento, cuenta in jugadores.values_list("partida_id", "asiento", "cuenta_id"):
        if medidas[partida]:
            todas[cuenta or 0] += [Tardanza(*una) for una in medidas[partida][asiento]]
    return dict(todas)


def fuente_de(renglon: RenglonDeCalidad, partida_id: int) -> Fuente | None:
    """Una partida que el renglón nombra, para repetirla; None si no la nombra."""
    if partida_id not in partidas_del_renglon(renglon):
        return None
    partida = Partida.objects.filter(pk=partida_id, acta__isnull=False).select_related("mesa").first()
    if partida is None:
        return None
    return Fuente(PARTIDA, partida.pk, partida.mesa.nombre, partida.inicio, partida.acta or {}, 0, 0)


def partidas_del_renglon(renglon: RenglonDeCalidad) -> list[int]:
    """Las que conviene mirar para entenderlo, sin repetir."""
    nombradas = [una.partida for una in notables_del_renglon(renglon)] + list(renglon.datos.get("partidas", ()))
    return list(dict.fromkeys(nombradas))


def notables_del_renglon(renglon: RenglonDeCalidad) -> list[Notable]:
    """Las decisiones que guardó el informe."""
    return [Notable(*una) for una in renglon.datos.get("notables", ())]


def _medidas(semana: date) -> QuerySet[MedidaDePartida]:
    desde, hasta = limites(semana, SEMANAS_QUE_CUENTAN)
    return MedidaDePartida.objects.filter(partida__fin__gte=desde, partida__fin__lt=hasta)


def _con_parejas(
    medidas: QuerySet[MedidaDePartida],
) -> Iterator[tuple[tuple[Pareja | None, Pareja | None], MedidaDePartida]]:
    filas = list(medidas.order_by("partida_id"))
    parejas = parejas_de(medida.partida_id for medida in filas)
    return ((parejas[medida.partida_id], medida) for medida in filas if medida.partida_id in parejas)


def compartidos(semana: date) -> list[Compartido]:
    """Quiénes coincidieron en una mesa normal de la semana desde el mismo aparato o la misma red, por pareja."""
    partidas: dict[int, list[int]] = defaultdict(list)
    for partida, mesa in partidas_de_la_semana(semana).order_by("pk").values_list("pk", "mesa_id"):
        partidas[mesa].append(partida)
    juntas = _coincidencias(list(partidas))
    sentados = parejas_de(p for mesa in {mesa for mesas in juntas.values() for mesa in mesas} for p in partidas[mesa])
    return [
        _compartido(pareja, mesas, partidas, sentados)
        for pareja, mesas in sorted(juntas.items())
        if any(Huella.Clase.NAVEGADOR not in clases or len(clases) > 1 for clases in mesas.values())
    ]


def _coincidencias(mesas: list[int]) -> dict[Pareja, dict[int, set[str]]]:
    """Por pareja y mesa, en qué coinciden."""
    iguales = Huella.objects.filter(mesa__in=mesas).values("mesa_id", "clase", "huella")
    juntas: dict[Pareja, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for una in iguales.annotate(cuantas=Count("cuenta")).filter(cuantas__gt=1).order_by("mesa_id", "clase", "huella"):
        mesa, clase = una["mesa_id"], una["clase"]
        suyas = Huella.objects.filter(mesa=mesa, clase=clase, huella=una["huella"]).order_by("cuenta_id")
        for pareja in combinations(suyas.values_list("cuenta_id", flat=True), 2):
            juntas[pareja][mesa].add(clase)
    return juntas


def _compartido(
    pareja: Pareja,
    mesas: dict[int, set[str]],
    partidas: dict[int, list[int]],
    sentados: dict[int, tuple[Pareja | None, Pareja | None]],
) -> Compartido:
    en = Counter(clase for clases in mesas.values() for clase in clases if clase != Huella.Clase.NAVEGADOR)
    navegador = sum({Huella.Clase.NAVEGADOR, Huella.Clase.RED} <= clases for clases in mesas.values())
    suyas = [p for mesa, clases in mesas.items() if clases != {Huella.Clase.NAVEGADOR} for p in partidas[mesa]]
    juntos = sum(pareja in sentados[p] for p in suyas)
    return Compartido(
        pareja=pareja,
        mesas_aparato=en[Huella.Clase.APARATO],
        mesas_red=en[Huella.Clase.RED],
        mesas_navegador=navegador,
        como_pareja=juntos,
        como_contrarios=len(suyas) - juntos,
        partidas=tuple(suyas),
    )
