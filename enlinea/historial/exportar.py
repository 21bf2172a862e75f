"""La estadística para llevarse: dos tablas en CSV, por partida y por mano, y todo junto en JSON (ES1).

El CSV lleva marca de orden de bytes, para que una hoja de cálculo lea los acentos, y ningún texto que una hoja tome por
fórmula. Fechas en ISO 8601 con zona. Los títulos no se traducen: son un formato.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils import timezone

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
# con lo que una hoja de cálculo empieza una fórmula, también en ancho completo
DE_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def csv_de_partidas(partidas: Iterable[PartidaContada]) -> str:
    """Un renglón por partida, con las columnas `DE_PARTIDA`."""
    return _csv(DE_PARTIDA, (_partida(p) for p in partidas))


def csv_de_manos(partidas: Iterable[PartidaContada]) -> str:
    """Un renglón por mano y jugador, con las columnas `DE_MANO`."""
    return _csv(DE_MANO, (de for p in partidas for mano in p.manos for de in _mano(p, mano)))


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


def sin_formula(texto: str) -> str:
    """El texto, con un apóstrofo delante si una hoja de cálculo lo fuera a calcular."""
    return f"'{texto}" if texto.lstrip(" ").startswith(DE_FORMULA) else texto


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


def _csv(columnas: Sequence[str], renglones: Iterable[dict[str, Any]]) -> str:
    salida = io.StringIO(newline="")
    hoja = csv.writer(salida)
    hoja.writerow(columnas)
    for renglon in renglones:
        hoja.writerow([_celda(valor) for valor in renglon.values()])
    return "\ufeff" + salida.getvalue()


def _celda(valor: Any) -> Any:
    if isinstance(valor, bool):
        return "sí" if valor else "no"
    return sin_formula(valor) if isinstance(valor, str) else valor
