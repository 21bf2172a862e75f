"""Lo que alguien intentaría contra el segundo paso: llaves que no lo son, otra clave secreta y la contraseña sola."""

from typing import Any

import pytest
from django.test import Client

from suscripciones.models import Cuenta
from suscripciones.segundo_paso import RECIENTE, AdaptadorDeSegundoPaso
from tests.suscripciones.test_segundo_paso import DE_JEFA, desde_hace, exigido, jefa_adentro

__all__ = ["exigido"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "dicho",
    [
        "9" * 5_000,
        "[" * 30_000,
        "no es",
        "null",
        "[]",
        "7",
        '"x"',
        "{}",
        '{"id":1,"rawId":[],"response":null,"type":{}}',
    ],
    ids=["cifras", "honda", "texto", "nada", "lista", "numero", "cadena", "vacia", "revuelta"],
)
def test_una_llave_que_no_lo_es_se_niega_sin_romper_nada(dicho: str) -> None:
    navegador = Client()
    navegador.get("/cuenta/2fa/webauthn/login/", headers={"X-Requested-With": "XMLHttpRequest"})
    assert navegador.post("/cuenta/2fa/webauthn/login/", {"credential": dicho}).status_code < 500
    assert "_auth_user_id" not in navegador.session


def test_con_otra_clave_secreta_el_segundo_paso_no_se_vuelve_adivinable(ana: Cuenta, settings: Any) -> None:
    """Con la clave vacía hay códigos, y son los mismos para cualquiera."""
    cifrado = AdaptadorDeSegundoPaso().encrypt("JBSWY3DPEHPK3PXP")
    settings.SECRET_KEY = "otra-muy-distinta" * 4
    dichos = {AdaptadorDeSegundoPaso().decrypt(cifrado) for _vez in range(3)}
    assert len(dichos) == 3 and all(len(dicho) >= 16 for dicho in dichos)


def test_con_la_contrasena_sola_no_se_hace_lo_que_pedia_segundo_paso(exigido: None, jefa: Cuenta, ana: Cuenta) -> None:
    navegador, _secreto = jefa_adentro(jefa)
    desde_hace(navegador, RECIENTE + 60)
    ruta = f"/administracion/suscripciones/cuenta/{ana.pk}/change/"
    a_comprobar = navegador.post(ruta, {"nombre": "Otra"})
    assert a_comprobar.status_code == 302 and "Otra" in str(dict(navegador.session))
    navegador.post(f"/cuenta/reauthenticate/?next={ruta}", {"password": DE_JEFA})
    ana.refresh_from_db()
    assert ana.nombre != "Otra"
    assert "nombre=Otra" not in str(dict(navegador.session))


def test_la_contrasena_nueva_del_personal_no_se_guarda_mientras_se_comprueba(exigido: None, jefa: Cuenta) -> None:
    navegador, _secreto = jefa_adentro(jefa)
    desde_hace(navegador, RECIENTE + 60)
    datos = {"old_password": DE_JEFA, "new_password1": "una-muy-larga-9", "new_password2": "una-muy-larga-9"}
    assert navegador.post("/administracion/password_change/", datos).status_code == 302
    assert "una-muy-larga-9" not in str(dict(navegador.session))
