"""«Mi historia»: los Recreos que una persona terminó, en qué lugar quedó, con quién y cuándo (D325).

El lugar no se guarda: se recalcula de lo anotado. Un Recreo terminado casi no cambia, así que su orden final se
recuerda por versión, la suya más las de sus mesas; los nombres se leen siempre, porque quien borra su cuenta deja de
tenerlo.
"""

from dataclasses import dataclass, replace

from django.core.cache import cache

from recreo import consultas
from recreo.consultas import version as consultas_de_version
from recreo.models import Jugador, Recreo

POR_PAGINA = 10
SE_RECUERDA = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Renglon:
    """Un Recreo terminado y cómo le fue; sin lugar si no se cerró ninguna partida."""

    resumen: consultas.ResumenRecreo
    lugar: int | None
    gano: str
    yo_gane: bool
    con: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Historia:
    """Una página de la historia."""

    renglones: tuple[Renglon, ...]
    pagina: int
    hay_mas: bool
    total: int
    sin_terminar: tuple[consultas.ResumenRecreo, ...] = ()
    """Los que no llegaron al final: en curso o cancelados; sólo en la primera página."""


def historia_de(cuenta_id: int, pagina: int = 1) -> Historia:
    """Lo terminado, del más nuevo al más viejo."""
    suyos = Recreo.objects.filter(jugadores__cuenta_id=cuenta_id).order_by("-creado", "-pk")
    acabados = suyos.filter(estado=Recreo.Estado.TERMINADO)
    total = acabados.count()
    desde = (pagina - 1) * POR_PAGINA
    filas = list(acabados[desde : desde + POR_PAGINA])
    ordenes = _ordenes(filas)
    personas: dict[int, dict[int, Jugador]] = {r.pk: {} for r in filas}
    for j in Jugador.objects.filter(recreo__in=personas):
        personas[j.recreo_id][j.numero] = j
    historia = Historia(
        tuple(_renglon(r, ordenes[r.pk], personas[r.pk], cuenta_id) for r in filas),
        pagina,
        total > desde + POR_PAGINA,
        total,
    )
    if pagina > 1:
        return historia
    otros = suyos.exclude(estado=Recreo.Estado.TERMINADO)[:POR_PAGINA]
    return replace(historia, sin_terminar=tuple(consultas.resumen(r) for r in otros))


def _ordenes(filas: list[Recreo]) -> dict[int, tuple[int, ...]]:
    """Los números de cada Recreo, del primer lugar al último; vacío si no se cerró ninguna partida."""
    llaves = {f"recreo-final:{pk}:{v}": pk for pk, v in consultas_de_version.versiones(r.pk for r in filas).items()}
    hechos = {llaves[k]: tuple(v) for k, v in cache.get_many(llaves).items()}
    nuevos = {k: _orden(pk) for k, pk in llaves.items() if pk not in hechos}
    if nuevos:
        cache.set_many(nuevos, SE_RECUERDA)
    return hechos | {llaves[k]: v for k, v in nuevos.items()}


def _orden(recreo_id: int) -> tuple[int, ...]:
    estado = consultas.estado_de(recreo_id)
    return tuple(f.jugador for f in estado.filas) if estado.cerradas else ()


def _renglon(r: Recreo, orden: tuple[int, ...], personas: dict[int, Jugador], cuenta_id: int) -> Renglon:
    mio = next((n for n, j in personas.items() if j.cuenta_id == cuenta_id), 0)
    lugar = orden.index(mio) + 1 if mio in orden else None
    return Renglon(
        resumen=consultas.resumen(r),
        lugar=lugar,
        gano=personas[orden[0]].nombre if orden else "",
        yo_gane=lugar == 1,
        # quien iba a entrar de suplente y no llegó a jugar no está en el orden
        con=tuple(j.nombre for n, j in sorted(personas.items()) if n != mio and j.nombre and (n in orden or not orden)),
    )
