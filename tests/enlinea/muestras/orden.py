"""Corre un programa de medida como lo correría cualquiera, en su proceso y con sus propios servidores."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

RAIZ = Path(__file__).resolve().parent.parent.parent.parent


def correr(
    programa: str, *argumentos: str, migrada: Path | None = None, postgres_migrado: str = "", plazo: float = 280
) -> str:
    """Lo que escribió; la prueba falla con todo ello si el programa dice que algo salió mal."""
    with tempfile.TemporaryDirectory(prefix="muestra-") as carpeta:
        entorno = {k: v for k, v in os.environ.items() if k not in ("REDIS_URL", "DJANGO_SETTINGS_MODULE", "ENTORNO")}
        entorno["DATABASE_URL"] = f"sqlite:///{carpeta}/nada.sqlite3"
        if migrada:
            entorno["BASE_MIGRADA"] = str(migrada)
        if postgres_migrado:
            entorno["POSTGRES_MIGRADO"] = postgres_migrado
        hecho = subprocess.run(
            [sys.executable, "-m", f"bench.{programa}", *argumentos], cwd=RAIZ, env=entorno, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=plazo,
        )  # fmt: skip
    assert hecho.returncode == 0, hecho.stdout[-6000:]
    return hecho.stdout
