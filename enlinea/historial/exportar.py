"""La estadística para llevarse: dos tablas en CSV, por partida y por mano, y todo junto en JSON (ES1).

El CSV lleva marca de orden de bytes, para que una hoja de cálculo lea los acentos, y ningún texto que una hoja tome por
fórmula. Fechas en ISO 8601 con zona. Los títulos no se traducen: son un formato.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils import timezone

from config.comun.hoja_de_calculo import csv_de
from enlinea.historial.consultas.estadistica import Acumulados, PartidaContada
from reglas.estadistica import DeMano
from reglas.estadistica_acumulada import AcumuladoDeManos

FORMATO, VERSION = "amigos-domino/estadistica", 1
LUGARES = ("abajo", "derecha", "arriba", "izquierda")
DE_PARTIDA = (
    "partida", "inicio", "mesa", "meta", "manos_ganadas", "manos_perdidas", "manos_sin_ganador", "tantos_a_favor",
    "tantos_en_contra", "resultado", "zapato", "lugar", "pareja", "contrario_1", "contrario_2", "puntos_antes",
    "puntos_despues", "quintil_antes", "quintil_despues",
)  # fmt: skip
DE_MANO = (
    "partida", "meta", "mano", "salio", "desenlace", "lugar", "jugador", "valor", "mulas", "mismo_palo", "fallas",
    "resultado", "diferencia",
)  # fmt: skip


def csv_de_partidas(partidas: Iterable[PartidaContada]) -> str:
    """Un renglón por partida, con las columnas `DE_PARTIDA`."""
    return csv_de(DE_PARTIDA, (_partida(p).values() for p in partidas))


def csv_de_manos(partidas: Iterable[PartidaContada]) -> str:
    """Un renglón por mano y jugador, con las columnas `DE_MANO`."""
    return csv_de(DE_MANO, (de.values() for p in partidas for mano in p.manos for de in _mano(p, mano)))


def json_de(partidas: Sequence[PartidaContada], acumulados: Acumulados, meta: str) -> dict[str, Any]:
    """Todo: cada partida con sus manos, y los acumulados; `meta` es la del filtro, vacía si son todas."""
    return {
        "formato": FORMATO,
        "version": VERSION,
        "meta": meta or "todas",
        "partidas": [
            {**_partida(p), "manos": [de for mano in p.manos for de in _mano(p, mano)]} for p in partidas
        ],
        "acumulados": {
            "partidas": {**acumulados.partidas._asdict(), "perdidas": acumulados.partidas.perdidas},
            "manos": _de_manos(acumulados.manos),
            "los_otros_tres": _de_manos(acumulados.ajenas),
        },
    }  # fmt: skip


def _de_manos(suma: AcumuladoDeManos) -> dict[str, int]:
    return {**suma._asdict(), "sin_ganador": suma.sin_ganador}


def _partida(p: PartidaContada) -> dict[str, Any]:
    r, de = p.renglon, p.de
    a_tantos, puntos = r.tantos is not None, p.puntos
    valores = (
        r.numero, timezone.localtime(r.inicio).isoformat(timespec="seconds"), r.mesa, str(de.meta), de.ganadas,
        de.perdidas, de.sin_ganador, de.a_favor if a_tantos else None, de.en_contra if a_tantos else None,
        _resultado(de.gano), de.zapato, LUGARES[r.asiento], r.pareja, *r.contrarios,
        *((puntos.pr_antes, puntos.pr_despues, puntos.quintil_antes, puntos.quintil_despues) if puntos else [None] * 4),
    )  # fmt: skip
    return dict(zip(DE_PARTIDA, valores, strict=True))


def _mano(p: PartidaContada, mano: Sequence[DeMano]) -> Iterator[dict[str, Any]]:
    for de in mano:
        valores = (
            p.renglon.numero, str(p.de.meta), de.mano, LUGARES[de.salidor], str(de.desenlace), LUGARES[de.asiento],
            p.renglon.nombres[de.asiento], de.valor, de.mulas, de.mismo_palo, de.fallas, _resultado(de.gano),
            de.diferencia if p.de.meta.tantos else None,
        )  # fmt: skip
        yield dict(zip(DE_MANO, valores, strict=True))


def _resultado(gano: bool | None) -> str:
    return "nadie" if gano is None else "ganada" if gano else "perdida"
