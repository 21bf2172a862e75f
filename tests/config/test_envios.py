"""Lo que no cabe se rechaza limpio, y lo que sólo obedece a un formulario no da un 405 al recargarse."""

import logging
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from enlinea.models import Charla, Mesa
from tests.enlinea.mesas import suscriptor
from tests.enlinea.sala.ayudas import navegador

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("tipo", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_lo_que_no_cabe_se_dice_y_no_deja_rastro(
    settings: LazySettings, caplog: pytest.LogCaptureFixture, tipo: str
) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    cuerpo = f"texto={'a' * 2000}"
    if "multipart" in tipo:
        cuerpo = f'--x\r\nContent-Disposition: form-data; name="texto"\r\n\r\n{"a" * 2000}\r\n--x--\r\n'
    cliente = Client(enforce_csrf_checks=True)
    cliente.force_login(suscriptor("Ana"), backend="django.contrib.auth.backends.ModelBackend")
    with caplog.at_level(logging.INFO):
        de_guion = cliente.post(
            "/enlinea/orden/charla/", cuerpo, content_type=tipo, headers={"X-Requested-With": "XMLHttpRequest"}
        )
        pagina = cliente.post("/enlinea/orden/charla/", cuerpo, content_type=tipo)
    assert (de_guion.status_code, de_guion.json()["codigo"]) == (413, "demasiado_largo")
    assert pagina.status_code == 413
    assert "demasiado largo" in pagina.content.decode()
    assert [r.name for r in caplog.records if r.exc_info or r.levelno >= logging.ERROR] == []
    assert not Charla.objects.exists()


RECARGADAS: dict[str, tuple[Callable[[], str], str]] = {
    "practicar": (lambda: reverse("enlinea:practica"), "/enlinea/"),
    "platicar": (lambda: reverse("enlinea:orden", args=["charla"]), "/enlinea/"),
    "crear mesa": (lambda: reverse("enlinea:orden", args=["invitar"]), "/enlinea/armar/"),
    "leer": (lambda: reverse("enlinea:orden", args=["leer"]), "/enlinea/mensajes/"),
    "silenciar": (lambda: reverse("enlinea:silenciar"), "/enlinea/convivencia/"),
    "pedir amistad": (lambda: reverse("enlinea:orden_de_gente", args=["pedir"]), "/enlinea/gente/"),
    "señalar": (lambda: reverse("enlinea:senalar"), "/enlinea/convivencia/"),
    "borrar acta": (lambda: reverse("enlinea:acta_borrar", args=[1]), "/enlinea/academia/"),
    "otro código": (lambda: reverse("suscripciones:reenviar"), "/entrar/codigo/"),
    "orden de un Recreo": (lambda: reverse("recreo:orden", args=["ABC123", "mano_anotar"]), "/recreo/ABC123/"),
    "pasar la mesa": (lambda: reverse("recreo:pasar", args=["ABC123", 1, 2]), "/recreo/ABC123/partida/1/mesa/2/"),
}


@pytest.mark.parametrize("cual", RECARGADAS)
def test_recargar_una_orden_lleva_a_su_pagina_y_no_hace_nada(cual: str) -> None:
    ruta, destino = RECARGADAS[cual]
    cliente = navegador(suscriptor("Ana"))
    for pedir in (cliente.get, cliente.head):
        respuesta = pedir(ruta())
        assert (respuesta.status_code, respuesta["Location"]) == (302, destino)
        assert "no-store" in respuesta["Cache-Control"]
    assert cliente.put(ruta()).status_code == 405
    assert not Mesa.objects.exists()


@pytest.mark.parametrize("ruta", ["/recreo/%00/", "/r/ABC123%00/", "/recreo/pase/%00/", "/correo?para=a%00b"])
def test_una_direccion_con_el_caracter_nulo_se_dice_y_no_es_un_error_nuestro(
    ruta: str, caplog: pytest.LogCaptureFixture
) -> None:
    respuesta = Client().get(ruta)
    assert respuesta.status_code == 400
    assert "Eso no se pudo leer" in respuesta.content.decode()
    assert "Content-Security-Policy" in respuesta.headers
    assert [r.name for r in caplog.records if r.exc_info or r.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("ruta", ["/recreo/penas/{}/", "/recreo/penas/{}/dinero/", "/enlinea/academia/parejas/{}/"])
def test_un_numero_que_no_cabe_en_la_base_no_es_de_nada(ruta: str) -> None:
    """Las llaves ajenas no lo comprueban solas: SQLite y PostgreSQL lo negaban con un error nuestro."""
    cliente = navegador(suscriptor("Ana"))
    for numero in (2**63 - 1, 2**63, 10**40):
        assert cliente.get(ruta.format(numero)).status_code == 404, numero


def test_una_galleta_con_el_caracter_nulo_tampoco() -> None:
    assert Client(headers={"cookie": 'sesion="\\000aaaaaaaaaaaa"'}).get("/recreo/").status_code == 400
