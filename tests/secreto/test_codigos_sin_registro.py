"""Los códigos, enlaces y secretos con que se entra jamás llegan a un registro ni a la terminal (SU1)."""

import logging
import re
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings as ajustes
from django.core import mail
from django.test import Client

from suscripciones import servicios
from suscripciones.models import CodigoDeEntrada, CorreoPorSalir, Cuenta
from suscripciones.servicios import cartero
from tests.suscripciones.ayudas import otro_codigo, ultimo_codigo
from tests.suscripciones.servidor_de_correo import correo_en_marcha
from tests.suscripciones.test_segundo_paso import poner_aplicacion

pytestmark = pytest.mark.django_db

CLAVE = "siete-mulas-y-media"


def test_entrando_por_todas_las_puertas_no_se_escribe_ninguno(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Con el registro más hablador: alta, código bueno y malo, enlace y segundo paso."""
    caplog.set_level(logging.DEBUG)
    secretos = []
    navegador = Client()
    navegador.post("/cuenta/signup/", {"nombre": "Ana", "email": "ana@club.mx", "password1": CLAVE})
    secretos.append(ultimo_codigo())
    navegador.post("/cuenta/confirm-email/", {"code": otro_codigo(ultimo_codigo())})
    navegador.post("/cuenta/confirm-email/", {"code": ultimo_codigo()})
    secretos.append(poner_aplicacion(navegador, CLAVE))
    otro = Client()
    otro.post("/entrar/", {"correo": "beto@club.mx"})
    secretos.append(ultimo_codigo())
    otro.post("/entrar/codigo/", {"codigo": otro_codigo(ultimo_codigo())})
    otro.post("/entrar/codigo/", {"codigo": ultimo_codigo()})
    Client().post("/cuenta/password/reset/", {"email": "ana@club.mx"})
    enlace = re.search(r"reset/key/(\S+)/", str(mail.outbox[-1].body))
    assert enlace and Authenticator.objects.exists()
    secretos += [enlace[1], CLAVE]
    for n in range(12):  # los topes, y lo que no se entiende
        Client().post("/entrar/", {"correo": "ana@club.mx"})
        Client().post("/cuenta/login/", {"login": "ana@club.mx", "password": f"{CLAVE}-{n}"})
    escrito = caplog.text + "".join(capfd.readouterr())
    assert [uno for uno in secretos if uno in escrito] == []
    assert len(set(secretos)) == 5


@pytest.mark.parametrize("falla", ["no hay servidor", "no lo aceptan"])
def test_al_no_poder_mandarlo_tampoco(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], settings: Any, falla: str
) -> None:
    """Lo que se anota es qué falló: nunca lo que el correo decía."""
    caplog.set_level(logging.DEBUG)
    settings.EMAIL_BACKEND = "suscripciones.buzon.BuzonDeSalida"
    settings.CORREO_DE_VERDAD = "django.core.mail.backends.smtp.EmailBackend"
    Client().post("/entrar/", {"correo": "beto@club.mx"})
    correo = CorreoPorSalir.objects.get()
    codigo = re.search(r"\b\d{6}\b", correo.cuerpo)
    assert codigo and CodigoDeEntrada.objects.exists()
    with correo_en_marcha() as servidor:
        servidor.data = f"554 no quiero «{correo.asunto}»"  # hay servidores que repiten lo que no les gustó
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", servidor.puerto if falla == "no lo aceptan" else 1
        cartero.repartir()
    escrito = caplog.text + "".join(capfd.readouterr())
    assert "el correo" in caplog.text.lower()
    assert codigo[0] not in escrito


def test_sin_servidor_de_correo_ninguno_sale_por_la_terminal() -> None:
    """Fuera de producción quedan en archivos de `var/`; la terminal de un servidor es su registro."""
    assert "console" not in ajustes.CORREO_DE_VERDAD
    assert Path(ajustes.EMAIL_FILE_PATH).is_relative_to(ajustes.VAR)


def test_de_las_cuentas_no_se_escribe_la_contrasena(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    cuenta = Cuenta.objects.create_user("ana@club.mx", CLAVE)
    servicios.cuenta_verificar_correo(cuenta)
    Client().post("/cuenta/login/", {"login": "ana@club.mx", "password": CLAVE})
    assert CLAVE not in caplog.text
    assert cuenta.password not in caplog.text
