"""Lo que más falla una pareja, de las partidas que jugó junta y ya están analizadas (D522)."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from enlinea.models import CON_AUTOMATICOS, Jugador
from reglas.analisis.errores import Gravedad, gravedad_de
from reglas.reglamento import AMIGOS
from reglas.tipos import Meta
from suscripciones import consultas as suscripciones

ULTIMAS = 200
EJEMPLOS = 3
DE_PEOR_A_MENOS = (Gravedad.GRAVE, Gravedad.ERROR, Gravedad.IMPRECISION)
Falla = list[Any]
"""Como la guarda `servicios.fallas`: mano, jugada, asiento, lo perdido y su razón."""
PAREJAS = 50


@dataclass(frozen=True, slots=True)
class Pareja:
    """Alguien con quien se ha jugado de pareja."""

    cuenta: int
    nombre: str
    partidas: int
    """Juntos y ya analizadas."""


@dataclass(frozen=True, slots=True)
class Ejemplo:
    """Un error, para ir a verlo."""

    partida: int
    mano: int
    jugada: int
    """Como en el enlace: mano desde 1, y jugadas que van con ella."""
    mia: bool
    perdida: int
    con_tantos: bool


@dataclass(slots=True)
class Grupo:
    """Los errores de una misma razón."""

    clave: str
    """De `reglas.analisis.razones.Clave`; vacía si ninguna lo explica sola."""
    veces: int = 0
    tantos: int = 0
    """Lo perdido en las partidas que son a tantos."""
    juegos: int = 0
    """Lo perdido en las que son a juegos ganados."""
    ejemplos: list[Ejemplo] = field(default_factory=list)
    """Los que más costaron."""


@dataclass(frozen=True, slots=True)
class Reporte:
    """Lo de una pareja."""

    nombre: str
    partidas: int
    manos: int
    grupos: tuple[Grupo, ...]
    """De lo que más ha costado a lo que menos."""
    gravedades: tuple[tuple[Gravedad, int, int], ...]
    """Por gravedad: los míos y los de mi pareja."""


def parejas_de(cuenta_id: int) -> list[Pareja]:
    """Con quiénes hay algo que reportar, de con quien más se ha jugado a con quien menos."""
    filas = _de_pareja(cuenta_id).values_list("cuenta_id").annotate(cuantas=Count("pk"))
    cuantas: dict[int, int] = {cuenta: n for cuenta, n in filas.order_by() if cuenta is not None}
    nombres = suscripciones.nombres_publicos(cuantas)
    parejas = [Pareja(cuenta, nombres.get(cuenta, ""), n) for cuenta, n in cuantas.items()]
    return sorted(parejas, key=lambda una: (-una.partidas, una.nombre.casefold(), una.cuenta))[:PAREJAS]


def reporte_de(cuenta_id: int, companero_id: int) -> Reporte | None:
    """El de las últimas doscientas que jugaron juntos; `None` si no hay ninguna analizada."""
    mio, manos = F("partida__jugadores__asiento"), F("partida__manos_0") + F("partida__manos_1")
    suyas = _de_pareja(cuenta_id).filter(cuenta_id=companero_id).order_by("-partida_id")
    filas: list[tuple[int, int, str, list[Falla], int]] = list(
        suyas.values_list("partida_id", mio, "partida__meta", "partida__analisis__fallas", manos)[:ULTIMAS]
    )
    if not filas:
        return None
    grupos: dict[str, Grupo] = {}
    cuantas: dict[Gravedad, list[int]] = defaultdict(lambda: [0, 0])
    for partida_id, yo, meta, fallas, _manos in filas:
        for falla in fallas:
            if AMIGOS.bando_de[falla[2]] == AMIGOS.bando_de[yo]:
                _sumar(grupos, cuantas, partida_id, yo, Meta(meta), falla)
    for grupo in grupos.values():
        grupo.ejemplos.sort(key=lambda uno: (-uno.con_tantos, -uno.perdida, -uno.partida))
        del grupo.ejemplos[EJEMPLOS:]
    return Reporte(
        nombre=suscripciones.nombres_publicos({companero_id}).get(companero_id, ""),
        partidas=len(filas),
        manos=sum([fila[4] for fila in filas]),
        grupos=tuple(sorted(grupos.values(), key=lambda uno: (-uno.tantos, -uno.juegos, -uno.veces, uno.clave))),
        gravedades=tuple((una, cuantas[una][0], cuantas[una][1]) for una in DE_PEOR_A_MENOS),
    )


def _de_pareja(cuenta_id: int) -> QuerySet[Jugador]:
    """Las filas de quienes jugaron de pareja de esa cuenta."""
    contra_personas = Jugador.objects.exclude(partida__modo__in=CON_AUTOMATICOS)
    return contra_personas.filter(
        ~Q(cuenta_id=cuenta_id),
        cuenta_id__isnull=False,
        partida__jugadores__cuenta_id=cuenta_id,
        partida__jugadores__asiento=(F("asiento") + 2) % 4,
        partida__analisis__fallas__isnull=False,
    )


def _sumar(
    grupos: dict[str, Grupo], cuantas: dict[Gravedad, list[int]], partida: int, mio: int, meta: Meta, falla: Falla
) -> None:
    mano, jugada, asiento, perdida, clave = falla
    con_tantos = meta.tantos is not None
    grupo = grupos.setdefault(clave, Grupo(clave))
    grupo.veces += 1
    grupo.tantos += perdida if con_tantos else 0
    grupo.juegos += 0 if con_tantos else perdida
    grupo.ejemplos.append(Ejemplo(partida, mano + 1, jugada + 1, asiento == mio, perdida, con_tantos))
    cuantas[gravedad_de(perdida, meta)][asiento != mio] += 1
