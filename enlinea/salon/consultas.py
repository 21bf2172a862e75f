"""Cómo va la mesa de un torneo, plegada de su diario, y lo que su página necesita (TO26)."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from enlinea.diario import diario
from enlinea.models import Mesa
from enlinea.textos.juegos import ayuda_de
from enlinea.textos.salon import DE_TORNEO
from enlinea.textos.tablero import todos
from reglas.anotacion import ManoAnotada, la_gana_alguien
from reglas.fichas import lista
from reglas.mano import Conteo
from reglas.mesa.estado import Mesa as EstadoDeMesa
from reglas.mesa.estado import evolucionar
from reglas.mesa.eventos import ManoRepartida, ManoTerminada, Pase, Tirada
from reglas.mesa.tipos import Fase, Motivo
from reglas.metas import Meta
from reglas.reglamento import AMIGOS, Reglamento

PASO = -1


class Toma(NamedTuple):
    """El asiento de quien trae un pase, y qué toma del lugar es: otra toma lo saca de aquí."""

    asiento: int
    toma: str


@dataclass(frozen=True, slots=True)
class ComoVa:
    """Lo jugado en una mesa, sin una sola ficha."""

    manos: tuple[ManoAnotada, ...]
    salidor: int | None
    """El asiento que salió en la primera; None si todavía no se reparte."""
    acabada: bool
    """Se llegó a la meta."""
    cerrada: bool
    """Ya no se juega en ella, se haya acabado o no."""
    se_fue: int | None
    """El asiento de quien no volvió en sus cinco minutos, si por eso se cerró."""


@dataclass(frozen=True, slots=True)
class LugarDeTorneo:
    """Una mesa vista desde su lugar, como la pide `enlinea/mesa/pagina.html`."""

    mesa_id: int
    nombre: str
    meta: str
    modo: str = Mesa.Modo.INTRANET.value
    se_mira: bool = False
    reglamento: Reglamento = AMIGOS


def como_va(mesa_id: int) -> ComoVa:
    """Lo que dice el diario de esa mesa hasta ahora; nada, si nadie se ha sentado."""
    estado = EstadoDeMesa()
    salidor: int | None = None
    for renglon in diario.leer(mesa_id):
        estado = diario.replegar([renglon], estado)
        if salidor is None and estado.mano is not None:
            salidor = estado.mano.salidor
    meta = estado.meta
    assert isinstance(meta, Meta)
    se_fue = estado.culpable if estado.motivo == Motivo.ABANDONO else None
    return ComoVa(
        manos=tuple([_anotada(meta, conteo) for conteo in estado.cuentas]),
        salidor=salidor,
        acabada=estado.ganadora in (0, 1),
        cerrada=estado.fase is Fase.CERRADA,
        se_fue=se_fue,
    )


@dataclass(frozen=True, slots=True)
class ManoJugada:
    """Una mano terminada, ficha por ficha: sólo para quien ya levantó el embargo (TO27)."""

    salidor: int
    repartidas: tuple[tuple[int, ...], ...]
    jugadas: tuple[tuple[int, int], ...]
    """Asiento y ficha, en su orden; −1 si pasó."""


def manos_jugadas(mesa_id: int) -> tuple[ManoJugada, ...]:
    """Las terminadas de esa mesa, de su diario. Lleva las fichas de los cuatro."""
    estado = EstadoDeMesa()
    manos: list[ManoJugada] = []
    jugadas: list[tuple[int, int]] = []
    for renglon in diario.leer(mesa_id):
        for e in diario.leer_eventos(renglon.eventos):
            estado = evolucionar(estado, e)
            if isinstance(e, ManoRepartida):
                jugadas = []
            elif isinstance(e, Tirada):
                jugadas.append((e.asiento, e.ficha))
            elif isinstance(e, Pase):
                jugadas.append((e.asiento, PASO))
            elif isinstance(e, ManoTerminada) and estado.mano is not None:
                repartidas = tuple([lista(bits) for bits in estado.repartidas])
                manos.append(ManoJugada(estado.mano.salidor, repartidas, tuple(jugadas)))
    return tuple(manos)


def _anotada(meta: Meta, conteo: Conteo) -> ManoAnotada:
    """Como se escribe en la hoja; en el cierre empatado, a 100 y 200, consta quién cerró (RG4)."""
    if la_gana_alguien(meta, conteo.desenlace):
        return ManoAnotada(conteo.desenlace, conteo.ganadora, conteo.tantos)
    return ManoAnotada(conteo.desenlace, None if meta.tantos is None else conteo.asiento % 2, 0)


def cerradas(mesas: Collection[int]) -> list[int]:
    """De esas mesas, las que ya no se juegan."""
    return list(Mesa.objects.filter(pk__in=mesas, estado=Mesa.Estado.CERRADA).values_list("pk", flat=True))


def acabadas(mesas: Collection[int]) -> list[int]:
    """De esas mesas, las que según su diario no siguen: ahí ya nadie puede tirar, aunque su proceso no se entere."""
    return diario.cerradas(list(mesas))


def abiertas(mesas: Collection[int]) -> list[int]:
    """De esas mesas, las que siguen abiertas."""
    return list(Mesa.objects.filter(pk__in=mesas, estado=Mesa.Estado.LISTA).values_list("pk", flat=True))


def empezadas(mesas: Collection[int]) -> list[int]:
    """De esas mesas, las que ya repartieron."""
    return [mesa_id for mesa_id in mesas if como_va(mesa_id).salidor is not None]


def pagina_de_mesa(mesa_id: int, nombre: str, meta: str) -> dict[str, Any]:
    """El contexto de la página de la mesa para quien trae el pase de un lugar."""
    return {
        "lugar": LugarDeTorneo(mesa_id, nombre, meta),
        "textos": {**todos(), **DE_TORNEO},
        # sin cuenta: ni avisos, ni reportes, ni plática
        "visita": True,
        "figuras": False,
        "otro_juego": "",
        "ayuda": ayuda_de(AMIGOS.nombre),
        "socket": f"/ws/puesto/{mesa_id}/",
    }
