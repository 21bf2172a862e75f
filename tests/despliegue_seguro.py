"""`check --deploy` y `collectstatic` con los ajustes de producción, como los vería el servidor."""

import os
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path

RAIZ = Path(__file__).resolve().parent.parent


def principal() -> int:
    """Cero si el despliegue pasaría la revisión de Django y los estáticos se pueden sellar."""
    with tempfile.TemporaryDirectory(prefix="amigos-") as carpeta:
        entorno = {
            **os.environ,
            "ENTORNO": "produccion",
            "DEBUG": "0",
            "SECRET_KEY": secrets.token_urlsafe(64),
            "ALLOWED_HOSTS": "ejemplo.com",
            "DATABASE_URL": f"sqlite:///{carpeta}/revision.sqlite3",
            "REDIS_URL": "",
            "PRIVACIDAD_RESPONSABLE": "Club de ejemplo, A. C.",
            "PRIVACIDAD_DOMICILIO": "Calle 1, Ciudad de México",
            "PRIVACIDAD_CORREO": "datos@ejemplo.com",
            "STATIC_ROOT": f"{carpeta}/estaticos",
        }
        for orden in (["check", "--deploy", "--fail-level", "WARNING"], ["collectstatic", "--noinput", "-v0"]):
            print("manage.py", *orden, flush=True)
            codigo = subprocess.run(
                [sys.executable, "manage.py", *orden], cwd=RAIZ, env=entorno, check=False, timeout=900
            ).returncode
            if codigo:
                return codigo
    return 0


if __name__ == "__main__":
    sys.exit(principal())
