"""De las filas a lo que se ve: lee de una vez lo de varias mesas y arma sus vistas; las que no cambiaron no se leen."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from recreo.hoja.models import AnotacionBase, IncidenciaBase, ManoEscrita, MesaBase
from recreo.hoja.vista import DiscrepanciaVista, IncidenciaVista, ManoBorrada, ManoVista, MesaVista, Revision
from reglas.anotacion import ManoAnotada, ganadora_de_mano
from reglas.salida import salidor_de_mano
from reglas.tipos import Desenlace, Fin, Meta

V = TypeVar("V", bound=MesaVista)
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


def leer_lote(modelo: type[MesaBase], mesas: Collection[int]) -> Lote:
    """Cuatro preguntas, sean las mesas que sean."""

    def de(cual: str, *orden: str, **filtro: Any) -> Filas:
        grupos: Filas = defaultdict(list)
        tabla: Any = modelo._meta.get_field(cual).related_model
        for fila in tabla._default_manager.filter(mesa__in=mesas, **filtro).order_by(*orden):
            grupos[fila.mesa_id].append(fila)
        return grupos

    return Lote(
        de("asientos", "lugar", presente=False),
        de("anotaciones", "mano", "revision"),
        de("incidencias", "pk"),
        de("discrepancias", "pk", resuelta=None),
    )


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
