"""Mete renglones al diario de PostgreSQL por debajo de psycopg: es lo que cada jugada espera.

Con `execute` y siete arreglos, un lote de dos costaba 145 µs de intérprete y 370 de reloj; así, 60 y 220
(`bench/mesas`).
"""

from collections.abc import Sequence
from typing import TypeAlias
from uuid import UUID

import psycopg
from psycopg import errors, pq

from enlinea.diario.renglon import Llave, Renglon

TIPOS = ("bigint", "int", "uuid", "smallint", "smallint", "text", "bigint")
DE_UNA = 64
"""Renglones por orden. La base prepara una para cada tamaño que se usa: sin tope serían mil."""

Resultado: TypeAlias = "pq.abc.PGresult"


class Insercion:
    """Las órdenes preparadas de una conexión en `autocommit`."""

    def __init__(self, conexion: "psycopg.Connection[tuple[object, ...]]", tabla: str, columnas: str) -> None:
        self._pg = conexion.pgconn
        self._orden = f"INSERT INTO {tabla} ({columnas}) VALUES %s ON CONFLICT DO NOTHING RETURNING mesa, num, id_orden"
        self._preparadas: set[int] = set()

    def meter(self, lote: Sequence[Renglon]) -> set[Llave]:
        """Confirma los que quepan y devuelve cuáles. Si falla a medias, de lo ya confirmado responde la relectura."""
        entraron: set[Llave] = set()
        for n in range(0, len(lote), DE_UNA):
            entraron |= self._de_una(lote[n : n + DE_UNA])
        return entraron

    def _de_una(self, lote: Sequence[Renglon]) -> set[Llave]:
        if any("\0" in renglon.eventos for renglon in lote):
            # de este lado el dato acaba ahí: entraría cortado y sin decir nada
            raise psycopg.DataError("un texto con NUL no cabe en PostgreSQL")
        nombre = self._preparada(len(lote))
        hecho = self._pg.exec_prepared(nombre, [str(dato).encode() for renglon in lote for dato in renglon])
        _exigir(hecho, pq.ExecStatus.TUPLES_OK)
        if hecho.ntuples == len(lote):
            return {renglon[:3] for renglon in lote}
        return {_llave(hecho, fila) for fila in range(hecho.ntuples)}

    def _preparada(self, cuantos: int) -> bytes:
        nombre = b"diario_%d" % cuantos
        if cuantos not in self._preparadas:
            _exigir(self._pg.prepare(nombre, (self._orden % _marcadores(cuantos)).encode()), pq.ExecStatus.COMMAND_OK)
            self._preparadas.add(cuantos)
        return nombre


def _marcadores(cuantos: int) -> str:
    """`($1::bigint, $2::int…), ($8::bigint…)`."""
    ancho = len(TIPOS)
    filas = (
        ", ".join(f"${fila * ancho + columna}::{tipo}" for columna, tipo in enumerate(TIPOS, start=1))
        for fila in range(cuantos)
    )
    return ", ".join(f"({fila})" for fila in filas)


def _llave(hecho: Resultado, fila: int) -> Llave:
    mesa, num, id_orden = ((hecho.get_value(fila, columna) or b"").decode() for columna in range(3))
    return int(mesa), int(num), UUID(id_orden)


def _exigir(hecho: Resultado, estado: pq.ExecStatus) -> None:
    if hecho.status != estado:
        raise errors.error_from_result(hecho)
