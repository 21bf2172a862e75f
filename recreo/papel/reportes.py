"""Los reportes: cada uno es un título y las tablas que lleva; el acta, además, con quién firma (RE8)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.templatetags.domino import dinero
from recreo.estado import EstadoRecreo
from recreo.models import NOMBRES_DE_META
from recreo.papel import tablas
from recreo.papel.pliego import ALTO_DE_FIRMA, RENGLON, TITULO, Pliego, Tabla
from recreo.papel.tamano import Tamano
from reglas.tipos import TipoDeRol

Tablas = Callable[[EstadoRecreo, int], list[Tabla]]


@dataclass(frozen=True, slots=True)
class Reporte:
    """Qué lleva y cuándo lo hay."""

    titulo: str | Promise
    tablas: tuple[Tablas, ...]
    pide: str = ""
    """`jugado`: alguna mesa cerrada; `cerrada`: alguna partida; `apuesta`: eso y con apuesta. Vacío: siempre."""
    de_lado: bool = False
    se_firma: bool = False


REPORTES: Mapping[str, Reporte] = {
    "mesas": Reporte(gettext_lazy("Mesas y parejas"), (tablas.mesas,)),
    "resultados": Reporte(gettext_lazy("Resultados"), (tablas.resultados, tablas.castigos), "jugado", de_lado=True),
    "clasificacion": Reporte(gettext_lazy("Clasificación"), (tablas.clasificacion,), "cerrada", de_lado=True),
    "parciales": Reporte(gettext_lazy("Todas las clasificaciones"), (tablas.parciales,), "cerrada", de_lado=True),
    "apuesta": Reporte(gettext_lazy("Apuesta: quién le paga a quién"), (tablas.saldos, tablas.pagos), "apuesta"),
    "acta": Reporte(
        gettext_lazy("Acta para firmar"),
        (tablas.resultados, tablas.castigos, tablas.clasificacion, tablas.saldos, tablas.pagos),
        "jugado",
        de_lado=True,
        se_firma=True,
    ),
}

TABLAS: Mapping[str, Tablas] = {
    "mesas": tablas.mesas,
    "resultados": tablas.resultados,
    "clasificacion": tablas.clasificacion,
    "saldos": tablas.saldos,
    "pagos": tablas.pagos,
    "castigos": tablas.castigos,
    "manos": tablas.manos,
}
"""Lo que se baja para una hoja de cálculo."""


NOMBRES: Mapping[str, str | Promise] = {
    "mesas": gettext_lazy("Mesas y parejas"),
    "resultados": gettext_lazy("Resultados"),
    "clasificacion": gettext_lazy("Clasificación"),
    "saldos": gettext_lazy("Apuesta: lo de cada quien"),
    "pagos": gettext_lazy("Apuesta: quién le paga a quién"),
    "castigos": gettext_lazy("Castigos"),
    "manos": gettext_lazy("Manos, una por una"),
}


def tablas_que_hay(estado: EstadoRecreo) -> list[tuple[str, str]]:
    """Las que tienen algo que decir, con su nombre."""
    return [(cual, str(NOMBRES[cual])) for cual in TABLAS if para_calcular(estado, cual) is not None]


def para_calcular(estado: EstadoRecreo, cual: str) -> Tabla | None:
    """La tabla de ese nombre, en una sola: si son varias, cada fila dice de cuál es. Ninguna, si no hay qué decir."""
    hechas = TABLAS[cual](estado, 0)
    if len(hechas) < 2:
        return hechas[0] if hechas and hechas[0].filas else None
    larga = max((t.columnas for t in hechas), key=len)
    filas = tuple((t.titulo, *fila) for t in hechas for fila in t.filas)
    return Tabla(str(NOMBRES[cual]), (_("De"), *larga), filas, (1,))


def hay(estado: EstadoRecreo, cual: str) -> bool:
    """¿Ya tiene algo que decir?"""
    pide = REPORTES[cual].pide
    if pide in ("cerrada", "apuesta"):
        con_ella = pide == "cerrada" or bool(estado.es_ronda and estado.importe)
        return con_ella and bool(estado.clasificaciones.cerradas)
    return not pide or any(m.cerrada for p in estado.partidas for m in p.mesas)


def reporte(estado: EstadoRecreo, cual: str, partida: int, tamano: Tamano) -> bytes:
    """El PDF de ese reporte; con `partida`, sólo lo de ella."""
    r = REPORTES[cual]
    pliego = Pliego(tamano, f"{r.titulo} · {estado.nombre}", de_lado=r.de_lado)
    pliego.add_page()
    pliego.titular(estado.nombre, TITULO)
    pliego.parrafo(str(r.titulo))
    for renglon in _ambito(estado):
        pliego.parrafo(renglon)
    pliego.ln(3)
    for tabla in _las_de(estado, r, partida):
        pliego.poner(tabla)
    if r.se_firma:
        pliego.titular(_("Firmas"), sigue=RENGLON * 2 + ALTO_DE_FIRMA)
        pliego.firmas([f"{j.numero} {j.nombre}" for j in estado.jugadores.values()])
    return bytes(pliego.output())


def _las_de(estado: EstadoRecreo, r: Reporte, partida: int) -> list[Tabla]:
    return [t for hacer in r.tablas for t in hacer(estado, partida)]


def _ambito(estado: EstadoRecreo) -> list[str]:
    """De qué Recreo es: dónde, cuándo, a qué y con cuántos."""
    donde = [estado.lugar, estado.procedencia]
    if estado.iniciado:
        donde.append(date_format(localtime(estado.iniciado), r"j \d\e F \d\e Y, g:i a").lower())
    como = [
        _("%(n)d jugadores") % {"n": estado.tamano},
        _("rol equilibrado") if estado.rol.tipo is TipoDeRol.EQUILIBRADO else _("rol oficial"),
        _("meta: %(meta)s") % {"meta": str(NOMBRES_DE_META[estado.meta]).lower()},
    ]
    if estado.es_ronda and estado.importe:
        como.append(_("apuesta: %(importe)s por valor ficha") % {"importe": dinero(estado.importe)})
    return [" · ".join(filter(None, donde)), " · ".join(como)]
