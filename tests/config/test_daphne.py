"""daphne sólo se carga donde se usa (`runserver`): en los demás procesos era memoria y arranque de balde."""

import os
import subprocess
import sys

import pytest

GUION = "from django.conf import settings; print('daphne' in settings.INSTALLED_APPS)"


@pytest.mark.parametrize(("entorno", "esta"), [("desarrollo", "True"), ("demo", "False"), ("pruebas", "False")])
def test_solo_se_instala_en_desarrollo(entorno: str, esta: str) -> None:
    dicho = subprocess.run(
        [sys.executable, "-c", GUION],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "ENTORNO": entorno},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert dicho.stdout.strip() == esta
