"""La estadística de una persona (ES1; 002 §4.1): sus últimas 50 partidas que cuentan y las manos de cada una.

Todo sale de lo que dejó la proyección (`servicios.estadistica`): dos viajes a la base y ningún acta, sean las que sean.
"""

from dataclasses import dataclass

from django.db.models import QuerySet

from enlinea.historial.consultas.partidas import ULTIMAS, RenglonDePartida, propias_de, renglon_de
from enlinea.models import Jugador, Partida, PuntosDePartida
from reglas.estadistica import DeMano, DePartida
from reglas.estadistica_acumulada import AcumuladoDeManos, AcumuladoDePartidas, acumular_manos, acumular_partidas
from reglas.estadistica_guardada import leer_manos
from reglas.tipos import Meta


@dataclass(frozen=True, slots=True)
class PartidaContada:
    """Una partida que cuenta: cómo quedó para la persona y sus manos, con los cuatro asientos."""

    renglon: RenglonDePartida
    de: DePartida
    manos: tuple[tuple[DeMano, ...], ...]
    """En orden; vacías si su acta no se pudo repetir."""
    puntos: PuntosDePartida | None
    """None mientras no se suman a la clasificación."""

    @property
    def diferencia(self) -> int:
        """Tantos a favor menos en contra; a juegos ganados, manos."""
        return self.de.a_favor - self.de.en_contra if self.de.meta.tantos else self.de.ganadas - self.de.perdidas

    @property
    def propias(self) -> list[tuple[Meta, DeMano]]:
        """Sus manos desde el asiento de la persona."""
        return [(self.de.meta, mano[self.renglon.asiento]) for mano in self.manos]

    @property
    def ajenas(self) -> list[tuple[Meta, DeMano]]:
        """Las mismas, desde los otros tres asientos."""
        return [(self.de.meta, de) for mano in self.manos for de in mano if de.asiento != self.renglon.asiento]


@dataclass(frozen=True, slots=True)
class Acumulados:
    """Las sumas de un conjunto de partidas: el nivel partida, y el nivel mano propio y de los otros tres."""

    partidas: AcumuladoDePartidas
    manos: AcumuladoDeManos
    ajenas: AcumuladoDeManos


def partidas_contadas(cuenta_id: int, meta: Meta | None = None) -> list[PartidaContada]:
    """Las últimas 50 de esa meta (None: todas), de la más nueva a la más vieja."""
    filas = _contadas_de(cuenta_id)
    if meta is not None:
        filas = filas.filter(partida__meta=str(meta))
    return [_contada(yo) for yo in filas.order_by("-numero")[:ULTIMAS]]


def partida_contada(cuenta_id: int, partida_id: int) -> PartidaContada | None:
    """Esa partida; None si no cuenta, no existe o la cuenta no la jugó."""
    # por su llave, no por la ajena: un número que no cabe en la base es una partida que no existe
    yo = _contadas_de(cuenta_id).filter(partida__in=Partida.objects.filter(pk=partida_id)).first()
    return None if yo is None else _contada(yo)


def acumulados_de(partidas: list[PartidaContada]) -> Acumulados:
    """Los renglones acumulados de esas partidas (002 §4.1)."""
    return Acumulados(
        partidas=acumular_partidas([p.de for p in partidas]),
        manos=acumular_manos(mano for p in partidas for mano in p.propias),
        ajenas=acumular_manos(mano for p in partidas for mano in p.ajenas),
    )


def _contadas_de(cuenta_id: int) -> QuerySet[Jugador]:
    return propias_de(cuenta_id).filter(numero__isnull=False).select_related("puntos")


def _contada(yo: Jugador) -> PartidaContada:
    r, manos = renglon_de(yo), leer_manos(yo.partida.resumen or [])
    a_favor, en_contra = r.tantos or (0, 0)
    de = DePartida(
        meta=r.meta,
        ganadas=r.manos[0],
        perdidas=r.manos[1],
        sin_ganador=sum(mano[0].gano is None for mano in manos),
        a_favor=a_favor,
        en_contra=en_contra,
        gano=bool(r.gano),
        zapato=None if r.tantos is None else r.zapato,
    )
    return PartidaContada(r, de, manos, getattr(yo, "puntos", None))
