"""Los respaldos: las dos bases de una máquina, en su orden, y el servicio que respalda PostgreSQL."""

import configparser
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import yaml
from django.core.management import CommandError, call_command

from config.management.commands import respaldar
from tests.config.servidor import RAIZ, base_migrada, copiar_base, entorno, puerto_libre, sirviendo

posix = pytest.mark.skipif(sys.platform == "win32", reason="guiones de sh")


def orden(base: Path, *que: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *que], cwd=RAIZ, env=entorno(f"sqlite:///{base}", ENTORNO="demo"),
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def escribir(archivo: Path, valor: int, tabla: str = "prueba") -> None:
    with closing(sqlite3.connect(archivo)) as conexion:
        conexion.execute("PRAGMA journal_mode=WAL")
        conexion.execute(f"CREATE TABLE IF NOT EXISTS {tabla} (n INTEGER)")
        conexion.execute(f"INSERT INTO {tabla} VALUES (?)", (valor,))
        conexion.commit()


def leer(archivo: Path, tabla: str = "prueba") -> list[int]:
    with closing(sqlite3.connect(archivo)) as conexion:
        return [n for (n,) in conexion.execute(f"SELECT n FROM {tabla} ORDER BY n")]


@pytest.fixture
def casa(tmp_path: Path, carpeta_de_bases: Path) -> Path:
    """Una base con su diario, los dos con algo en el WAL."""
    base = copiar_base(base_migrada(carpeta_de_bases), tmp_path / "casa.sqlite3")
    escribir(base, 1)
    escribir(Path(f"{base}-diario"), 1)
    return base


def test_se_respalda_con_el_servidor_andando_y_se_restaura_sin_el(casa: Path, tmp_path: Path) -> None:
    diario, puerto = Path(f"{casa}-diario"), puerto_libre()
    with sirviendo(f"sqlite:///{casa}", puerto):
        hecho = orden(casa, "respaldar", str(tmp_path / "respaldos"))
        assert hecho.returncode == 0, hecho.stderr[-600:]
        (respaldo,) = (tmp_path / "respaldos").iterdir()
        escribir(casa, 2)
        escribir(diario, 2)
        negado = orden(casa, "restaurar", str(respaldo))
        assert negado.returncode != 0 and "Ya hay un servidor" in negado.stderr
        assert leer(casa) == [1, 2], "con el servidor andando no se tocó nada"
    assert {a.name: a.stat().st_mode & 0o777 for a in respaldo.iterdir()} == {
        respaldar.BASE: 0o600, respaldar.DIARIO: 0o600,
    }  # fmt: skip
    hecho = orden(casa, "restaurar", str(respaldo))
    assert hecho.returncode == 0, hecho.stderr[-600:]
    assert leer(casa) == leer(diario) == [1]
    assert leer(Path(f"{casa}.antes")) == [1, 2], "lo que había no se pierde"
    with sirviendo(f"sqlite:///{casa}", puerto):
        pass


def test_primero_el_diario_para_que_no_haya_historia_sin_su_mesa(
    casa: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entre una copia y la otra nace una mesa: en el respaldo está la mesa y no su diario, y no al revés."""
    monkeypatch.setattr(respaldar, "base_de_sqlite", lambda: casa)
    copiar, copiadas = respaldar.copiar, list[str]()

    def y_nace_una_mesa(de: Path, a: Path) -> None:
        copiar(de, a)
        if not copiadas:
            escribir(casa, 2)
            escribir(Path(f"{casa}-diario"), 2)
        copiadas.append(a.name)

    monkeypatch.setattr(respaldar, "copiar", y_nace_una_mesa)
    call_command("respaldar", str(tmp_path / "respaldos"))
    (respaldo,) = (tmp_path / "respaldos").iterdir()
    assert copiadas == [respaldar.DIARIO, respaldar.BASE]
    mesas, diario = leer(respaldo / respaldar.BASE), leer(respaldo / respaldar.DIARIO)
    assert set(diario) < set(mesas)


def test_se_conservan_los_ultimos_y_lo_danado_no_se_restaura(casa: Path, tmp_path: Path) -> None:
    carpeta = tmp_path / "respaldos"
    for dia in range(1, 6):
        (carpeta / f"amigos-2026010{dia}T000000").mkdir(parents=True)
    (carpeta / "ajeno").mkdir()
    assert [x.name for x in respaldar.sobrantes(carpeta, 2)] == [f"amigos-2026010{dia}T000000" for dia in (1, 2, 3)]
    malo = carpeta / "amigos-20260105T000000"
    (malo / respaldar.BASE).write_bytes(b"SQLite format 3\0" + b"x" * 5_000)
    hecho = orden(casa, "restaurar", str(malo))
    assert hecho.returncode != 0
    assert leer(casa) == [1]


@pytest.mark.postgres
@pytest.mark.django_db
def test_en_postgres_dice_quien_respalda(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="servicio «respaldo»"):
        call_command("respaldar", str(tmp_path))


# --- PostgreSQL -------------------------------------------------------------------------------------------------------
SERVICIOS = yaml.safe_load((RAIZ / "docker-compose.yml").read_text(encoding="utf-8"))["services"]
RESPALDO = RAIZ / "despliegue" / "respaldo"


def test_el_wal_sale_a_lo_mas_cada_minuto_y_va_cifrado_con_retencion_y_fuera() -> None:
    orden_de_base = SERVICIOS["base"]["command"]
    assert "archive_mode=on" in orden_de_base
    assert "archive_command=pgbackrest --stanza=amigos archive-push %p" in orden_de_base
    assert int(next(x for x in orden_de_base if "archive_timeout" in x).split("=")[1]) <= 300
    ajustes = configparser.ConfigParser()
    ajustes.read(RESPALDO / "pgbackrest.conf", encoding="utf-8")
    assert ajustes["global"]["repo1-cipher-type"] == "aes-256-cbc"
    assert int(ajustes["global"]["repo1-retention-full"]) >= 2
    assert set(ajustes.sections()) == {"global", "amigos"}
    ejemplo = (RESPALDO / "respaldo.env.ejemplo").read_text(encoding="utf-8")
    assert "PGBACKREST_REPO1_TYPE=s3" in ejemplo and "PGBACKREST_REPO1_CIPHER_PASS=\n" in ejemplo
    assert SERVICIOS["base"]["env_file"] == SERVICIOS["respaldo"]["env_file"] == "respaldo.env"
    assert "respaldo.env" in (RAIZ / ".gitignore").read_text(encoding="utf-8").split()


def correr(carpeta: Path, info: str, hoy: str, *argumentos: str) -> tuple[int, list[str]]:
    """El guion con un pgBackRest y una fecha de mentira; lo que pidió."""
    falsos = carpeta / "bin"
    falsos.mkdir(exist_ok=True)
    (falsos / "pgbackrest").write_text(
        f'#!/bin/sh\necho "$@" >> {carpeta}/pedido\ncase "$*" in *info) printf "{info}";; esac\n'
    )
    dia, hora, numero = hoy.split()
    (falsos / "date").write_text(
        f'#!/bin/sh\ncase "$*" in *%H) echo {hora};; *%u) echo {numero};; +%s) echo 0;; *-d*) echo 20260106;;'
        f" *) echo {dia};; esac\n"
    )
    for falso in falsos.iterdir():
        falso.chmod(0o755)
    (carpeta / "pedido").unlink(missing_ok=True)
    hecho = subprocess.run(
        ["sh", str(RESPALDO / "respaldar.sh"), *(argumentos or ("--una-vez",))],
        env={"PATH": f"{falsos}:{os.environ['PATH']}"}, check=False, timeout=20, capture_output=True,
    )  # fmt: skip
    return hecho.returncode, (carpeta / "pedido").read_text(encoding="utf-8").splitlines()


@posix
@pytest.mark.parametrize(
    ("info", "hoy", "tipo"),
    [
        ("no hay", "20260107 04 3", "full"),
        ("full backup: 20260106-090000F", "20260107 09 3", "diff"),
        ("full backup: 20260106-090000F", "20260107 08 3", ""),
        ("full backup: 20260107-090000F", "20260107 22 3", ""),
        ("full backup: 20260106-090000F", "20260107 10 7", "full"),
    ],
)
def test_una_copia_al_dia_completa_los_domingos(tmp_path: Path, info: str, hoy: str, tipo: str) -> None:
    _codigo, pedido = correr(tmp_path, info, hoy)
    copias = [x for x in pedido if x.endswith(" backup")]
    assert copias == ([f"--stanza=amigos --type={tipo} backup"] if tipo else [])


@posix
def test_el_respaldo_esta_sano_si_hay_copia_de_hoy_o_de_ayer(tmp_path: Path) -> None:
    for info, codigo in (("backup: 20260107-090000F", 0), ("backup: 20260106-090000F", 0), ("backup: 20260101-1F", 1)):
        assert correr(tmp_path, info, "20260107 10 3", "--sano")[0] == codigo


def test_el_simulacro_dice_que_falta_y_sale_con_su_codigo() -> None:
    hecho = subprocess.run(
        [sys.executable, "-m", "bench.restauracion"], cwd=RAIZ, env={**os.environ, "PATH": "/nada"},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert hecho.returncode == 3
    assert "no hay pgbackrest" in hecho.stderr
