"""La estadística propia: acumulados, gráfica, partidas, sus manos, con quién y contra quién, y archivos (ES1)."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from enlinea.acceso.views.comun import cuenta_de, de_suscriptores
from enlinea.clasificacion.consultas import quintil_de
from enlinea.historial import exportar, tablas
from enlinea.historial.consultas import cara_a_cara as tratos
from enlinea.historial.consultas import estadistica as consultas
from enlinea.historial.consultas.estadistica import PartidaContada
from enlinea.historial.consultas.partidas import ULTIMAS
from enlinea.historial.grafica import TrasPartida, grafica_de
from enlinea.sala.views.marco import contexto_de_sala
from reglas.tipos import Meta

# clave, rótulo y lo que en el teléfono sólo se oye, para que las cuatro quepan en un renglón
METAS = (
    ("", _("Todas"), ""),
    (Meta.CIEN, "100", _("tantos")),
    (Meta.DOSCIENTOS, "200", _("tantos")),
    (Meta.JUEGOS_GANADOS, _("Juegos"), _("ganados")),
)
A_QUE = {meta: _(meta.dicha) for meta in Meta}
ORDENES = (
    ("", _("Nuevas"), _("primero")),
    ("antiguas", _("Viejas"), _("primero")),
    ("diferencia", _("Diferencia"), ""),
)
HOJAS = {"partidas": exportar.csv_de_partidas, "manos": exportar.csv_de_manos}


@dataclass(frozen=True, slots=True)
class Eleccion:
    """Una opción del filtro o del orden, con su enlace."""

    rotulo: Any
    resto: Any
    consulta: str
    elegida: bool


@de_suscriptores
@require_safe
def resumen(peticion: HttpRequest) -> HttpResponse:
    """Las últimas 50 que cuentan, del filtro pedido: acumulados, gráfica y partida por partida."""
    meta = _meta(peticion)
    cuenta = cuenta_de(peticion)
    partidas = consultas.partidas_contadas(cuenta, meta)
    acumulados, orden = consultas.acumulados_de(partidas), _orden(peticion, meta)
    datos = {
        **contexto_de_sala(peticion, "estadistica"),
        "partidas": _ordenadas(partidas, orden),
        "suma": acumulados.partidas,
        "de_partidas": tablas.de_partidas(acumulados),
        "de_manos": tablas.de_manos(acumulados),
        "grafica": grafica_de([_tras(p) for p in reversed(partidas) if p.puntos is not None]),
        # el de hoy: cambia también cuando se mueven los demás
        "quintil": quintil_de([cuenta])[cuenta],
        "metas": _elecciones(METAS, meta or "", "meta", {}),
        "meta": meta,
        "a_que": A_QUE.get(meta) if meta else "",
        "ordenes": _elecciones([o for o in ORDENES if meta or o[0] != "diferencia"], orden, "orden", {"meta": meta}),
        "consulta": _consulta({"meta": meta}),
        "ultimas": ULTIMAS,
    }
    return render(peticion, "enlinea/estadistica/resumen.html", datos)


@de_suscriptores
@require_safe
def partida(peticion: HttpRequest, partida_id: int) -> HttpResponse:
    """Una partida propia, mano por mano; la ajena, la que no cuenta y la que no existe contestan igual."""
    una = consultas.partida_contada(cuenta_de(peticion), partida_id)
    if una is None:
        raise Http404
    datos = {
        **contexto_de_sala(peticion, "estadistica"),
        "p": una.renglon,
        "de": una.de,
        "manos": tablas.manos_de(una),
        "promedios": tablas.promedios_de(una),
    }
    return render(peticion, "enlinea/estadistica/partida.html", datos)


@de_suscriptores
@require_safe
def personas(peticion: HttpRequest) -> HttpResponse:
    """Con quién y contra quién ha jugado, en toda su historia."""
    datos = {
        **contexto_de_sala(peticion, "estadistica"),
        "tratos": tratos.cara_a_cara(cuenta_de(peticion)),
        "minimo": tratos.MINIMO_DE_PAREJA,
    }
    return render(peticion, "enlinea/estadistica/personas.html", datos)


@de_suscriptores
@require_safe
def hoja(peticion: HttpRequest, cual: str) -> HttpResponse:
    """`partidas.csv` o `manos.csv`, con el filtro puesto."""
    if cual not in HOJAS:
        raise Http404
    meta = _meta(peticion)
    texto = HOJAS[cual](consultas.partidas_contadas(cuenta_de(peticion), meta))
    return _archivo(HttpResponse(texto, content_type="text/csv; charset=utf-8"), cual, meta, "csv")


@de_suscriptores
@require_safe
def todo(peticion: HttpRequest) -> HttpResponse:
    """Partidas, manos y acumulados en JSON, con el filtro puesto."""
    meta = _meta(peticion)
    partidas = consultas.partidas_contadas(cuenta_de(peticion), meta)
    datos = exportar.json_de(partidas, consultas.acumulados_de(partidas), meta or "")
    return _archivo(JsonResponse(datos, json_dumps_params={"ensure_ascii": False}), "estadistica", meta, "json")


def _archivo(respuesta: HttpResponse, nombre: str, meta: Meta | None, tipo: str) -> HttpResponse:
    de_meta = f"-{meta}" if meta else ""
    respuesta["Content-Disposition"] = f'attachment; filename="{nombre}{de_meta}.{tipo}"'
    return respuesta


def _meta(peticion: HttpRequest) -> Meta | None:
    """La del filtro; lo que no se entienda son todas."""
    pedida = peticion.GET.get("meta", "")
    return Meta(pedida) if pedida in list(Meta) else None


def _orden(peticion: HttpRequest, meta: Meta | None) -> str:
    """Por diferencia, sólo entre partidas de la misma meta: las otras no se comparan."""
    pedido = peticion.GET.get("orden", "")
    return pedido if pedido == "antiguas" or (pedido == "diferencia" and meta) else ""


def _ordenadas(partidas: list[PartidaContada], orden: str) -> list[PartidaContada]:
    if orden == "antiguas":
        return partidas[::-1]
    return sorted(partidas, key=lambda p: -p.diferencia) if orden else partidas


def _elecciones(opciones: Any, elegida: str, campo: str, ademas: dict[str, Any]) -> list[Eleccion]:
    return [
        Eleccion(rotulo, resto, _consulta({**ademas, campo: clave}), clave == elegida)
        for clave, rotulo, resto in opciones
    ]


def _consulta(campos: dict[str, Any]) -> str:
    puestos = {campo: str(valor) for campo, valor in campos.items() if valor}
    return f"?{urlencode(puestos)}" if puestos else ""


def _tras(p: PartidaContada) -> TrasPartida:
    assert p.puntos is not None and p.renglon.numero is not None
    return TrasPartida(p.renglon.numero, p.puntos.pr_antes, p.puntos.pr_despues, p.puntos.quintil_despues)
