"""Todas las partidas que alguien puede repetir: por páginas y buscadas (AC1, D521)."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from config.comun.escrito import llano
from enlinea.models import CON_AUTOMATICOS, Jugador
from reglas.reglamento import AMIGOS
from reglas.tipos import Meta

POR_PAGINA = 25
NOMBRES = 200
"""A lo más, los distintos que se buscan: con más, el texto dice demasiado poco."""


@dataclass(frozen=True, slots=True)
class Busqueda:
    """Lo que se pide ver; lo vacío no quita nada."""

    texto: str = ""
    """Parte del nombre de quien jugó o de la mesa."""
    meta: str = ""
    como: str = ""
    """`ganadas` o `perdidas`."""

    def __bool__(self) -> bool:
        return bool(self.texto or self.meta or self.como)


@dataclass(frozen=True, slots=True)
class PaginaDePartidas:
    """Unas, de la más nueva a la más vieja."""

    total: int
    renglones: list[dict[str, Any]]
    sigue: int | None
    """Desde dónde empieza la página que sigue; `None` si es la última."""


def partidas_para_repetir(cuenta_id: int, busqueda: Busqueda, antes: int = 0) -> PaginaDePartidas:
    """Las que jugó y llegaron a la meta, en el orden en que se guardaron; `antes`, sólo las de más atrás que ésa."""
    suyas = _buscadas(cuenta_id, busqueda)
    pagina = suyas.filter(partida_id__lt=antes) if antes else suyas
    filas = list(_con_lo_suyo(pagina)[: POR_PAGINA + 1])
    sigue = filas[POR_PAGINA - 1].partida_id if len(filas) > POR_PAGINA else None
    return PaginaDePartidas(suyas.count(), [_renglon(yo) for yo in filas[:POR_PAGINA]], sigue)


def practicas_para_repetir(cuenta_id: int) -> list[dict[str, Any]]:
    """Las de práctica y las completadas con automáticos que se guardan, aparte (AC1, D486): las últimas cincuenta."""
    suyas = _con_acta(cuenta_id).filter(partida__modo__in=CON_AUTOMATICOS)
    return [_renglon(yo) for yo in _con_lo_suyo(suyas)]


def _con_acta(cuenta_id: int) -> QuerySet[Jugador]:
    return Jugador.objects.filter(cuenta_id=cuenta_id, partida__acta__isnull=False)


def _con_lo_suyo(filas: QuerySet[Jugador]) -> QuerySet[Jugador]:
    """De la más nueva a la más vieja, con lo que pinta su renglón y nada más."""
    return (
        filas.select_related("partida__mesa", "partida__analisis")
        .prefetch_related("partida__jugadores")
        .defer("partida__acta", "partida__resumen", "partida__analisis__datos", "partida__analisis__fallas")
        .order_by("-partida_id")
    )


def _buscadas(cuenta_id: int, busqueda: Busqueda) -> QuerySet[Jugador]:
    suyas = _con_acta(cuenta_id).exclude(partida__modo__in=CON_AUTOMATICOS)
    if busqueda.meta:
        suyas = suyas.filter(partida__meta=busqueda.meta)
    if busqueda.como:
        mia = Q(partida__ganadora=F("asiento") % 2)
        suyas = suyas.filter(mia if busqueda.como == "ganadas" else ~mia)
    if busqueda.texto:
        otros = Jugador.objects.filter(
            ~Q(cuenta_id=cuenta_id) | Q(cuenta_id=None),
            partida=OuterRef("partida"),
            nombre__in=_nombres(cuenta_id, busqueda.texto),
        )
        suyas = suyas.filter(Exists(otros) | Q(partida__mesa__nombre__icontains=busqueda.texto))
    return suyas


def _nombres(cuenta_id: int, texto: str) -> list[str]:
    """Los de quienes han jugado con esa cuenta y llevan ese texto, sin que importen acentos ni mayúsculas."""
    buscado = llano(texto)
    otros = Jugador.objects.filter(~Q(cuenta_id=cuenta_id) | Q(cuenta_id=None), partida__jugadores__cuenta_id=cuenta_id)
    todos = otros.order_by().values_list("nombre", flat=True).distinct()
    return [nombre for nombre in todos if buscado in llano(nombre)][:NOMBRES]


def _renglon(yo: Jugador) -> dict[str, Any]:
    p, mia = yo.partida, AMIGOS.bando_de[yo.asiento]
    nombres = {j.asiento: j.nombre for j in p.jugadores.all()}
    tantos, manos = (p.tantos_0, p.tantos_1), (p.manos_0, p.manos_1)
    marcador = manos if Meta(p.meta).tantos is None else tantos
    return {
        "id": p.pk,
        "mesa": p.mesa.nombre,
        "meta": p.get_meta_display(),
        "inicio": p.inicio,
        "gano": p.ganadora == mia,
        "pareja": nombres.get(AMIGOS.companeros[yo.asiento][0], ""),
        "contrarios": [nombres.get(contrario, "") for contrario in AMIGOS.contrarios[yo.asiento]],
        "marcador": (marcador[mia], marcador[1 - mia]),
        "analizada": getattr(getattr(p, "analisis", None), "estado", "") == "listo",
    }
