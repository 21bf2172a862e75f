"""De las filas a lo que se ve: lee de una vez lo de varias mesas y arma sus vistas; las que no cambiaron no se leen."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from config.base.consulta_armada import ArmadaDeModelo
from recreo.hoja.models import AnotacionBase, IncidenciaBase, ManoEscrita, MesaBase
from recreo.hoja.vista import DiscrepanciaVista, IncidenciaVista, ManoBorrada, ManoVista, MesaVista, Revision
from reglas.anotacion import ManoAnotada, ganadora_de_mano
from reglas.salida import salidor_de_mano
from reglas.tipos import Desenlace, Fin, Meta

V = TypeVar("V", bound=MesaVista)
M = TypeVar("M", bound=MesaBase)
Filas = dict[int, list[Any]]


def al_dia(
    versiones: Mapping[int, int], previas: Iterable[V], leer: Callable[[Collection[int]], Mapping[int, V]]
) -> dict[int, V]:
    """Cada mesa por su llave: la que conserva su versión es la misma de antes y sólo se leen las demás."""
    vistas = {v.id: v for v in previas if versiones.get(v.id) == v.version}
    faltan = [pk for pk in versiones if pk not in vistas]
    return {**vistas, **leer(faltan)} if faltan else vistas


@dataclass(frozen=True)
class Lote:
    """Lo que cuelga de varias mesas, agrupado por mesa."""

    ausentes: Filas
    anotaciones: Filas
    incidencias: Filas
    discrepancias: Filas


@dataclass(frozen=True)
class _Preguntas:
    """Las de una mesa, o de varias: se hacen con cada mano, y armarlas cada vez costaba más que preguntar."""

    mesas: ArmadaDeModelo[Any]
    ausentes: ArmadaDeModelo[Any]
    anotaciones: ArmadaDeModelo[Any]
    incidencias: ArmadaDeModelo[Any]
    discrepancias: ArmadaDeModelo[Any]


@cache
def _preguntas(modelo: type[MesaBase]) -> _Preguntas:
    def de(cual: str, *orden: str, **filtro: Any) -> ArmadaDeModelo[Any]:
        tabla: Any = modelo._meta.get_field(cual).related_model
        filas = tabla._default_manager.order_by(*orden).filter(**filtro)
        return ArmadaDeModelo(tabla, lambda mesas: filas.filter(mesa__in=mesas), "bigint")

    sueltas = modelo._default_manager.order_by()
    return _Preguntas(
        ArmadaDeModelo(modelo, lambda mesas: sueltas.filter(pk__in=mesas), "bigint"),
        de("asientos", "lugar", presente=False),
        de("anotaciones", "mano", "revision"),
        de("incidencias", "pk"),
        de("discrepancias", "pk", resuelta=None),
    )


def leer_mesas(modelo: type[M], mesas: Collection[int]) -> list[M]:
    """Esas filas, sin lo que cuelga de ellas."""
    return _preguntas(modelo).mesas(mesas)


def anotaciones_de(mesa: MesaBase) -> list[Any]:
    """Todas las de una mesa, por mano y revisión."""
    return _preguntas(type(mesa)).anotaciones([mesa.pk])


def leer_lote(modelo: type[MesaBase], mesas: Collection[int]) -> Lote:
    """Cuatro preguntas, sean las mesas que sean."""

    def por_mesa(pregunta: ArmadaDeModelo[Any]) -> Filas:
        grupos: Filas = defaultdict(list)
        for fila in pregunta(mesas):
            grupos[fila.mesa_id].append(fila)
        return grupos

    p = _preguntas(modelo)
    return Lote(*map(por_mesa, (p.ausentes, p.anotaciones, p.incidencias, p.discrepancias)))


def campos_de_vista(m: MesaBase, lote: Lote, meta: Meta, numeros: Mapping[int, int]) -> dict[str, Any]:
    """Lo que pide `MesaVista` y sale de sus filas; faltan `asientos` e `inicio`, que sabe su dueño.

    `numeros`: el número de cada persona, por su llave.
    """
    manos, borradas, revisiones = _manos(meta, m, lote.anotaciones[m.pk])
    return {
        "id": m.pk,
        "version": m.version,
        "numero": m.numero,
        "meta": meta,
        "anotador": None if m.anotador_id is None else numeros[m.anotador_id],
        "ausentes": tuple(numeros[a.jugador_id] for a in lote.ausentes[m.pk]),
        "asistencia": m.asistencia,
        "salidor": m.salidor,
        "confirmada": m.confirmada,
        "fin": Fin(m.fin) if m.fin else None,
        "gana_default": m.gana_default,
        "motivo": m.motivo,
        "cerrada": m.cerrada,
        "cerrada_por": m.cerrada_por,
        "manos": manos,
        "borradas": borradas,
        "revisiones": revisiones,
        "incidencias": tuple(_incidencia(i, numeros) for i in lote.incidencias[m.pk]),
        "discrepancias": tuple(
            DiscrepanciaVista(d.pk, d.mano, datos_de(d), d.quien, d.instante) for d in lote.discrepancias[m.pk]
        ),
    }


def datos_de(a: ManoEscrita) -> ManoAnotada:
    """La mano, para las reglas."""
    return ManoAnotada(Desenlace(a.desenlace), a.pareja, a.tantos)


def _manos(
    meta: Meta, m: MesaBase, anotaciones: list[AnotacionBase]
) -> tuple[tuple[ManoVista, ...], tuple[ManoBorrada, ...], dict[int, int]]:
    """Manos vigentes, numeradas seguidas; las borradas, con el número que tendrían; y la revisión de cada clave."""
    por_mano: dict[int, list[AnotacionBase]] = defaultdict(list)
    for a in anotaciones:
        por_mano[a.mano].append(a)
    vigentes: list[ManoVista] = []
    borradas: list[ManoBorrada] = []
    for mano, revisiones in sorted(por_mano.items()):
        numero = len(vigentes) + 1
        rastro = tuple(Revision(a.revision, datos_de(a), a.borrada, a.quien, a.instante) for a in revisiones)
        ultima = revisiones[-1]
        if ultima.borrada:
            borradas.append(ManoBorrada(mano, numero, ultima.revision, rastro))
            continue
        datos = datos_de(ultima)
        vigentes.append(
            ManoVista(
                mano=mano,
                numero=numero,
                revision=ultima.revision,
                datos=datos,
                salidor=None if m.salidor is None else salidor_de_mano(m.salidor, numero),
                gana=ganadora_de_mano(meta, datos),
                quien=ultima.quien,
                instante=ultima.instante,
                rastro=rastro[:-1],
            )
        )
    return tuple(vigentes), tuple(borradas), {n: a[-1].revision for n, a in por_mano.items()}


def _incidencia(i: IncidenciaBase, numeros: Mapping[int, int]) -> IncidenciaVista:
    persona: int | None = getattr(i, "jugador_id", None)
    jugador = None if persona is None else numeros[persona]
    atendida = (i.atendida, i.atendida_por, i.mirada, i.mirada_por)
    return IncidenciaVista(i.pk, i.tipo, jugador, i.texto, i.quien, i.instante, *atendida, i.anotadas)
