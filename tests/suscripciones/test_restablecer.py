"""Restablecer la contraseña no salta el segundo paso ni deja vivo lo de antes (SU1, ASVS V6.4.3)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings as ajustes
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import mail
from django.http import HttpResponse
from django.test import Client

from suscripciones.models import Cuenta
from tests.suscripciones.test_contrasena import CLAVE, NUEVA, enlace
from tests.suscripciones.test_segundo_paso import (
    DE_JEFA,
    adentro,
    codigo_de,
    con_clave,
    opciones,
    poner_aplicacion,
    poner_llave,
)

pytestmark = pytest.mark.django_db

PIDE_EL_SEGUNDO = "/cuenta/2fa/authenticate/"


def pedir_enlace(correo: str) -> str:
    Client().post("/cuenta/password/reset/", {"email": correo})
    return enlace()


def poner_nueva(navegador: Client, liga: str) -> HttpResponse:
    """Abre el enlace y pone la contraseña."""
    aqui = navegador.get(liga, follow=True).redirect_chain[-1][0]
    return navegador.post(aqui, {"password1": NUEVA, "password2": NUEVA})


def caducado(liga: str) -> bool:
    return "ya se usó o caducó" in Client().get(liga, follow=True).content.decode()


def test_con_aplicacion_el_enlace_cambia_la_clave_y_no_da_entrada(ana: Cuenta) -> None:
    suyo = Client()
    con_clave(suyo, ana.email, CLAVE)
    secreto = poner_aplicacion(suyo, CLAVE)
    antes = set(Authenticator.objects.values_list("pk", "type"))
    ladron = Client()  # lee su correo, y nada más
    assert poner_nueva(ladron, pedir_enlace(ana.email))["Location"] == PIDE_EL_SEGUNDO
    assert not adentro(ladron)
    for camino in ("/cuenta/datos/", "/cuenta/2fa/", "/cuenta/2fa/totp/deactivate/", "/cuenta/password/change/"):
        assert ladron.get(camino).status_code == 302, camino
    ladron.post(PIDE_EL_SEGUNDO, {"code": "000000"})
    ladron.post("/cuenta/2fa/totp/deactivate/")
    assert not adentro(ladron)
    # ni por otra puerta: con la clave recién puesta se le pide igual, y la de antes ya no sirve
    assert con_clave(Client(), ana.email, NUEVA)["Location"] == PIDE_EL_SEGUNDO
    assert con_clave(Client(), ana.email, CLAVE).status_code == 200
    assert set(Authenticator.objects.values_list("pk", "type")) == antes  # restablecer no lo quita ni lo renueva
    assert ladron.post(PIDE_EL_SEGUNDO, {"code": codigo_de(secreto)}).status_code == 302
    assert adentro(ladron)


def test_con_llave_de_acceso_tampoco(ana: Cuenta) -> None:
    suyo = Client()
    con_clave(suyo, ana.email, CLAVE)
    llave = poner_llave(suyo, CLAVE)
    ladron = Client()
    assert poner_nueva(ladron, pedir_enlace(ana.email))["Location"] == PIDE_EL_SEGUNDO
    assert not adentro(ladron)
    credencial = llave.usar(opciones(ladron, PIDE_EL_SEGUNDO))
    assert ladron.post(PIDE_EL_SEGUNDO, {"credential": credencial}).status_code == 302
    assert adentro(ladron)


def test_a_la_administracion_no_se_llega_restableciendo(jefa: Cuenta, settings: Any) -> None:
    suyo = Client()
    con_clave(suyo, jefa.email, DE_JEFA)
    poner_aplicacion(suyo, DE_JEFA)
    settings.SEGUNDO_PASO_DEL_PERSONAL = True
    ladron = Client()
    assert poner_nueva(ladron, pedir_enlace(jefa.email))["Location"] == PIDE_EL_SEGUNDO
    assert ladron.get("/administracion/").status_code == 302


def test_usar_un_enlace_o_cambiar_la_clave_apaga_los_demas(ana: Cuenta) -> None:
    primero, segundo = pedir_enlace(ana.email), pedir_enlace(ana.email)
    assert not caducado(primero) and not caducado(segundo)
    poner_nueva(Client(), primero)
    assert caducado(primero) and caducado(segundo)
    tercero, suyo = pedir_enlace(ana.email), Client()
    con_clave(suyo, ana.email, NUEVA)
    suyo.post("/cuenta/password/change/", {"oldpassword": NUEVA, "password1": CLAVE, "password2": CLAVE})
    assert caducado(tercero)


def test_el_enlace_caduca_a_su_hora_y_el_de_otra_persona_no_sirve(
    ana: Cuenta, jefa: Cuenta, monkeypatch: pytest.MonkeyPatch
) -> None:
    liga = pedir_enlace(ana.email)
    de_jefa = pedir_enlace(jefa.email)
    cruzado = f"{liga.partition('-')[0]}-{de_jefa.partition('-')[2]}"
    assert caducado(cruzado) and not caducado(liga)
    assert "vale una hora" in str(mail.outbox[-1].body)
    dura = timedelta(seconds=ajustes.PASSWORD_RESET_TIMEOUT)
    assert dura == timedelta(hours=1)
    ahora: Callable[[Any], datetime] = PasswordResetTokenGenerator._now
    for falta, vale in ((timedelta(minutes=-1), True), (timedelta(minutes=1), False)):
        monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda yo, f=falta: ahora(yo) + dura + f)
        assert caducado(liga) is not vale
