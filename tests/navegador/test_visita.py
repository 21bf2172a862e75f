"""Quien llega sin cuenta, en un teléfono chico: de la portada a tirar su primera ficha en un toque (D483)."""

import re
import time
from typing import TYPE_CHECKING

import pytest

from tests.navegador.casa import Casa
from tests.navegador.telefono import Fabrica, Telefono
from tests.navegador.test_practica import CABE, LADO

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.navegador

CHICA = {"width": 360, "height": 740}
UN_MINUTO = 60

TOQUE_TARDIO = """() => {
  const c = document.querySelector('[data-cubre]');
  new MutationObserver(() => {
    const b = c.querySelector('[data-seguir]');
    if (!b || window.sordo !== undefined) return;
    window.sordo = !b.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
  }).observe(c, { attributes: true, attributeFilter: ['data-avisa-sorda'] });
}"""
"""Al aparecer «Otra mano», un toque que iba para una ficha: si se desobedece, `sordo` es cierto."""
PAUSAS = """(cual) => {
  document.querySelector(`[data-entre=ritmo][value='${cual}']`).click();
  const v = (turno, opciones) => ({ datos: { fase: 3, turno, cadena: [1, 0, 0] }, yo: { asiento: 0, opciones } });
  return [v(2), v(0, []), v(0, [[1, 1]])].map((antes) => AmigosRitmo.pausa(antes, v(3)));
}"""
"""Lo que se deja ver a un automático, el pase propio y la tirada propia."""


def juega(t: Telefono, plazo: float) -> None:
    """Tira lo primero que quepa hasta que la mano acaba."""
    from playwright.sync_api import TimeoutError

    limite = time.monotonic() + plazo
    otra = t.pagina.locator("[data-seguir], [data-otra-mano]")
    while not otra.is_visible():
        assert time.monotonic() < limite, t.retrato()
        for cual in (LADO, CABE):
            ficha = t.pagina.locator(cual).locator("visible=true").first
            if ficha.count():
                try:
                    ficha.tap(timeout=1_500)
                except TimeoutError:
                    break  # la mesa cambió entretanto
                break
        t.pagina.wait_for_timeout(60)


def test_de_la_portada_a_tirar_en_un_toque_y_una_mano_entera(casa: Casa, navegador: "Browser") -> None:
    fabrica = Fabrica(navegador, casa)
    t = fabrica("Quien llega", pantalla=CHICA)
    t.abrir("/")
    boton = t.pagina.get_by_role("link", name="Jugar una mano ahora")
    caja = boton.bounding_box()
    # sin deslizar la página, y con un solo toque
    assert caja is not None and caja["y"] + caja["height"] <= CHICA["height"]
    desde = time.monotonic()
    boton.tap()
    t.pagina.locator(CABE).first.wait_for(timeout=30_000)
    assert time.monotonic() - desde < UN_MINUTO
    # al recargar sigue donde iba
    fichas = t.pagina.locator(".mano__ficha").count()
    t.pagina.reload()
    t.pagina.locator(CABE).first.wait_for(timeout=30_000)
    assert t.pagina.locator(".mano__ficha").count() == fichas
    # el paso se escoge y se guarda: el de siempre lo sigue cualquiera, y el pase propio se queda más (D734)
    (uno, pase, propia), despacio = (t.pagina.evaluate(PAUSAS, cual) for cual in ("", "despacio"))
    assert 1_600 <= uno <= 2_200 < pase and propia == 0 and despacio[0] > uno
    assert t.pagina.evaluate(PAUSAS, "rapido")[0] < uno
    assert '"ritmo":"rapido"' in t.pagina.evaluate("localStorage.getItem('amigos-mesa-ajustes')")
    t.pagina.evaluate(TOQUE_TARDIO)
    juega(t, 120)
    assert t.pagina.evaluate("window.sordo") is True
    t.ver("Es de prueba: no se guarda ni cuenta.")
    t.ver(re.compile("domin(ó|aste)|cerr(ó|aste)", re.IGNORECASE), "[data-cubre]")
    # el reparto se comprueba con lo que este navegador puso
    t.tocar("Comprobar el reparto")
    t.pagina.locator(".pasos-reparto .bien").first.wait_for()
    assert t.pagina.locator(".pasos-reparto .mal").count() == 0
    assert t.pagina.get_by_role("link", name="Crear cuenta").get_attribute("href") == "/cuenta/signup/"
    # se habla de «ustedes» y no de «Tú», y el regreso a los tantos queda a la vista (D736)
    assert not re.search(r"\bTú (dominó|cerró)|a Tú\b", t.texto("[data-cubre]"))
    t.tocar("Ver la mesa")
    caja = t.pagina.get_by_role("button", name="Ver los tantos").bounding_box()
    assert caja is not None and caja["y"] + caja["height"] <= CHICA["height"]
    t.tocar("Ver los tantos")
    # la mano que sigue es la 2 de la misma partida (D735)
    t.tocar("Otra mano")
    t.pagina.locator(".mano__ficha").nth(5).wait_for(timeout=30_000)
    t.ver(re.compile("Mano.2"), "[data-donde]")
    # y al recargar siguen ahí las manos jugadas
    t.pagina.reload()
    t.pagina.locator(".mano__ficha").nth(5).wait_for(timeout=30_000)
    assert "mano 1" in (t.pagina.locator("[data-manos]").text_content() or "")
    t.pagina.get_by_role("button", name="Salir de la mesa").first.tap()
    t.tocar("Sí, salir")
    t.esperar_ruta("/$")
    fabrica.cerrar(comprobar=True)


@pytest.mark.noche
def test_la_partida_de_la_casa_se_repite_y_se_ve_como_seguia(casa: Casa, navegador: "Browser") -> None:
    fabrica = Fabrica(navegador, casa)
    t = fabrica("Quien mira", pantalla=CHICA)
    t.abrir("/")
    t.pagina.get_by_role("link", name="Mira una partida analizada").tap()
    t.ver(re.compile("Error grave"), "[data-analiza]")
    t.pagina.get_by_role("button", name="Ver cómo seguía la mejor").tap()
    t.ver(re.compile("simula", re.I), "[data-marca]")
    t.pagina.locator("[data-mano='1']").tap()
    t.pagina.locator("[data-ir-a='adelante']").tap()
    fabrica.cerrar(comprobar=True)
