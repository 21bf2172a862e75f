"""Lo que las pantallas dicen de los caminos de regreso: quién releva a quién, qué se corrige, qué falta (D300-D308)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from recreo.estado import EstadoRecreo, JugadorVisto, MesaVista, Visor
from recreo.pantallas.base import Contexto
from recreo.pantallas.cierre import resultado_en_palabras
from recreo.pantallas.historia import cuando_falta
from recreo.pantallas.piezas import pareja_en_palabras
from recreo.pantallas.singularidades import nombre_de
from recreo.textos import en_lista
from reglas.relevos import ocupante
from reglas.singularidades import Discapacidad

HORAS_PARA_REABRIR = 24
"""Las de `servicios.final`: una prueba las compara."""


@dataclass(frozen=True, slots=True)
class Falta:
    """Alguien que falta a la partida en curso o a una que viene."""

    numero: int
    texto: str


@dataclass(frozen=True, slots=True)
class Cambio:
    """Un relevo dicho en palabras; `id` si todavía se puede deshacer."""

    texto: str
    desde: int
    lugar: int
    jugador: int


@dataclass(frozen=True, slots=True)
class MesaCerrada:
    """Una mesa que se puede reabrir."""

    mesa: MesaVista
    parejas: str
    resultado: str


@dataclass(frozen=True, slots=True)
class Persona:
    """Un renglón de «Personas»."""

    jugador: JugadorVisto
    detalle: str


def de_quien_mira(estado: EstadoRecreo, visor: Visor) -> Contexto:
    """A quien ya no juega aquí se le dice por qué: alguien lo releva, o está en otro Recreo."""
    if visor.numero is None or estado.estado != "en_juego":
        return {}
    fuera = not estado.ocupa_lugar(visor.numero)
    en_otro = not fuera and not estado.jugadores[visor.numero].vigente
    return {"relevado": fuera, "en_otro": en_otro}


def se_reabre_hasta(estado: EstadoRecreo) -> datetime | None:
    """Hasta cuándo se puede reabrir lo terminado; None si ya no."""
    if estado.estado != "terminado" or estado.terminado is None:
        return None
    hasta = estado.terminado + timedelta(hours=HORAS_PARA_REABRIR)
    return hasta if hasta > timezone.now() else None


def del_tablero(estado: EstadoRecreo) -> Contexto:
    """Lo que el tablero agrega: lo que se corrige, quién falta y hasta cuándo se reabre."""
    actual = max(len(estado.partidas), 1)
    return {
        "reabiertas": estado.reabiertas,
        "faltantes": faltantes(estado, actual),
        "reabre_hasta": se_reabre_hasta(estado),
        "sin_anotar": estado.actual is not None and not any(m.revisiones or m.cerrada for m in estado.actual.mesas),
    }


def faltantes(estado: EstadoRecreo, actual: int) -> tuple[Falta, ...]:
    """Quiénes faltan a la partida en curso o a las que vienen."""
    return tuple(
        Falta(j.numero, cuando_falta(j.nombre, j.falta_desde, j.falta_hasta or 0))
        for j in estado.jugadores.values()
        if j.falta_desde is not None and (j.falta_hasta or actual) >= actual
    )


def nota_de(estado: EstadoRecreo, numero: int) -> str:
    """Qué partidas son suyas, si alguien lo relevó o relevó a alguien: «Entró en la 4 por Carmen»."""
    dichos = []
    for r in estado.relevos:
        antes = ocupante(estado.relevos, r.lugar, r.desde - 1)
        if r.jugador == numero and r.jugador != r.lugar:
            dichos.append(
                _("entró en la %(n)d por %(otro)s") % {"n": r.desde, "otro": estado.nombre_de(antes)}
                if antes != numero
                else ""
            )
        elif r.jugador == numero:
            dichos.append(_("volvió en la %(n)d") % {"n": r.desde})
        elif antes == numero:
            dichos.append(_("jugó hasta la %(n)d") % {"n": r.desde - 1})
    texto = en_lista(d for d in dichos if d)
    return texto[:1].upper() + texto[1:]


def cambios_de(estado: EstadoRecreo) -> tuple[Cambio, ...]:
    """Los relevos que todavía no se juegan, o que están en la partida abierta."""
    return tuple(
        Cambio(
            _("Desde la partida %(n)d, %(entra)s por %(sale)s.")
            % {
                "n": r.desde,
                "entra": estado.nombre_de(r.jugador),
                "sale": estado.nombre_de(ocupante(estado.relevos, r.lugar, r.desde - 1)),
            },
            r.desde,
            r.lugar,
            r.jugador,
        )
        for r in estado.relevos
        if r.desde >= len(estado.partidas)
    )


def cerradas_de(estado: EstadoRecreo) -> tuple[tuple[int, tuple[MesaCerrada, ...]], ...]:
    """Las mesas cerradas, de la última partida a la primera."""
    return tuple(
        (p.numero, mesas)
        for p in reversed(estado.partidas)
        if (mesas := tuple(_cerrada(estado, m) for m in p.mesas if m.cerrada))
    )


def _cerrada(estado: EstadoRecreo, m: MesaVista) -> MesaCerrada:
    contra = _("%(a)s contra %(b)s") % {
        "a": pareja_en_palabras(estado, m, 0),
        "b": pareja_en_palabras(estado, m, 1),
    }
    return MesaCerrada(m, contra, resultado_en_palabras(estado, m))


def personas_de(estado: EstadoRecreo) -> tuple[Persona, ...]:
    """Todas, con lo que hay que saber de cada una."""
    return tuple(Persona(j, _detalle(estado, j)) for j in estado.jugadores.values() if j.nombre)


def _detalle(estado: EstadoRecreo, j: JugadorVisto) -> str:
    partes = [nota_de(estado, j.numero)]
    if j.falta_desde is not None:
        partes.append(cuando_falta(j.nombre, j.falta_desde, j.falta_hasta or 0).rstrip("."))
    if j.discapacidades:
        cuales = en_lista(nombre_de(d).lower() for d in Discapacidad if d in j.discapacidades)
        partes.append(_("Discapacidad: %(cuales)s") % {"cuales": cuales})
    if estado.estado == "en_juego" and not j.vigente and estado.ocupa_lugar(j.numero):
        partes.append(_("Está en otro Recreo y aquí sólo mira"))
    return ". ".join(p for p in partes if p)


def de_una_persona(estado: EstadoRecreo, j: JugadorVisto) -> Contexto:
    """Lo que se puede hacer con ella: en qué partidas, quién la puede relevar y si puede volver."""
    actual = max(len(estado.partidas), 1)
    quedan = range(actual, estado.total + 1)
    titular = j.numero <= estado.tamano
    return {
        "persona": j,
        "nota": _detalle(estado, j),
        "quedan": list(quedan),
        "desde_omision": _desde(estado, j, actual),
        "tiene_lugar": estado.ocupa_lugar(j.numero),
        "puede_volver": titular and any(ocupante(estado.relevos, j.numero, p) != j.numero for p in quedan),
        "falta": j.falta_desde is not None or _ausente(estado, j),
        "suplentes": [x for x in estado.jugadores.values() if x.numero > estado.tamano and x.numero != j.numero],
        "cambios": [c for c in cambios_de(estado) if j.numero in (c.jugador, c.lugar)],
    }


def _desde(estado: EstadoRecreo, j: JugadorVisto, actual: int) -> int:
    """Lo usual: la partida abierta si en su mesa nadie ha anotado; si no, la que sigue."""
    mesa = estado.actual.mesa_de(j.numero) if estado.actual else None
    jugandose = mesa is not None and bool(mesa.cerrada or mesa.revisiones)
    return min(actual + 1, estado.total) if jugandose else actual


def _ausente(estado: EstadoRecreo, j: JugadorVisto) -> bool:
    mesa = estado.actual.mesa_de(j.numero) if estado.actual else None
    return mesa is not None and not mesa.cerrada and j.numero in mesa.ausentes
