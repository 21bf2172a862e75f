"""Lo que pocos usan no se carga en todos los procesos: era memoria y arranque de balde."""

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


def test_ni_lo_que_dibuja_el_papel_ni_lo_que_manda_push_se_cargan_al_arrancar() -> None:
    """fpdf2 y fontTools eran un quinto de lo que tarda en arrancar cada proceso; pywebpush y aiohttp, un octavo."""
    pesados = "{'fpdf', 'fontTools', 'pywebpush', 'aiohttp'}"
    guion = f"import sys, django; django.setup(); import config.urls; print(*{pesados} & set(sys.modules))"
    dicho = subprocess.run(
        [sys.executable, "-c", guion],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "ENTORNO": "pruebas"},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert dicho.stdout.strip() == ""
