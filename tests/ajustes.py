"""Ajustes de las pruebas: los de siempre con `ENTORNO=pruebas`, contraseñas de resumen rápido, un vaciado rápido de la
base y Redis sin compartir.
"""

import os

os.environ["ENTORNO"] = "pruebas"

from config.settings import *  # noqa: F403
from config.settings import CACHES, CHANNEL_LAYERS, INSTALLED_APPS, REDIS_URL

INSTALLED_APPS = [*INSTALLED_APPS, "tests.vaciado"]

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Sin esto, cada `Client()` de cada prueba vuelve a leer los quinientos estáticos: 24 ms de procesador por cliente.
WHITENOISE_AUTOREFRESH = True

# Vaciar la caché borra su base entera de Redis, y los avisos no distinguen bases: cada trabajador de xdist, lo suyo.
TRABAJADOR = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
if REDIS_URL:
    servidor, _barra, numero = REDIS_URL.rpartition("/")
    if numero.isdecimal():
        CACHES["default"]["LOCATION"] = f"{servidor}/{(int(numero) + TRABAJADOR) % 16}"
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = f"pruebas-{os.getpid()}"
