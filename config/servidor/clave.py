"""Clave secreta de la demostración: al azar, una por máquina, sólo la lee su dueño."""

import os
import secrets
import time
from pathlib import Path

LARGO_MINIMO = 50


def clave_local(var: Path) -> str:
    """Lee la clave de `var/clave`; si no existe la crea una sola vez (0600), aunque arranquen dos a la vez."""
    var.mkdir(exist_ok=True)
    archivo = var / "clave"
    try:
        descriptor = os.open(archivo, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return _leer(archivo)
    with os.fdopen(descriptor, "w", encoding="ascii") as salida:
        salida.write(secrets.token_urlsafe(64))
    return _leer(archivo)


def _leer(archivo: Path) -> str:
    """Espera a quien la esté escribiendo; una clave a medias (disco lleno) no se usa."""
    for _ in range(20):
        clave = archivo.read_text(encoding="ascii").strip()
        if len(clave) >= LARGO_MINIMO:
            return clave
        time.sleep(0.05)
    raise RuntimeError(f"La clave de {archivo} está incompleta: borra ese archivo y vuelve a arrancar.")
