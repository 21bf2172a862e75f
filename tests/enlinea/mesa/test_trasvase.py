"""El WAL del diario pasa a su archivo aparte de las jugadas (`enlinea.diario.trasvase`)."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest

from enlinea.diario import trasvase
from enlinea.diario.diario import ESQUEMA, EnSqlite
from enlinea.diario.renglon import Renglon

LOTE, LOTES, POCOS = 20, 40, 100


@pytest.fixture
def archivo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(trasvase, "CADA", POCOS)
    return tmp_path / "diario"


def anexar(base: EnSqlite, desde: int = 0, lotes: int = LOTES) -> None:
    """Tantos lotes, esperando a que cada trasvase acabe."""
    for n in range(desde, desde + lotes):
        assert len(base.anexar([Renglon(mesa, n, uuid4(), 0, ESQUEMA, "[]" * 50, n) for mesa in range(LOTE)])) == LOTE
        if base._trasvase._corre is not None:
            base._trasvase._corre.result(10)


def pasados(archivo: Path, aparte: Path) -> int:
    """Cuántos renglones están ya en el archivo, sin su WAL."""
    aparte.write_bytes(archivo.read_bytes())
    with closing(sqlite3.connect(aparte)) as conexion:
        try:
            return int(conexion.execute("SELECT count(*) FROM enlinea_diario").fetchone()[0])
        except sqlite3.OperationalError:  # ni la tabla
            return 0


def test_lo_confirmado_llega_al_archivo(archivo: Path, tmp_path: Path) -> None:
    base = EnSqlite(str(archivo))
    anexar(base)
    assert pasados(archivo, tmp_path / "copia") > LOTE * LOTES - 2 * POCOS
    base.cerrar()


class AMano:
    """Un ejecutor que corre cuando se le dice."""

    def __init__(self) -> None:
        self.tarea: Callable[[], None] | None = None
        self.futuro: Future[None] = Future()

    def submit(self, tarea: Callable[[], None]) -> "Future[None]":
        self.tarea, self.futuro = tarea, Future()
        return self.futuro

    def shutdown(self) -> None: ...


def test_lo_que_llega_durante_un_trasvase_se_remata_y_el_wal_se_vuelve_a_usar(archivo: Path) -> None:
    base, aparte, mayor = EnSqlite(str(archivo)), AMano(), 0
    base._trasvase._ejecutor = aparte  # type: ignore[assignment]
    for n in range(100):
        base.anexar([Renglon(mesa, n, uuid4(), 0, ESQUEMA, "[]" * 50, n) for mesa in range(LOTE)])
        if aparte.tarea is None:
            continue
        with closing(sqlite3.connect(archivo, isolation_level=None)) as lectora:  # no deja pasar lo que llegue desde ya
            lectora.execute("BEGIN")
            lectora.execute("SELECT count(*) FROM enlinea_diario").fetchone()
            base.anexar([Renglon(mesa, 1000 + n, uuid4(), 0, ESQUEMA, "[]" * 50, n) for mesa in range(LOTE)])
            aparte.tarea()
        aparte.tarea = None
        aparte.futuro.set_result(None)
        mayor = mayor or Path(f"{archivo}-wal").stat().st_size
    assert Path(f"{archivo}-wal").stat().st_size < 10 * mayor  # sin remate nunca se vuelve a usar: crece cien veces
    base.cerrar()


def test_quien_lee_no_detiene_al_que_escribe(archivo: Path, tmp_path: Path) -> None:
    base = EnSqlite(str(archivo))
    anexar(base, lotes=1)
    with closing(sqlite3.connect(archivo, isolation_level=None)) as lectora:
        lectora.execute("BEGIN")
        assert lectora.execute("SELECT count(*) FROM enlinea_diario").fetchone() == (LOTE,)
        anexar(base, 1, 10)
        assert lectora.execute("SELECT count(*) FROM enlinea_diario").fetchone() == (LOTE,)
        assert pasados(archivo, tmp_path / "copia") < 11 * LOTE
    anexar(base, 11, 20)
    assert pasados(archivo, tmp_path / "otra") > 31 * LOTE - 2 * POCOS
    base.cerrar()


def test_con_pocos_renglones_no_nace_el_hilo(archivo: Path) -> None:
    base = EnSqlite(str(archivo))
    anexar(base, lotes=2)
    assert base._trasvase._ejecutor is None
    base.cerrar()
