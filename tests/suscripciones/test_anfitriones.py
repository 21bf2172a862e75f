"""PL2: un sistema, dos nombres; y https en producción sin vueltas silenciosas."""

from typing import Any

import pytest
from django.test import Client, RequestFactory, override_settings

from config.comun.contexto import comun
from config.servidor.middleware import VUELTAS
from tests.suscripciones.ayudas import entrar

RECREO, PRINCIPAL = "diversion.domino.mx", "domino.mx"
DOS = override_settings(ANFITRION_RECREO=RECREO, ANFITRION_PRINCIPAL=PRINCIPAL)


@pytest.mark.parametrize(
    ("recreo", "principal", "pedido", "al_recreo"),
    [
        ("", "", "cualquiera.mx", False),
        ("", PRINCIPAL, PRINCIPAL, False),
        (RECREO, "", RECREO, True),
        (RECREO, "", "otro.mx", False),
        (RECREO, PRINCIPAL, RECREO, True),
        (RECREO, PRINCIPAL, f"{RECREO}:8000", True),
        (RECREO, PRINCIPAL, RECREO.upper(), True),
        (RECREO, PRINCIPAL, PRINCIPAL, False),
        (f"{RECREO}:8000", PRINCIPAL, f"{RECREO}:8000", True),
        (f"{RECREO}:8000", PRINCIPAL, f"{RECREO}:9000", False),
        (PRINCIPAL, PRINCIPAL, PRINCIPAL, False),
    ],
)
def test_la_portada_de_cada_anfitrion_es_lo_suyo(
    client: Client, db: None, settings: Any, recreo: str, principal: str, pedido: str, al_recreo: bool
) -> None:
    settings.ANFITRION_RECREO, settings.ANFITRION_PRINCIPAL = recreo, principal
    respuesta = client.get("/", headers={"host": pedido})
    assert (respuesta.get("Location") == "/recreo/") is al_recreo
    assert respuesta.status_code in ((302,) if al_recreo else (200, 404))


@pytest.mark.parametrize(
    ("pedido", "https", "base_recreo", "base_principal"),
    [
        (PRINCIPAL, False, f"http://{RECREO}", ""),
        (PRINCIPAL, True, f"https://{RECREO}", ""),
        (RECREO, True, "", f"https://{PRINCIPAL}"),
        ("otro.mx", True, f"https://{RECREO}", f"https://{PRINCIPAL}"),
    ],
)
@DOS
def test_los_enlaces_al_otro_anfitrion_son_absolutos(
    pedido: str, https: bool, base_recreo: str, base_principal: str
) -> None:
    peticion = RequestFactory().get("/", headers={"host": pedido}, secure=https)
    datos = comun(peticion)
    assert (datos["base_recreo"], datos["base_principal"]) == (base_recreo, base_principal)


def test_sin_anfitriones_los_enlaces_son_relativos() -> None:
    datos = comun(RequestFactory().get("/"))
    assert (datos["base_recreo"], datos["base_principal"], datos["en_anfitrion_recreo"]) == ("", "", False)


@DOS
@pytest.mark.parametrize(
    ("siguiente", "va_a"),
    [
        (f"http://{RECREO}/recreo/7/", f"http://{RECREO}/recreo/7/"),
        (f"http://{RECREO}.malo.mx/", "/enlinea/"),
        (f"http://malo.mx@{RECREO[:5]}/", "/enlinea/"),
        ("", "/enlinea/"),
    ],
)
def test_tras_entrar_se_puede_ir_al_otro_anfitrion_pero_no_fuera(db: None, siguiente: str, va_a: str) -> None:
    assert entrar(Client(headers={"host": PRINCIPAL}), "ana@club.mx", next=siguiente)["Location"] == va_a


@DOS
def test_en_el_anfitrion_del_recreo_se_entra_al_recreo(db: None) -> None:
    assert entrar(Client(headers={"host": RECREO}), "ana@club.mx")["Location"] == "/recreo/"


PRODUCCION = override_settings(SESSION_COOKIE_SECURE=True, SECURE_SSL_REDIRECT=True)


@PRODUCCION
def test_en_produccion_http_va_a_https_sin_que_el_navegador_lo_recuerde(client: Client) -> None:
    respuesta = client.get("/entrar/")
    assert respuesta["Location"] == "https://testserver/entrar/"
    assert respuesta["Cache-Control"] == "no-store"


@PRODUCCION
def test_un_proxy_que_no_avisa_de_https_no_da_vueltas_sin_fin(client: Client) -> None:
    """Cada vuelta vuelve a llegar como http: a la cuarta se explica."""
    for _n in range(VUELTAS):
        assert client.get("/entrar/").status_code == 301
    respuesta = client.get("/entrar/")
    assert respuesta.status_code == 503
    assert "X-Forwarded-Proto" in respuesta.content.decode()


@PRODUCCION
@override_settings(SECURE_SSL_REDIRECT=False)
def test_produccion_sobre_http_explica_en_vez_de_perder_la_sesion(client: Client, db: None) -> None:
    assert client.post("/entrar/", {"correo": "ana@club.mx"}).status_code == 503


@PRODUCCION
def test_en_https_todo_sigue_igual(client: Client) -> None:
    assert client.get("/entrar/", secure=True).status_code == 200
