"""La pregunta de los avisos, al acabar la primera partida, y su interruptor en la Sala (D785, D786).

El servicio de push y su trabajador van fingidos en la página: lo demás es el guion de verdad.
"""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from config.comun import push
from reglas.mesa.tipos import Fase
from tests.config.servidor import RAIZ
from tests.navegador.casa import Casa, base_sembrada
from tests.navegador.mesa_buscar import Mirar, buscar, turno_de
from tests.navegador.revisiones import revisar
from tests.navegador.telefono import Fabrica

pytestmark = pytest.mark.navegador

FINGIDO = """
window.apuntados = [];
window.permiso = sessionStorage.getItem('permiso') || 'default';
window.Notification = { get permission() { return window.permiso; }, requestPermission() {
  window.pedidos = (window.pedidos || 0) + 1;
  window.permiso = 'granted';
  sessionStorage.setItem('permiso', 'granted');
  return Promise.resolve('granted');
} };
const suya = { endpoint: 'https://fcm.googleapis.com/fcm/send/x', unsubscribe() { return Promise.resolve(true); },
  toJSON() { return { endpoint: this.endpoint, keys: { p256dh: 'B'.repeat(80), auth: 's'.repeat(20) } }; } };
const dada = () => Promise.resolve(suya);
const registro = { active: {}, pushManager: { subscribe: dada, getSubscription: dada } };
Object.defineProperty(window, 'PushManager', { value: function () {} });
Object.defineProperty(navigator, 'serviceWorker', { value: {
  register(que, donde) { window.apuntados.push([que, donde.scope]); return Promise.resolve(registro); },
  getRegistration: () => Promise.resolve(registro), ready: Promise.resolve(registro),
} });
"""


@pytest.fixture(autouse=True)
def con_llave(settings: Any) -> Iterator[None]:
    settings.PUSH_LLAVE = push.llave_nueva()
    yield


def al_final() -> Any:
    return buscar(lambda e: e.fase is Fase.FIN_DE_PARTIDA)


def abierta(mirar: Mirar, mesa: Any, **mas: Any) -> Page:
    pagina = mirar(mesa, antes=FINGIDO, **mas)
    pagina.wait_for_function("() => document.documentElement.className.indexOf('con-push') >= 0")
    return pagina


def pregunta(pagina: Page) -> Any:
    return pagina.locator("[data-telefono-pregunta]")


def test_se_pregunta_al_acabar_la_partida_y_contestada_ya_no(mirar: Mirar) -> None:
    pagina = abierta(mirar, al_final())
    expect(pregunta(pagina)).to_be_visible()
    assert not revisar(SimpleNamespace(pagina=pagina)), "axe, letra y toques"
    assert pagina.evaluate("Amigos.recuerdo('enlinea-push-')") is None, "abajo, sin verse: todavía no se pregunta"
    pregunta(pagina).scroll_into_view_if_needed()
    pagina.wait_for_function("() => Amigos.recuerdo('enlinea-push-') === 'vista 7/1'")
    pagina.reload()
    pagina.evaluate("AmigosRepeticion.terminar()")
    expect(pregunta(pagina)).to_be_visible(), "sin contestar, en esa misma pantalla sigue"
    with pagina.expect_request("**/enlinea/telefono/apuntar/") as pedida:
        pregunta(pagina).get_by_role("button", name="Sí").click()
    assert "direccion=https%3A%2F%2Ffcm.googleapis.com" in (pedida.value.post_data or "")
    assert pagina.evaluate("[window.pedidos, window.apuntados]") == [1, [["/enlinea/trabajador.js", "/enlinea/"]]]
    expect(pregunta(pagina)).to_be_hidden()
    pagina.wait_for_function("() => Amigos.recuerdo('enlinea-push-') === 'si'")
    pagina.reload()
    pagina.evaluate("AmigosRepeticion.terminar()")
    pagina.wait_for_function("() => document.body.getAttribute('data-escena') === 'final'")
    expect(pregunta(pagina)).to_be_hidden()


def test_en_la_mano_no_se_pregunta_nunca_ni_a_quien_dijo_que_no(mirar: Mirar) -> None:
    pagina = abierta(mirar, buscar(turno_de(0)))
    expect(pregunta(pagina)).to_be_hidden()
    assert pagina.evaluate("!window.pedidos && Amigos.recuerdo('enlinea-push-') === null")
    final = abierta(mirar, al_final())
    pregunta(final).get_by_role("button", name="No", exact=True).click()
    final.reload()
    final.evaluate("AmigosRepeticion.terminar()")
    final.wait_for_function("() => document.body.getAttribute('data-escena') === 'final'")
    expect(pregunta(final)).to_be_hidden()
    assert final.evaluate("!window.pedidos")


TRABAJADOR = """(guion) => {
  const oye = {}, paso = [];
  const ventana = (a, visibilityState, focused) => ({ url: 'https://casa.mx' + a, visibilityState, focused,
    focus() { paso.push(['enfoca', a]); } });
  const self = { AVISOS: { raiz: '/enlinea/', nombre: 'Dominó' }, addEventListener(que, hacer) { oye[que] = hacer; },
    registration: { showNotification(t, o) { paso.push(['enseña', t, o.data.camino]); } },
    clients: { matchAll: () => Promise.resolve(self.ventanas), openWindow(a) { paso.push(['abre', a]); } } };
  new Function('self', guion)(self);
  const llega = (ventanas, datos) => new Promise((bien) => {
    self.ventanas = ventanas;
    oye.push({ data: { json: () => datos }, waitUntil: (p) => p.then(bien) });
  });
  const toca = (camino) => new Promise((bien) => {
    oye.notificationclick({ notification: { close() {}, data: { camino } }, waitUntil: (p) => p.then(bien) });
  });
  return llega([ventana('/enlinea/', 'visible', true)], { t: 'a', u: '/enlinea/' })
    .then(() => llega([ventana('/enlinea/', 'visible', false)], { t: 'b', u: '/enlinea/mesa/7/' }))
    .then(() => llega([ventana('/enlinea/', 'hidden', false)], { t: 'c', u: 'https://malo.mx/' }))
    .then(() => toca('/enlinea/')).then(() => toca('/enlinea/mesa/7/')).then(() => toca('//malo.mx/'))
    .then(() => paso);
}"""


def test_el_trabajador_calla_con_la_pagina_delante_y_solo_lleva_a_lo_suyo(navegador: Browser) -> None:
    guion = (RAIZ / "static/js/comun/trabajador_avisos.js").read_text(encoding="utf-8")
    pagina = navegador.new_page()
    paso = pagina.evaluate(TRABAJADOR, guion)
    pagina.close()
    assert paso == [
        ["enseña", "b", "/enlinea/mesa/7/"], ["enseña", "c", "/enlinea/"],
        ["enfoca", "/enlinea/"], ["abre", "/enlinea/mesa/7/"], ["enfoca", "/enlinea/"],
    ]  # fmt: skip


def test_el_interruptor_dice_si_y_no_y_se_apunta_y_se_quita(
    navegador: Browser, carpeta_de_bases: Path, tmp_path: Path
) -> None:
    casa = Casa(tmp_path / "casa", base_sembrada(carpeta_de_bases), PUSH_LLAVE=push.llave_nueva())
    fabrica = Fabrica(navegador, casa)
    try:
        t = fabrica("Ana")
        t.pagina.add_init_script(FINGIDO)
        t.llegar("organiza68@prueba.mx", siguiente="/enlinea/")
        t.ver("En vivo")
        t.pagina.locator("#sala-mas summary").tap()
        t.pagina.locator("#ir-telefono").tap()
        t.esperar_ruta("/enlinea/telefono/$")
        boton = t.pagina.get_by_role("switch", name="Avisarme")
        expect(boton).to_have_attribute("aria-checked", "false")
        assert revisar(t) == []
        boton.tap()
        expect(boton).to_have_attribute("aria-checked", "true")
        with t.pagina.expect_request("**/enlinea/telefono/quitar/"):
            boton.tap()
        expect(boton).to_have_attribute("aria-checked", "false")
        t.tranquilo()
    finally:
        fabrica.cerrar(comprobar=False)
        casa.desmontar()
