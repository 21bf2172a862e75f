"""PostgreSQL no espera para siempre: los límites viajan con cada conexión."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import environ
import pytest
from django.db import OperationalError, connection, transaction

from config.base.conexiones import bases, limites, reserva


def de_entorno(monkeypatch: pytest.MonkeyPatch, **variables: str) -> environ.Env:
    for nombre in ("ESPERA_DE_CANDADO", "LIMITE_DE_CONSULTA", "LIMITE_EN_TRANSACCION"):
        monkeypatch.delenv(nombre, raising=False)
    for nombre, valor in variables.items():
        monkeypatch.setenv(nombre, valor)
    return environ.Env()


def test_sin_variables_hay_limites(monkeypatch: pytest.MonkeyPatch) -> None:
    assert limites(de_entorno(monkeypatch)) == (
        "-c lock_timeout=15s -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s"
    )


def test_cada_uno_se_cambia_y_con_cero_no_se_manda(monkeypatch: pytest.MonkeyPatch) -> None:
    env = de_entorno(monkeypatch, ESPERA_DE_CANDADO="3", LIMITE_DE_CONSULTA="0", LIMITE_EN_TRANSACCION="0")
    assert limites(env) == "-c lock_timeout=3s"


def test_lo_que_diga_la_direccion_manda(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    direccion = "postgres://u@equipo/b?options=-c%20lock_timeout%3D1s&tcp_user_timeout=5000"
    env = de_entorno(monkeypatch, DATABASE_URL=direccion)
    opciones = bases(env, tmp_path)["default"]["OPTIONS"]
    assert opciones["options"].endswith("-c lock_timeout=1s")  # de dos iguales, PostgreSQL usa la última
    assert (opciones["connect_timeout"], opciones["tcp_user_timeout"]) == (10, 5000)


def test_la_reserva_de_conexiones_dice_tambien_cuantos_hilos_atienden(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    env = de_entorno(monkeypatch, DATABASE_URL="postgres://u@equipo/b", RESERVA_DE_CONEXIONES="7")
    assert bases(env, tmp_path)["default"]["OPTIONS"]["pool"]["max_size"] == reserva(env) == 7
    guion = "import django; django.setup(); from config.servidor import peticiones; print(peticiones.HILOS)"
    leido = subprocess.run(
        [sys.executable, "-c", guion],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.ajustes", "RESERVA_DE_CONEXIONES": "7"},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert leido.stdout.strip() == "7"


def test_sin_direccion_es_sqlite_que_no_pierde_lo_confirmado(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    base = bases(environ.Env(), tmp_path)["default"]
    assert base["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    conexion = sqlite3.connect(base["NAME"])
    conexion.executescript(base["OPTIONS"]["init_command"])
    leido = [conexion.execute(f"PRAGMA {nombre}").fetchone()[0] for nombre in ("journal_mode", "synchronous")]
    conexion.close()
    assert leido == ["wal", 2]  # 2 es FULL


@pytest.mark.postgres
@pytest.mark.django_db
def test_una_consulta_que_no_acaba_se_corta() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('lock_timeout'), current_setting('statement_timeout')")
        assert cursor.fetchone() == ("15s", "30s")
    with pytest.raises(OperationalError, match="timeout"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 50")
        cursor.execute("SELECT pg_sleep(20)")
