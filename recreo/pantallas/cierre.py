"""Qué pasa al cerrar una mesa: se dice antes de hacerlo y se recuerda después (RE5, RE6, RG6-RG8)."""

from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from recreo.estado import EstadoRecreo, MesaVista
from recreo.pantallas.piezas import pareja_en_palabras
from recreo.textos import en_lista
from reglas.errores import ErrorDeRegla
from reglas.metas import PUNTOS_DE_ZAPATO
from reglas.partida import calcular_partida
from reglas.textos import redactar
from reglas.tipos import Fin


@dataclass(frozen=True, slots=True)
class Consecuencia:
    """Lo que deja un cierre: quién gana, cuánto suma y cuánto corre de apuesta por cabeza."""

    gana: int
    ganan: str
    pierden: str
    puntos: int
    favor: int
    contra: int
    dinero: Decimal
    no_suman: str
    """A quiénes, repetidores, la partida no les suma puntuación (RG8)."""

    @property
    def efectividad(self) -> int:
        """A favor menos en contra."""
        return self.favor - self.contra


def consecuencia(estado: EstadoRecreo, mesa: MesaVista, fin: Fin, gana: int | None = None) -> Consecuencia | None:
    """Lo que pasaría al cerrar así; None si las reglas no lo permiten."""
    try:
        r = calcular_partida(estado.meta, mesa.jugadas, fin, gana)
    except ErrorDeRegla:
        return None
    if r.ganadora is None:
        return None
    g = r.ganadora
    return Consecuencia(
        gana=g,
        ganan=pareja_en_palabras(estado, mesa, g),
        pierden=pareja_en_palabras(estado, mesa, 1 - g),
        puntos=r.puntos[g],
        favor=r.tantos_favor[g],
        contra=r.tantos_contra[g],
        dinero=r.valor[g] * estado.importe,
        no_suman=en_lista(estado.nombre_de(n) for n in sorted(mesa.rol.no_suman)),
    )


def por_que_no(estado: EstadoRecreo, mesa: MesaVista, fin: Fin, gana: int | None = None) -> str:
    """Por qué las reglas no permiten cerrar así; vacío si se puede."""
    try:
        calcular_partida(estado.meta, mesa.jugadas, fin, gana)
    except ErrorDeRegla as e:
        return redactar(e.codigo, e.datos, _)
    return ""


def resultado_en_palabras(estado: EstadoRecreo, mesa: MesaVista, *, sin_nombres: bool = False) -> str:
    """Cómo quedó una mesa cerrada: «Zapato: 3 puntos para Carmen y Gus»; o sin decir quién, donde ya se ve."""
    if mesa.fin is None:
        return ""
    c = consecuencia(estado, mesa, mesa.fin, mesa.gana_default)
    if c is None:
        return ""
    return " ".join(p for p in (_como(mesa, c), (_lo_ganado if sin_nombres else _cuanto)(estado, c)) if p)


def _como(mesa: MesaVista, c: Consecuencia) -> str:
    if mesa.fin is Fin.TIEMPO:
        return _("Suspendida por tiempo:")
    if mesa.fin is Fin.DEFAULT:
        infraccion = any(i.tipo == "infraccion" for i in mesa.incidencias)
        return _("Por infracción:") if infraccion else _("Por default:")
    return _("Zapato:") if c.puntos == PUNTOS_DE_ZAPATO else ""


def _lo_ganado(estado: EstadoRecreo, c: Consecuencia) -> str:
    if estado.meta.tantos is None:
        return _("un juego ganado")
    return ngettext("%(puntos)d punto", "%(puntos)d puntos", c.puntos) % {"puntos": c.puntos}


def _cuanto(estado: EstadoRecreo, c: Consecuencia) -> str:
    if estado.meta.tantos is None:
        return _("un juego ganado para %(quienes)s.") % {"quienes": c.ganan}
    return ngettext("%(puntos)d punto para %(quienes)s.", "%(puntos)d puntos para %(quienes)s.", c.puntos) % {
        "puntos": c.puntos,
        "quienes": c.ganan,
    }
