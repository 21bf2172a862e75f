"""Cada negativa del arranque, vista como la ve quien opera: un proceso que termina con un motivo."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.config.servidor import RAIZ, base_migrada, copiar_base, entorno, puerto_libre, sirviendo

# ninguna espera de aquí mide nada: sólo cortan lo que se cuelga, también en un equipo ahogado
pytestmark = pytest.mark.timeout(300)
PACIENCIA = 90


@pytest.fixture
def base(tmp_path: Path, carpeta_de_bases: Path) -> str:
    return f"sqlite:///{copiar_base(base_migrada(carpeta_de_bases), tmp_path / 'servidor.sqlite3')}"


def importar_asgi(base: str, **ajustes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "import config.asgi; print('sirve')"],
        cwd=RAIZ,
        env=entorno(base, **ajustes),
        capture_output=True,
        text=True,
        timeout=PACIENCIA,
        check=False,
    )


@pytest.mark.parametrize(
    ("ajustes", "motivo"),
    [
        ({"DEBUG": "1"}, "DEBUG"),
        ({"SECRET_KEY": ""}, "SECRET_KEY"),
        ({"SECRET_KEY": "clave-de-desarrollo-no-sirve-en-produccion"}, "SECRET_KEY es la de desarrollo"),
        ({"ALLOWED_HOSTS": "ejemplo.com,*"}, "ALLOWED_HOSTS=*"),
        ({"EMAIL_URL": ""}, "EMAIL_URL falta"),
        ({"PROCESOS": "2"}, "REDIS_URL"),
        ({"ENTORNO": "production"}, "ENTORNO=production no existe"),
        *(
            # cada una es un proceso entero: de día basta una de cada motivo
            pytest.param(ajustes, motivo, marks=pytest.mark.noche)
            for ajustes, motivo in (
                ({"SECRET_KEY": "corta"}, "SECRET_KEY"),
                ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS está vacío"),
                ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS=*"),
                ({"EMAIL_URL": "consolemail://"}, "EMAIL_URL falta o no manda correo"),
                ({"EMAIL_URL": "filemail:///tmp/correos"}, "EMAIL_URL falta o no manda correo"),
                ({"PROCESOS": "2", "REDIS_URL": "redis://127.0.0.1:1/0"}, "SQLite"),
                ({"WEB_CONCURRENCY": "4"}, "4 procesos"),
                ({"ENTORNO": "desarrollo", "PROCESOS": "2"}, "REDIS_URL"),
            )
        ),
    ],
)
def test_una_configuracion_peligrosa_no_arranca_y_dice_por_que(base: str, ajustes: dict[str, str], motivo: str) -> None:
    proceso = importar_asgi(base, **ajustes)
    assert proceso.returncode == 1
    assert motivo in proceso.stderr
    assert "Traceback" not in proceso.stderr
    assert "sirve" not in proceso.stdout


@pytest.mark.parametrize(
    "ajustes",
    [
        {},
        {"ENTORNO": "desarrollo", "SECRET_KEY": "corta", "DEBUG": "1", "EMAIL_URL": ""},
        {"ENTORNO": "demo", "ALLOWED_HOSTS": "*", "EMAIL_URL": ""},
    ],
    ids=["produccion", "desarrollo", "demo"],
)
def test_una_configuracion_sana_arranca(base: str, ajustes: dict[str, str]) -> None:
    proceso = importar_asgi(base, **ajustes)
    assert (proceso.returncode, proceso.stdout.strip()) == (0, "sirve"), proceso.stderr


def test_la_clave_de_la_demo_se_crea_una_vez_y_solo_la_lee_su_duenio(tmp_path: Path) -> None:
    orden = "from pathlib import Path; from config.servidor.clave import clave_local; print(clave_local(Path('var')))"
    hijos = [
        subprocess.Popen(
            [sys.executable, "-c", orden],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(RAIZ)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    claves = {hijo.communicate(timeout=PACIENCIA)[0].strip() for hijo in hijos}
    assert len(claves) == 1
    assert len(claves.pop()) >= 50
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "var" / "clave").stat().st_mode) == 0o600


def servir_y_fallar(base: str, puerto: int, **ajustes: str) -> str:
    proceso = subprocess.run(
        [sys.executable, "manage.py", "servir", str(puerto)],
        cwd=RAIZ,
        env=entorno(base, ENTORNO="demo", ALLOWED_HOSTS="*", **ajustes),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PACIENCIA,
        check=False,
    )
    assert proceso.returncode == 1, proceso.stdout
    assert "Traceback" not in proceso.stderr
    return proceso.stderr


def test_un_solo_servidor_por_base_y_el_puerto_ocupado_se_explica(base: str, tmp_path: Path) -> None:
    puerto = puerto_libre()
    with sirviendo(base, puerto) as primero:
        assert f"(proceso {primero.pid})" in servir_y_fallar(base, puerto_libre())
        otra_base = f"sqlite:///{tmp_path}/otra.sqlite3"
        assert f"PUERTO={puerto + 1}" in servir_y_fallar(otra_base, puerto)
        # las órdenes de administración sí corren junto al servidor
        migrar = subprocess.run(
            [sys.executable, "manage.py", "migrate", "--plan"],
            cwd=RAIZ,
            env=entorno(base, ENTORNO="demo"),
            capture_output=True,
            check=False,
            timeout=PACIENCIA,
        )
        assert migrar.returncode == 0, migrar.stderr
        primero.kill()
        primero.wait(timeout=PACIENCIA)
    # muerto de golpe, el candado queda libre
    with sirviendo(base, puerto):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="Windows no tiene estas señales")
@pytest.mark.parametrize("senal", [signal.SIGTERM, signal.SIGINT])
def test_sigterm_y_ctrl_c_terminan_en_paz_y_se_ve_la_direccion(base: str, senal: signal.Signals) -> None:
    puerto = puerto_libre()
    with sirviendo(base, puerto) as servidor:
        servidor.send_signal(senal)
        salida, errores = servidor.communicate(timeout=PACIENCIA)
    assert servidor.returncode == 0
    assert f"http://localhost:{puerto}" in salida
    assert "Servidor cerrado" in salida
    assert "Traceback" not in errores
