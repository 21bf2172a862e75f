"""Todo lo de una peña, para llevárselo: hojas de cálculo y un JSON. Los correos, sólo a quien la lleva."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from config.comun.hoja_de_calculo import csv_de
from recreo.models import Cita, CuotaDeMiembro, JuegoDePena, Miembro, PagoEntreMiembros, Pena
from recreo.penas import consultas

FORMATO, VERSION = "amigos-domino/pena", 1
Filas = tuple[tuple[str, ...], list[tuple[Any, ...]]]


def tabla(pena: Pena, yo: Miembro) -> Filas:
    """La tabla de cada temporada, una tras otra."""
    gente = consultas.gente_de(pena.pk)
    columnas = (
        _("Temporada"), _("Desde"), _("Hasta"), _("Lugar"), _("Quién"), _("Total"), _("Primeros lugares"),
        _("Eficiencia"), _("Asistencias"), _("Cuentan"), _("Le faltan"),
    )  # fmt: skip
    return columnas, [
        (t.nombre, t.desde, t.hasta or "", f.lugar or "", f.miembro.nombre, f.total, f.primeros, f.eficiencia,
         f.asistencias, f.cuentan, f.faltan)
        for t in pena.temporadas.all() for f in consultas.tabla_de(t, gente)
    ]  # fmt: skip


def duelos(pena: Pena, yo: Miembro) -> Filas:
    """Cada dos personas: juntas y una contra otra, de siempre."""
    gente = consultas.gente_de(pena.pk)
    columnas = (
        _("Una"), _("Otra"), _("Juntas"), _("Ganaron juntas"), _("Una contra otra"), _("Ganó una"), _("Ganó la otra")
    )  # fmt: skip
    return columnas, [
        (gente[a].nombre, gente[b].nombre, juntos, ganados, contra, una, contra - una)
        for a, b, juntos, ganados, contra, una in pena.resumen.get("caras", ())
        if a in gente and b in gente
    ]


def saldos(pena: Pena, yo: Miembro) -> Filas:
    """Lo que a cada quien le deben o debe de las apuestas."""
    dinero = consultas.dinero_de(pena, consultas.gente_de(pena.pk))
    return (_("Quién"), _("Saldo")), [(m.nombre, saldo) for m, saldo in dinero.saldos]


def pagos(pena: Pena, yo: Miembro) -> Filas:
    """Lo que alguien ya le pagó a alguien, también lo anulado."""
    filas = PagoEntreMiembros.objects.filter(pena=pena).select_related("de", "a").order_by("instante", "pk")
    columnas = (_("Cuándo"), _("Pagó"), _("A"), _("Cuánto"), _("Anulado"))
    return columnas, [
        (p.instante.isoformat(), p.de.nombre, p.a.nombre, p.importe, p.anulado.isoformat() if p.anulado else "")
        for p in filas
    ]


def cuotas(pena: Pena, yo: Miembro) -> Filas:
    """Las de cada quien para quien lleva la caja; a los demás, las suyas."""
    filas = CuotaDeMiembro.objects.filter(cuota__pena=pena).select_related("cuota", "miembro")
    if yo.papel == Miembro.Papel.MIEMBRO:
        filas = filas.filter(miembro=yo)
    columnas = (_("Cuota"), _("Importe"), _("Vence"), _("Quién"), _("Estado"))
    return columnas, [
        (f.cuota.concepto, f.cuota.importe, f.cuota.vence or "", f.miembro.nombre, f.get_estado_display())
        for f in filas.order_by("cuota__puesta", "cuota_id", "miembro__nombre", "pk")
    ]


def recreos(pena: Pena, yo: Miembro) -> Filas:
    """Cada Recreo y cómo le fue a cada miembro en él."""
    gente = consultas.gente_de(pena.pk)
    filas = []
    juegos = JuegoDePena.objects.filter(pena=pena).order_by("dia", "pk")
    for dia, nombre, quienes, datos in juegos.values_list(
        "dia", "recreo__nombre", "quienes", "recreo__desglose__datos"
    ):
        for numero, lugar, principal, ganados, eficiencia in (datos or {}).get("renglones", ()):
            miembro = gente.get(quienes.get(str(numero), 0))
            if miembro is not None:
                filas.append((dia, nombre, lugar, miembro.nombre, principal, ganados, eficiencia))
    columnas = (_("Día"), _("Recreo"), _("Lugar"), _("Quién"), _("Puntos"), _("Juegos ganados"), _("Eficiencia"))
    return columnas, filas


def personas(pena: Pena, yo: Miembro) -> Filas:
    """Quién es y desde cuándo."""
    lleva = yo.papel == Miembro.Papel.ENCARGADO
    columnas = (_("Quién"), _("Papel"), _("Desde"), _("Salió"), *((_("Correo"),) if lleva else ()))
    return columnas, [
        (m.nombre, m.get_papel_display(), m.desde.isoformat(), m.salio.isoformat() if m.salio else "",
         *((m.correo,) if lleva else ()))
        for m in consultas.gente_de(pena.pk).values()
    ]  # fmt: skip


TABLAS: Mapping[str, Callable[[Pena, Miembro], Filas]] = {
    "tabla": tabla,
    "duelos": duelos,
    "saldos": saldos,
    "pagos": pagos,
    "cuotas": cuotas,
    "recreos": recreos,
    "personas": personas,
}


def hoja_de_calculo(cual: str, pena: Pena, yo: Miembro) -> str:
    """Una de `TABLAS`, como CSV que una hoja de cálculo no calcula."""
    return csv_de(*TABLAS[cual](pena, yo))


def datos(pena: Pena, yo: Miembro) -> dict[str, Any]:
    """Todo junto. Las columnas son un formato: no se traducen ni cambian de lugar."""
    return {
        "formato": FORMATO,
        "version": VERSION,
        "nombre": pena.nombre,
        "lugar": pena.lugar,
        "temporadas": list(
            pena.temporadas.values("nombre", "desde", "hasta", "por_lugar", "mejores", "asistencia").order_by("desde")
        ),
        "fechas": list(
            Cita.objects.filter(pena=pena).values("cuando", "lugar", "nota", "cancelada").order_by("cuando")
        ),
        **{nombre: [list(fila) for fila in hacer(pena, yo)[1]] for nombre, hacer in TABLAS.items()},
    }
