"""Un servidor de verdad, en su proceso y con su base, para probarlo desde afuera."""

import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.request import urlopen

from django.conf import settings

RAIZ = Path(__file__).resolve().parent.parent.parent
CLAVE = "x7Qd" * 16
PACIENCIA_DE_BASE, PACIENCIA_DE_ARRANQUE = 300, 90
PRODUCCION = {
    "ENTORNO": "produccion",
    "SECRET_KEY": CLAVE,
    "ALLOWED_HOSTS": "ejemplo.com",
    "DEBUG": "0",
    "REDIS_URL": "",
    "PROCESOS": "1",
    "EMAIL_URL": "smtp://127.0.0.1:1",
}


def entorno(base: str, **ajustes: str) -> dict[str, str]:
    propios = {k: v for k, v in os.environ.items() if k not in ("WEB_CONCURRENCY", "DJANGO_SETTINGS_MODULE")}
    return {**propios, "DATABASE_URL": base, **PRODUCCION, **ajustes}


def migrar(base: str) -> None:
    """Deja la base con sus tablas."""
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=RAIZ,
        env=entorno(base, ENTORNO="demo"),
        check=True,
        timeout=PACIENCIA_DE_BASE,
    )


def direccion_de(nombre: str) -> str:
    """La de esa base en el PostgreSQL de las pruebas."""
    base = settings.DATABASES["default"]
    quien = f"{base['USER']}:{base['PASSWORD']}" if base["PASSWORD"] else base["USER"]
    return f"postgres://{quien}@{base['HOST'] or '127.0.0.1'}:{base['PORT'] or 5432}/{nombre}"


def direccion_de_la_prueba() -> str:
    """La base PostgreSQL de la prueba en curso, para un servidor de verdad."""
    return direccion_de(settings.DATABASES["default"]["NAME"])


def base_migrada(carpeta: Path) -> Path:
    """Una con sus tablas y nada más, para copiar."""
    return una_vez(carpeta / "migrada.sqlite3", lambda nueva: migrar(f"sqlite:///{nueva}"))


def copiar_base(de: Path, a: Path) -> Path:
    """Copia entera, aunque la otra tenga diario sin vaciar."""
    with closing(sqlite3.connect(de)) as origen, closing(sqlite3.connect(a)) as copia:
        origen.backup(copia)
    return a


def una_vez(base: Path, hacer: Callable[[Path], None]) -> Path:
    """El primero que llega la hace; los demás esperan a que termine."""

    def hacerla() -> None:
        provisional = base.with_suffix(".haciendo")
        hacer(provisional)
        copiar_base(provisional, base.with_suffix(".completa")).rename(base)

    el_primero(base, hacerla)
    return base


def el_primero(hecho: Path, hacer: Callable[[], None]) -> None:
    """Lo hace el primero que llega, y deja ese archivo; los demás lo esperan."""
    try:
        hecho.with_suffix(".turno").mkdir()
    except FileExistsError:
        limite = time.monotonic() + PACIENCIA_DE_BASE
        while not hecho.exists():
            assert time.monotonic() < limite, f"Otro trabajador no terminó de hacer {hecho.name}"
            time.sleep(0.2)
    else:
        hacer()


def puerto_libre() -> int:
    with socket.socket() as enchufe:
        enchufe.bind(("127.0.0.1", 0))
        return int(enchufe.getsockname()[1])


@contextmanager
def sirviendo(base: str, puerto: int, **ajustes: str) -> Iterator[subprocess.Popen[str]]:
    proceso = subprocess.Popen(
        [sys.executable, "manage.py", "servir", str(puerto)],
        cwd=RAIZ,
        env=entorno(base, **{"ENTORNO": "demo", "ALLOWED_HOSTS": "*", **ajustes}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        esperar_salud(proceso, puerto)
        yield proceso
    finally:
        if proceso.poll() is None:
            proceso.kill()
        proceso.wait(timeout=30)


def esperar_salud(proceso: subprocess.Popen[str], puerto: int) -> None:
    limite = time.monotonic() + PACIENCIA_DE_ARRANQUE
    while time.monotonic() < limite and proceso.poll() is None:
        try:
            with urlopen(f"http://127.0.0.1:{puerto}/salud", timeout=5) as respuesta:
                assert respuesta.status == 200
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"No arrancó: {proceso.communicate(timeout=30)}")
