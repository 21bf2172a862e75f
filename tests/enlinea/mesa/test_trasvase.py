"""El WAL del diario pasa a su archivo aparte de las jugadas (`enlinea.diario.trasvase`)."""

import sqlite3
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


def anexar(base: EnSqlite, desde: int = 0, lotes: int = LOTES, *, espera: bool = True) -> None:
    """Tantos lotes, esperando o no a que cada trasvase acabe."""
    for n in range(desde, desde + lotes):
        assert len(base.anexar([Renglon(mesa, n, uuid4(), 0, ESQUEMA, "[]" * 50, n) for mesa in range(LOTE)])) == LOTE
        if espera and base._trasvase._corre is not None:
            base._trasvase._corre.result(10)


def pasados(archivo: Path, aparte: Path) -> int:
    """Cuántos renglones están ya en el archivo, sin su WAL."""
    aparte.write_bytes(archivo.read_bytes())
    with closing(sqlite3.connect(aparte)) as conexion:
        try:
            return int(conexion.execute("SELECT count(*) FROM enlinea_diario").fetchone()[0])
        except sqlite3.OperationalError:  # ni la tabla
            return 0


def test_lo_confirmado_llega_al_archivo_y_el_wal_se_vuelve_a_usar(archivo: Path, tmp_path: Path) -> None:
    base = EnSqlite(str(archivo))
    wal = Path(f"{archivo}-wal")
    anexar(base)
    primero = wal.stat().st_size
    assert pasados(archivo, tmp_path / "copia") > LOTE * LOTES - 2 * POCOS
    anexar(base, LOTES, 10 * LOTES, espera=False)
    assert wal.stat().st_size < 25 * primero  # sin remate nunca se vuelve a usar, y crece más de cien veces
    anexar(base, 11 * LOTES, 5)
    assert pasados(archivo, tmp_path / "otra") > 11 * LOTES * LOTE
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
