"""La demostración: `/correo` enseña lo enviado, y fuera de ella no existe."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from suscripciones import servicios
from suscripciones.models import CorreoDeDemo, CorreoPorSalir
from tests.config.servidor import base_migrada, copiar_base

RAIZ = Path(__file__).resolve().parents[2]
ALMACEN, AL_MOMENTO = "suscripciones.correo_demo.AlmacenDeCorreos", "suscripciones.correo_demo.BuzonAlMomento"


@pytest.fixture
def demo(settings: Any, transactional_db: None) -> None:
    settings.DEMO, settings.EMAIL_BACKEND, settings.CORREO_DE_VERDAD = True, AL_MOMENTO, ALMACEN


@pytest.mark.noche
@pytest.mark.una_base
@pytest.mark.usefixtures("demo")
def test_la_administracion_ve_en_que_van_los_correos_de_la_demostracion_y_cargarla_otra_vez_no_manda_mas(
    client: Client,
) -> None:
    for _vez in range(2):
        call_command("demo_cargar", stdout=io.StringIO())
        invitados = CorreoPorSalir.objects.filter(motivo=CorreoPorSalir.Motivo.INVITACION)
        assert set(invitados.values_list("estado", flat=True)) == {CorreoPorSalir.Estado.ENVIADO}
        assert invitados.count() == CorreoDeDemo.objects.count() == 7
    assert client.login(email="admin@demo.mx", password="domino-admin")
    lista = client.get(reverse("admin:suscripciones_correoporsalir_changelist")).content.decode()
    assert "nacho@demo.mx" in lista and "invitación a un Recreo" in lista
    enlace = re.search(r"http://localhost:8000(/\S+)", CorreoDeDemo.objects.filter(para="nacho@demo.mx").get().cuerpo)
    assert enlace and client.get(enlace[1]).status_code in (200, 302)


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
if settings.PRODUCCION:
    call_command("collectstatic", verbosity=0, interactive=False)
buzon = Client(headers={"host": "domino.mx"}).get("/correo", secure=True)
print(buzon.status_code, settings.CORREO_DE_VERDAD, settings.EMAIL_BACKEND, settings.SEGUNDO_PASO_DEL_PERSONAL)
"""


@pytest.mark.usefixtures("una_vez")
@pytest.mark.parametrize(
    ("entorno", "estado", "almacena"),
    [("produccion", "404", False), ("desarrollo", "404", False), ("demo", "200", True)],
)
def test_correo_segun_el_entorno_de_verdad(
    tmp_path: Path, carpeta_de_bases: Path, entorno: str, estado: str, almacena: bool
) -> None:
    """En un proceso aparte, con los ajustes que ese entorno produce."""
    copiar_base(base_migrada(carpeta_de_bases), tmp_path / "a.sqlite3")
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
    assert (ALMACEN in salida.stdout) is (AL_MOMENTO in salida.stdout) is almacena
    # el segundo paso del personal: en producción no hay cómo apagarlo
    assert salida.stdout.split()[-1] == str(entorno == "produccion")
