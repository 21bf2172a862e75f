"""Los renglones acumulados de la estadística: sumas, promedios y porcentajes (ES1; 002 §4.1).

Decidido aquí: se redondea hacia arriba desde la mitad; los tantos y los zapatos sólo se reparten entre las partidas (o
manos) que se juegan a tantos, para que las de juegos ganados no bajen el promedio; sin nada entre qué repartir no hay
promedio ni porcentaje (None), que no es lo mismo que cero.
"""

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from reglas.estadistica import DeMano, DePartida
from reglas.metas import Meta


class AcumuladoDePartidas(NamedTuple):
    """La suma de muchas partidas vistas por una misma persona."""

    partidas: int
    ganadas: int
    manos: int
    manos_ganadas: int
    manos_perdidas: int
    manos_sin_ganador: int
    a_tantos: int
    """Cuántas partidas se jugaron a tantos."""
    a_favor: int
    en_contra: int
    zapatos_dados: int
    zapatos_recibidos: int

    @property
    def perdidas(self) -> int:
        """Las que no ganó."""
        return self.partidas - self.ganadas


class AcumuladoDeManos(NamedTuple):
    """La suma de muchas manos de una persona (o de varias)."""

    manos: int
    ganadas: int
    perdidas: int
    valor: int
    mulas: int
    mismo_palo: int
    fallas: int
    a_tantos: int
    """Cuántas son de partidas a tantos."""
    diferencia: int

    @property
    def sin_ganador(self) -> int:
        """Cierres empatados o, a juegos ganados, cierres."""
        return self.manos - self.ganadas - self.perdidas


def acumular_partidas(partidas: Sequence[DePartida]) -> AcumuladoDePartidas:
    """La suma de esas partidas; ceros si no hay ninguna."""
    manos = [(p.ganadas, p.perdidas, p.sin_ganador) for p in partidas]
    ganadas, perdidas, sin_ganador = (sum(columna) for columna in zip(*manos, strict=True)) if manos else (0, 0, 0)
    zapatos = [p for p in partidas if p.zapato]
    return AcumuladoDePartidas(
        partidas=len(partidas),
        ganadas=sum(p.gano for p in partidas),
        manos=ganadas + perdidas + sin_ganador,
        manos_ganadas=ganadas,
        manos_perdidas=perdidas,
        manos_sin_ganador=sin_ganador,
        a_tantos=sum(p.meta.tantos is not None for p in partidas),
        a_favor=sum(p.a_favor for p in partidas),
        en_contra=sum(p.en_contra for p in partidas),
        zapatos_dados=sum(p.gano for p in zapatos),
        zapatos_recibidos=sum(not p.gano for p in zapatos),
    )


def acumular_manos(manos: Iterable[tuple[Meta, DeMano]]) -> AcumuladoDeManos:
    """La suma de esas manos, cada una con la meta de su partida; ceros si no hay ninguna."""
    todas = list(manos)
    return AcumuladoDeManos(
        manos=len(todas),
        ganadas=sum(de.gano is True for _meta, de in todas),
        perdidas=sum(de.gano is False for _meta, de in todas),
        valor=sum(de.valor for _meta, de in todas),
        mulas=sum(de.mulas for _meta, de in todas),
        mismo_palo=sum(de.mismo_palo for _meta, de in todas),
        fallas=sum(de.fallas for _meta, de in todas),
        a_tantos=sum(meta.tantos is not None for meta, _de in todas),
        diferencia=sum(de.diferencia for _meta, de in todas),
    )


def promedio(suma: int, entre: int) -> Decimal | None:
    """A un decimal; None si no hay entre cuántos."""
    return _redondo(suma, entre, Decimal("0.1"))


def porcentaje(parte: int, total: int) -> int | None:
    """De 0 a 100, entero; None si no hay total."""
    redondo = _redondo(100 * parte, total, Decimal(1))
    return None if redondo is None else int(redondo)


def _redondo(suma: int, entre: int, paso: Decimal) -> Decimal | None:
    return (Decimal(suma) / entre).quantize(paso, ROUND_HALF_UP) if entre else None
