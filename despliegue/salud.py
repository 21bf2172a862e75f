"""Vigía de los contenedores; sólo biblioteca estándar, porque corre cada pocos segundos.

Sin argumentos pregunta a `/salud` con un nombre de los permitidos; con `--barrido` mira que el barrido siga latiendo.
"""

import os
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

LATIDO = Path(__file__).resolve().parent.parent / "var" / "barrido.latido"
LATIDO_VIGENTE = 30


def servidor_sano() -> bool:
    """Verdadero si `/salud` responde 200 en este contenedor."""
    nombre = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].strip().lstrip(".")
    conexion = HTTPConnection("127.0.0.1", int(os.environ.get("PUERTO_INTERNO", "8000")), timeout=5)
    try:
        conexion.request("GET", "/salud", headers={"Host": nombre})
        return conexion.getresponse().status == 200
    except OSError:
        return False
    finally:
        conexion.close()


def barrido_sano() -> bool:
    """Verdadero si el barrido latió hace poco."""
    return LATIDO.exists() and time.time() - LATIDO.stat().st_mtime < LATIDO_VIGENTE


if __name__ == "__main__":
    sys.exit(0 if (barrido_sano() if "--barrido" in sys.argv else servidor_sano()) else 1)
