"""La demostración: `/correo` enseña lo enviado, y fuera de ella no existe."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from suscripciones import servicios
from suscripciones.models import CorreoDeDemo

RAIZ = Path(__file__).resolve().parents[2]
ALMACEN = "suscripciones.correo_demo.AlmacenDeCorreos"


@pytest.fixture
def demo(settings: Any, db: None) -> None:
    settings.DEMO, settings.EMAIL_BACKEND = True, ALMACEN


@pytest.mark.usefixtures("demo")
def test_el_codigo_pedido_se_ve_en_el_buzon_lo_mas_nuevo_primero(client: Client) -> None:
    client.post("/entrar/", {"correo": "beto@demo.mx"})
    mail.send_mail("Te invitaron", "Entra en https://ejemplo.mx/r/7 <b>ya</b>", None, ["carmen@demo.mx"])
    pagina = client.get("/correo").content.decode()
    assert pagina.index("Te invitaron") < pagina.index("es tu código para entrar")
    assert '<a href="https://ejemplo.mx/r/7"' in pagina
    assert "<b>ya</b>" not in pagina
    codigo = CorreoDeDemo.objects.get(para="beto@demo.mx").asunto[:6]
    assert f">{codigo}<" in pagina
    assert client.post("/entrar/codigo/", {"codigo": codigo}).status_code == 302


@pytest.mark.usefixtures("demo")
def test_el_buzon_se_puede_ver_de_un_solo_correo(client: Client) -> None:
    for para in ("beto@demo.mx", "carmen@demo.mx"):
        mail.send_mail(f"Para {para}", "…", None, [para])
    pagina = client.get("/correo?para=BETO@demo.mx").content.decode()
    assert "Para beto@demo.mx" in pagina
    assert "Para carmen@demo.mx" not in pagina


@pytest.mark.usefixtures("demo")
def test_la_entrada_dice_con_que_cuentas_y_sus_claves_sirven(client: Client) -> None:
    servicios.cuentas_demo_crear()
    for pagina in ("/entrar/", "/cuenta/login/"):
        texto = client.get(pagina).content.decode()
        assert "lupita@demo.mx" in texto
        assert "domino-lupita" in texto
    respuesta = client.post("/cuenta/login/", {"login": "lupita@demo.mx", "password": "domino-lupita"})
    assert respuesta.status_code == 302


def test_fuera_de_la_demostracion_no_hay_buzon_ni_cuentas_a_la_vista(client: Client, db: None) -> None:
    CorreoDeDemo.objects.create(para="beto@demo.mx", asunto="123456 es tu código", cuerpo="…")
    respuesta = client.get("/correo")
    assert respuesta.status_code == 404
    assert "123456" not in respuesta.content.decode()
    for pagina in ("/entrar/", "/cuenta/login/"):
        assert "@demo.mx" not in client.get(pagina).content.decode()


GUION = """
import django; django.setup()
from django.conf import settings
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
if settings.PRODUCCION:
    call_command("collectstatic", verbosity=0, interactive=False)
print(Client(headers={"host": "domino.mx"}).get("/correo", secure=True).status_code, settings.EMAIL_BACKEND)
"""


@pytest.mark.parametrize(
    ("entorno", "estado", "almacena"),
    [("produccion", "404", False), ("desarrollo", "404", False), ("demo", "200", True)],
)
def test_correo_segun_el_entorno_de_verdad(tmp_path: Path, entorno: str, estado: str, almacena: bool) -> None:
    """En un proceso aparte, con los ajustes que ese entorno produce."""
    ambiente = {
        **os.environ,
        "ENTORNO": entorno,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'a.sqlite3'}",
        "REDIS_URL": "",
        "SECRET_KEY": "k" * 60,
        "ALLOWED_HOSTS": "domino.mx",
        "STATIC_ROOT": str(tmp_path / "estaticos"),
    }
    orden = [sys.executable, "-c", GUION]
    salida = subprocess.run(orden, cwd=RAIZ, env=ambiente, capture_output=True, text=True, timeout=120, check=False)
    assert salida.stdout.split()[:1] == [estado], salida.stderr[-2000:]
    assert (ALMACEN in salida.stdout) is almacena
