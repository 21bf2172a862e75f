"""Cómo quedó una mesa cerrada, en palabras (RG6, RG7)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.templatetags.domino import signo
from recreo.estado import EstadoRecreo, MesaVista
from recreo.pantallas.piezas import pareja_en_palabras
from reglas.tipos import Fin


@dataclass(frozen=True, slots=True)
class ParejaFinal:
    """Lo que se lleva una pareja."""

    nombres: str
    gana: bool
    tantos: int
    puntos: int
    efectividad: str


@dataclass(frozen=True, slots=True)
class ResultadoDicho:
    """Título, explicación y lo de cada pareja; sin tantos a juegos ganados."""

    titulo: str
    detalle: str
    parejas: tuple[ParejaFinal, ...]
    con_tantos: bool


def resultado_dicho(estado: EstadoRecreo, mesa: MesaVista) -> ResultadoDicho:
    """El resultado de una mesa cerrada."""
    r = mesa.resultado
    gana = r.ganadora or 0
    return ResultadoDicho(
        titulo=_("Ganaron %(quienes)s la partida %(n)d")
        % {"quienes": pareja_en_palabras(estado, mesa, gana), "n": mesa.partida},
        detalle=f"{_por_que(estado, mesa)} {_premio(mesa, r.puntos[gana])}".strip(),
        parejas=tuple(
            ParejaFinal(
                nombres=pareja_en_palabras(estado, mesa, p),
                gana=p == gana,
                tantos=r.tantos_favor[p],
                puntos=r.puntos[p],
                efectividad=signo(r.efectividad[p]),
            )
            for p in (gana, 1 - gana)
        ),
        con_tantos=mesa.meta.tantos is not None,
    )


def _premio(mesa: MesaVista, puntos: int) -> str:
    if mesa.meta.tantos is None:
        return _("Suman un juego ganado cada quien.")
    return ngettext(
        "Suman %(n)d punto y un juego ganado cada quien.", "Suman %(n)d puntos y un juego ganado cada quien.", puntos
    ) % {"n": puntos}


def _por_que(estado: EstadoRecreo, mesa: MesaVista) -> str:
    motivo = f" {mesa.motivo.rstrip('.')}." if mesa.motivo else ""
    if mesa.fin is Fin.TIEMPO:
        return _("Se suspendió por tiempo y ganan quienes iban adelante.") + motivo
    if mesa.fin is Fin.DEFAULT:
        return _("Ganaron por default.") + motivo
    return ""
