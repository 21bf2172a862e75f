"""El diario: la verdad de toda mesa (EL10). Un renglón es una orden aceptada con todos sus eventos.

Único por (mesa, num): si otro proceso se adelantó, el nuestro no entra y se decide de nuevo sobre lo suyo. Único por
(mesa, id_orden): repetir una orden no la aplica dos veces. Aquí está el esquema y la lectura; escribir por lotes, en
`lotes`. En SQLite vive en su propio archivo, para no esperar detrás de las demás transacciones.
"""

import random
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID

import msgspec
import psycopg
from django.db import Error, connections

from config.base.en_lista import arreglo
from enlinea.diario.insercion import Insercion
from enlinea.diario.renglon import Leido, Llave, Renglon
from enlinea.diario.trasvase import Trasvase
from reglas.mesa.estado import Mesa, plegar
from reglas.mesa.eventos import CODIGOS, Evento, MesaCerrada, PartidaAnulada, a_lista, de_lista

ESQUEMA = 1
TABLA = "enlinea_diario"
COLUMNAS = "mesa, num, id_orden, asiento, esquema, eventos, instante"
CASA = -1
"""Asiento de las órdenes que nadie tiró: plazos, ausencias, sanciones."""

DE_CIERRE = tuple(f'%["{CODIGOS[clase]}",%' for clase in (MesaCerrada, PartidaAnulada))
"""Cómo se ve en el diario un renglón tras el que la mesa ya no sigue."""

_escribir = msgspec.json.Encoder().encode
_leer = msgspec.json.Decoder().decode


ErrorDeBase: tuple[type[Exception], ...] = (psycopg.Error, sqlite3.Error, Error)
"""También los de Django: unas lecturas van por su conexión."""
ErrorDeDato: tuple[type[Exception], ...] = (psycopg.DataError, sqlite3.DataError, sqlite3.InterfaceError)
"""El renglón tiene algo que la base no acepta: repetirlo igual no sirve."""


def escribir_eventos(eventos: Iterable[Evento]) -> str:
    """Los eventos como van en el diario."""
    return _escribir([a_lista(evento) for evento in eventos]).decode()


def leer_eventos(texto: str) -> list[Evento]:
    """Los eventos de un renglón."""
    return [de_lista(datos) for datos in _leer(texto)]


def leidos(renglones: Iterable[Renglon]) -> list[Leido]:
    """Los renglones con sus eventos, para lo que necesita saber cuándo fue cada uno."""
    return [Leido(r.num, leer_eventos(r.eventos), r.instante) for r in renglones]


def replegar(renglones: Iterable[Renglon], mesa: Mesa | None = None) -> Mesa:
    """El estado tras estos renglones, desde `mesa` o desde nada."""
    estado = Mesa() if mesa is None else mesa
    for renglon in renglones:
        estado = plegar(estado, leer_eventos(renglon.eventos))
    return estado


class Base(Protocol):
    """Una conexión propia al diario, fuera del ORM."""

    def anexar(self, lote: Sequence[Renglon]) -> set[Llave]:
        """Confirma los que quepan y devuelve cuáles: (mesa, num, id_orden)."""

    def leer(self, mesa: int, desde: int = 0) -> list[Renglon]:
        """Los renglones con `num` mayor que `desde`, en orden."""

    def leer_varias(self, desde: Mapping[int, int]) -> list[Renglon]:
        """Los de muchas mesas, cada una desde el suyo: mesa por mesa y en orden."""

    def adelantadas(self, sabidos: Mapping[int, int]) -> dict[int, int]:
        """El último `num` de las mesas que van más allá del que se les sabe."""

    def cerradas(self, mesas: Sequence[int]) -> list[int]:
        """De esas, las que su último renglón cierra."""

    def dueno(self, mesa: int, num: int) -> UUID | None:
        """De qué orden es ese renglón."""

    def hora(self) -> int | None:
        """La hora de la base en ms; None si es la de esta máquina."""

    def cerrar(self) -> None:
        """Suelta la conexión."""


class EnPostgres:
    """En la misma base que lo demás."""

    LEER = f"SELECT {COLUMNAS} FROM {TABLA} WHERE mesa = %s AND num > %s ORDER BY num"
    LEER_VARIAS = (
        "SELECT suyos.* FROM unnest(%s::bigint[], %s::int[]) sabido(m, n), "
        f"LATERAL (SELECT {COLUMNAS} FROM {TABLA} WHERE mesa = m AND num > n) suyos ORDER BY mesa, num"
    )

    def __init__(self, parametros: dict[str, Any]) -> None:
        # los de libpq, todos (sslmode, connect_timeout…): los demás son de Django
        suyos = {opcion.keyword.decode() for opcion in psycopg.pq.Conninfo.get_defaults()}
        utiles = {k: v for k, v in parametros.items() if k in suyos}
        self._conexion = psycopg.connect(**{**utiles, "client_encoding": "utf8"}, autocommit=True)
        self._insercion = Insercion(self._conexion, TABLA, COLUMNAS)

    def anexar(self, lote: Sequence[Renglon]) -> set[Llave]:
        return self._insercion.meter(lote)

    def leer(self, mesa: int, desde: int = 0) -> list[Renglon]:
        return [Renglon(*fila) for fila in self._conexion.execute(self.LEER, (mesa, desde))]

    def leer_varias(self, desde: Mapping[int, int]) -> list[Renglon]:
        filas = self._conexion.execute(self.LEER_VARIAS, (arreglo(desde), arreglo(desde.values())))
        return [Renglon(*fila) for fila in filas]

    def adelantadas(self, sabidos: Mapping[int, int]) -> dict[int, int]:
        # baja por el índice una vez por mesa; con max(num) en el WHERE y en el SELECT, tres veces más lento
        mas_alla = f"SELECT num FROM {TABLA} WHERE mesa = m AND num > n ORDER BY num DESC LIMIT 1"
        consulta = f"SELECT m, u.num FROM unnest(%s::bigint[], %s::int[]) sabido(m, n), LATERAL ({mas_alla}) u"
        return dict(self._conexion.execute(consulta, (arreglo(sabidos), arreglo(sabidos.values()))).fetchall())

    def cerradas(self, mesas: Sequence[int]) -> list[int]:
        ultimo = f"(SELECT eventos FROM {TABLA} WHERE mesa = m ORDER BY num DESC LIMIT 1)"
        consulta = f"SELECT m FROM unnest(%s::bigint[]) m WHERE {ultimo} LIKE ANY (%s)"
        return [mesa for (mesa,) in self._conexion.execute(consulta, (arreglo(mesas), list(DE_CIERRE)))]

    def dueno(self, mesa: int, num: int) -> UUID | None:
        fila = self._conexion.execute(
            f"SELECT id_orden FROM {TABLA} WHERE mesa = %s AND num = %s", (mesa, num)
        ).fetchone()
        return fila[0] if fila else None

    def hora(self) -> int | None:
        fila = self._conexion.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint").fetchone()
        return fila[0] if fila else None

    def cerrar(self) -> None:
        self._conexion.close()


PACIENCIA = 20.0
"""Segundos que espera a quien tiene tomado el archivo."""

PAGINA = 1_024
"""Bytes. Cada renglón escribe enteras en el WAL las dos o tres páginas que toca: con las de 4 KB, 12 400 B; así, 5 000,
y el disco se detiene menos. Las de 512 ya cuestan más CPU. Un archivo de antes conserva las suyas.
"""


def poner_en_wal(conexion: sqlite3.Connection) -> None:
    """El que nace, o vuelve de un respaldo, pasa a WAL al abrirse, y eso no espera a quien también va a escribir.

    El `timeout` no le toca: de dos que lo estrenaban a la vez (la primera mesa y el barrido), uno fallaba.
    """
    limite = time.monotonic() + PACIENCIA
    conexion.execute(f"PRAGMA page_size={PAGINA}")
    while True:
        try:
            conexion.execute("PRAGMA journal_mode=WAL")
            break
        except sqlite3.OperationalError as falla:
            if falla.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > limite:
                raise
            time.sleep(random.uniform(0.001, 0.02))
    conexion.execute("PRAGMA synchronous=FULL")


class EnSqlite:
    """En su propio archivo, junto a la base."""

    _ANEXAR = f"INSERT OR IGNORE INTO {TABLA} ({COLUMNAS}) VALUES (?, ?, ?, ?, ?, ?, ?)"

    def __init__(self, archivo: str) -> None:
        self._conexion = sqlite3.connect(archivo, isolation_level=None, timeout=PACIENCIA, check_same_thread=False)
        poner_en_wal(self._conexion)
        self._conexion.execute("PRAGMA wal_autocheckpoint=0")
        self._conexion.executescript(DEFINICION_SQLITE)
        self._trasvase = Trasvase(archivo, self._conexion)

    def anexar(self, lote: Sequence[Renglon]) -> set[Llave]:
        entraron: set[Llave] = set()
        cursor = self._conexion.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        try:
            for r in lote:
                cursor.execute(self._ANEXAR, (r.mesa, r.num, r.id_orden.bytes, *r[3:]))
                if cursor.rowcount:
                    entraron.add(r[:3])
            cursor.execute("COMMIT")
        except sqlite3.Error:
            if self._conexion.in_transaction:
                cursor.execute("ROLLBACK")
            raise
        self._trasvase.contar(len(entraron))
        return entraron

    def leer(self, mesa: int, desde: int = 0) -> list[Renglon]:
        filas = self._conexion.execute(
            f"SELECT {COLUMNAS} FROM {TABLA} WHERE mesa = ? AND num > ? ORDER BY num", (mesa, desde)
        )
        return [_de_sqlite(fila) for fila in filas]

    def leer_varias(self, desde: Mapping[int, int]) -> list[Renglon]:
        suyos = f"FROM json_each(?) JOIN {TABLA} ON mesa = CAST(key AS INTEGER) AND num > value ORDER BY mesa, num"
        filas = self._conexion.execute(f"SELECT {COLUMNAS} {suyos}", (_escribir(dict(desde)).decode(),))
        return [_de_sqlite(fila) for fila in filas]

    # una pregunta y no mil: entre una y otra, el hilo le quitaba el intérprete al lazo
    def adelantadas(self, sabidos: Mapping[int, int]) -> dict[int, int]:
        ultimo = f"(SELECT max(num) FROM {TABLA} WHERE mesa = CAST(key AS INTEGER))"
        consulta = f"SELECT CAST(key AS INTEGER), {ultimo} FROM json_each(?) WHERE {ultimo} > value"
        return dict(self._conexion.execute(consulta, (_escribir(dict(sabidos)).decode(),)))

    def cerradas(self, mesas: Sequence[int]) -> list[int]:
        ultimo = f"(SELECT eventos FROM {TABLA} WHERE mesa = value ORDER BY num DESC LIMIT 1)"
        consulta = f"SELECT m FROM (SELECT value AS m, {ultimo} AS e FROM json_each(?)) WHERE e LIKE ? OR e LIKE ?"
        parametros = (_escribir(list(mesas)).decode(), *DE_CIERRE)
        return [mesa for (mesa,) in self._conexion.execute(consulta, parametros)]

    def dueno(self, mesa: int, num: int) -> UUID | None:
        fila = self._conexion.execute(
            f"SELECT id_orden FROM {TABLA} WHERE mesa = ? AND num = ?", (mesa, num)
        ).fetchone()
        return UUID(bytes=fila[0]) if fila else None

    def hora(self) -> int | None:
        return None

    def cerrar(self) -> None:
        self._trasvase.parar()
        self._conexion.close()


def _de_sqlite(fila: Sequence[Any]) -> Renglon:
    mesa, num, orden, *resto = fila
    return Renglon(mesa, num, UUID(bytes=orden), *resto)


DEFINICION_SQLITE = f"""
CREATE TABLE IF NOT EXISTS {TABLA} (
  mesa INTEGER NOT NULL, num INTEGER NOT NULL, id_orden BLOB NOT NULL, asiento INTEGER NOT NULL,
  esquema INTEGER NOT NULL, eventos TEXT NOT NULL, instante INTEGER NOT NULL,
  PRIMARY KEY (mesa, num), UNIQUE (mesa, id_orden)
) WITHOUT ROWID;
"""


def abrir() -> Base:
    """Una conexión nueva a la base del diario de esta instalación."""
    conexion = connections["default"]
    if conexion.vendor == "postgresql":
        return EnPostgres(conexion.get_connection_params())
    return EnSqlite(str(archivo()))


def a_la_vez() -> int:
    """Cuántos lotes conviene confirmar a un tiempo.

    En PostgreSQL, con uno solo el núcleo descansaba o hacía otra cosa mientras la base contestaba: en lazo cerrado, con
    tres, la cuarta parte más de jugadas (`bench/mesas`); con seis no gana más. En SQLite sólo escribe uno.
    """
    return 3 if connections["default"].vendor == "postgresql" else 1


def archivo() -> Path:
    """Dónde vive el diario en SQLite."""
    return Path(f"{connections['default'].settings_dict['NAME']}-diario")


@contextmanager
def de_un_solo_uso() -> Iterator[Base]:
    """Una conexión que se abre y se cierra aquí."""
    base = abrir()
    try:
        yield base
    finally:
        base.cerrar()


def leer(mesa: int, desde: int = 0) -> list[Renglon]:
    """Los renglones de una mesa."""
    return leer_varias({mesa: desde}).get(mesa, [])


def leer_varias(desde: Mapping[int, int]) -> dict[int, list[Renglon]]:
    """Por mesa, los que siguen al `num` que se le dé, en orden; sin las que no tienen. La mesa viva tiene su conexión.

    En PostgreSQL van por la conexión de quien pregunta: abrir otra costaba más que leerlos.
    """
    conexion = connections["default"]
    if conexion.vendor != "postgresql":
        return leer_aparte(desde)
    with conexion.cursor() as cursor:
        cursor.execute(EnPostgres.LEER_VARIAS, (arreglo(desde), arreglo(desde.values())))
        return _por_mesa([Renglon(*fila) for fila in cursor.fetchall()])


def leer_aparte(desde: Mapping[int, int]) -> dict[int, list[Renglon]]:
    """Lo mismo, con una conexión de un solo uso."""
    with de_un_solo_uso() as base:
        return _por_mesa(base.leer_varias(desde))


def cerradas(mesas: Sequence[int]) -> list[int]:
    """De esas, las que según su diario ya no siguen: en ningún proceso entra otro renglón."""
    with de_un_solo_uso() as base:
        return base.cerradas(mesas)


def _por_mesa(renglones: Iterable[Renglon]) -> dict[int, list[Renglon]]:
    juntos: dict[int, list[Renglon]] = {}
    for renglon in renglones:
        juntos.setdefault(renglon.mesa, []).append(renglon)
    return juntos


def anexar(renglones: Sequence[Renglon]) -> None:
    """Los anexa con una conexión de un solo uso: para sembrar la demostración y las pruebas."""
    with de_un_solo_uso() as base:
        base.anexar(renglones)
