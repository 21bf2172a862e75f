"""La política de la página de pagar, en un Chromium de verdad: de ahí se llega a quien cobra, y de otra no (D428)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings as ajustes
from django.test import Client

from suscripciones.models import Cuenta
from suscripciones.pasarelas import de_stripe
from tests.suscripciones.de_mentira import FIRMA, StripeDeMentira

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]
DE_STRIPE = "https://checkout.stripe.com/"
Historia = Callable[["Page"], None]


@pytest.fixture
def contar(live_server, monkeypatch, settings, opciones_chromium: dict[str, Any]) -> Callable[[Historia], None]:
    """Corre una historia con una sesión abierta, en un servidor de este proceso y con Stripe de mentira.

    El navegador va en otro hilo: su lazo, en el de la prueba, no dejaría tocar la base.
    """
    settings.STRIPE_CLAVE, settings.STRIPE_FIRMA, settings.ALLOWED_HOSTS = "sk_test_x", FIRMA, ["*"]
    doble = StripeDeMentira()
    monkeypatch.setattr(de_stripe, "cliente_http", lambda: doble)
    entrada = Client()
    entrada.force_login(Cuenta.objects.create_user("ana@club.mx"), backend="django.contrib.auth.backends.ModelBackend")
    nombre = ajustes.SESSION_COOKIE_NAME
    galleta: Any = {"name": nombre, "value": entrada.cookies[nombre].value, "url": live_server.url}

    def correr(historia: Historia) -> None:
        from playwright.sync_api import sync_playwright

        with sync_playwright() as motor, motor.chromium.launch(**opciones_chromium) as navegador:
            contexto = navegador.new_context(viewport={"width": 360, "height": 740}, base_url=live_server.url)
            contexto.add_cookies([galleta])
            historia(contexto.new_page())

    def en_otro_hilo(historia: Historia) -> None:
        with ThreadPoolExecutor(1) as hilo:
            hilo.submit(correr, historia).result(90)

    return en_otro_hilo


def test_pagar_llega_a_quien_cobra(contar: Callable[[Historia], None]) -> None:
    def historia(pagina: "Page") -> None:
        dichos: list[str] = []
        pagina.on("console", lambda dicho: dichos.append(dicho.text))
        pagina.goto("/pagar/anual/")
        pagina.locator(".elige").first.click()
        # una redirección no se puede contestar aquí: basta con que el navegador vaya, y no lo niegue la política
        with pagina.expect_request(lambda pedido: pedido.url.startswith(DE_STRIPE)):
            pagina.get_by_role("button", name="Seguir al pago").click()
        pagina.wait_for_timeout(500)
        assert not [dicho for dicho in dichos if "form-action" in dicho]

    contar(historia)


def test_desde_otra_pagina_el_navegador_no_deja(contar: Callable[[Historia], None]) -> None:
    def historia(pagina: "Page") -> None:
        pagina.goto("/cuenta/pagos/")
        with pagina.expect_console_message(lambda dicho: "form-action" in dicho.text):
            pagina.evaluate(
                "() => { const f = document.createElement('form'); f.method = 'post';"
                " f.action = 'https://checkout.stripe.com/x'; document.body.appendChild(f); f.submit(); }"
            )
        assert pagina.url.endswith("/cuenta/pagos/")

    contar(historia)
