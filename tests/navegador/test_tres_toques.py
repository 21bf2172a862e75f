"""Una mano en tres toques desde la mesa, como promete la portada (RE4, D310): se cuentan, y uno de más es una falla."""

import re

import pytest

from tests.navegador.telefono import PACIENCIA, Fabrica, Telefono
from tests.navegador.vocabulario import arma, empieza, marcador_leido, queda_anotada

pytestmark = pytest.mark.navegador

NOMBRES = ("Olga", "Pepe", "Quique", "Rita")

# además de los toques, lo que la página tarda en responder a cada uno: hasta el cuadro en que ya se ve
CUENTA = """() => {
  window.toques = [];
  window.esperas = [];
  document.addEventListener('pointerdown', (e) => {
    window.toques.push(e.target.textContent.trim());
    window.desde = performance.now();
  }, true);
  document.addEventListener('click', () => {
    const desde = window.desde;
    requestAnimationFrame(() => setTimeout(() => window.esperas.push(performance.now() - desde)));
  });
}"""
LISTA = """() => new Promise((listo) => {
  const forma = document.getElementById('la-mano');
  const ver = () => (forma.getAttribute('aria-busy') === null ? listo(performance.now() - window.desde)
    : requestAnimationFrame(ver));
  ver();
})"""
"""Milisegundos del último toque a que se puede escribir la mano que sigue."""

DICHO = """() => {
  window.hablado = [];
  window.speechSynthesis.cancel = () => {};
  window.speechSynthesis.speak = (d) => window.hablado.push(d.text);
}"""

PENSAR, LLEVAR, TOCAR = 1.35, 1.1, 0.1
"""Segundos de una persona según el modelo de toques de Card, Moran y Newell (KLM, 1980): M, P y B. Se piensa una vez
antes de las cifras, que son una sola cosa, y otra antes del botón; se lleva el dedo y se toca cada vez."""


def segundos_de_persona(toques: int) -> float:
    return 2 * PENSAR + toques * (LLEVAR + TOCAR)


def test_una_mano_de_dos_cifras_son_tres_toques_y_la_siguiente_queda_lista(telefono: Fabrica) -> None:
    olga = telefono("Olga")
    recreo = arma(olga, "organiza33@prueba.mx", NOMBRES)
    empieza(recreo)
    olga.abrir(recreo.ruta("mesa/"))
    for clave in ("anoto-yo", "ya-estan", "lugar-1"):
        olga.clave(clave)
    olga.esperar_ruta("/anotar/")  # al saberse quién sale, el teléfono que anota ya está en la pantalla de anotar
    # lo que tarda en oír a quien la orden acaba de traer: menos de lo que se piensa antes de las cifras
    olga.pagina.wait_for_function("() => !document.body.hasAttribute('data-avisa-sorda')")
    olga.pagina.evaluate(CUENTA)
    olga.pagina.evaluate(DICHO)
    cargas, esperas = olga.cargas, []
    for mano, (cifras, boton, marcador) in enumerate(
        (("35", "Dominada +35 para Olga y Pepe", ["35", "0"]), ("7", "Cierre +7 para Quique y Rita", ["35", "7"])), 1
    ):
        esperas.append(una_mano(olga, mano, cifras, boton))
        toques = olga.pagina.evaluate("window.toques")
        assert marcador_leido(olga) == marcador
        olga.ver(f"Anotar mano {mano + 1}", dentro="header")
        assert olga.pagina.locator("#cuantos").input_value() == ""
        assert segundos_de_persona(len(toques)) <= 6.5
    # lo que tarda la página se cronometra; la mejor de las dos, que la máquina la comparten otras pruebas
    assert segundos_de_persona(3) + min(esperas) <= 8, esperas
    assert olga.cargas == cargas, "guardar no carga otra página"
    olga.ver(re.compile(r"Mesa 1 · sale Pepe"), dentro="header")
    assert olga.pagina.evaluate("window.hablado") == [], "el marcador hablado está apagado mientras nadie lo pida"
    empate_y_hablado(olga)
    sin_bajar(olga)
    olga.pagina.evaluate(CUENTA)
    with pytest.raises(AssertionError, match=r"^Mano 4: 4 toques"):  # la cuenta ve el toque de más
        una_mano(olga, 4, "20", "Dominada +20 para Olga y Pepe", se_equivoca=True)
    corrige_sin_borrar(olga)
    desde_la_mesa(olga, recreo.ruta("mesa/"))
    la_segunda_tardia(olga, recreo.ruta("mesa/"))


def desde_la_mesa(t: Telefono, mesa: str) -> None:
    """Entre dos manos se mira la mesa: también de ahí son tres toques, y el de la barra no escoge pareja (D748)."""
    t.abrir(mesa)
    cifras = t.pagina.locator(".mano-ya__cifras button")
    for boton in cifras.all():
        caja = boton.bounding_box()
        assert caja["height"] >= 48 and caja["y"] + caja["height"] <= 740, caja
    toques = 0
    for cifra in "12":
        cifras.get_by_text(cifra, exact=True).tap()
        toques += 1
    t.esperar_ruta("/anotar/.*tantos=12")
    t.pagina.locator("[data-anotar]:not([data-sorda])").wait_for()
    assert t.pagina.locator("#cuantos").input_value() == "12"
    t.pagina.get_by_role("button", name="Dominada +12 para Quique y Rita").tap()
    toques += 1
    queda_anotada(t)
    assert toques == 3
    assert marcador_leido(t) == ["66", "19"]
    deshace_con_doble_toque(t, mesa)


def deshace_con_doble_toque(t: Telefono, mesa: str) -> None:
    """«Devolverla» sale donde estaba «Deshacer»: el segundo toque no es para ella (D851)."""
    t.abrir(mesa)
    boton = t.pagina.locator("[data-reciente] [data-clave=deshacer]")
    boton.wait_for()
    t.pagina.wait_for_function("() => !document.querySelector('[data-reposando]')")
    caja = boton.bounding_box()
    donde = caja["x"] + caja["width"] / 2, caja["y"] + caja["height"] / 2
    t.pagina.touchscreen.tap(*donde)
    t.ver(re.compile(r"^Mano \d+ borrada"))
    t.pagina.touchscreen.tap(*donde)
    assert t.pagina.locator("[data-reciente] form[aria-busy]").count() == 0
    assert "Devolverla" in t.texto("[data-reciente]")


def la_segunda_tardia(t: Telefono, mesa: str) -> None:
    """La cifra que cae cuando la pantalla ya cambió se escribe, y no guarda lo que hay debajo del dedo (D849)."""
    t.abrir(mesa)
    cifras = t.pagina.locator(".mano-ya__cifras button")
    donde = cifras.get_by_text("8", exact=True).bounding_box()
    cifras.get_by_text("1", exact=True).tap()
    t.esperar_ruta("/anotar/.*tantos=1&de=mesa")
    t.pagina.touchscreen.tap(donde["x"] + donde["width"] / 2, donde["y"] + donde["height"] / 2)
    t.pagina.wait_for_function("() => document.getElementById('cuantos').value === '18'")
    t.pagina.locator("[data-anotar]:not([data-sorda])").wait_for()
    t.pagina.get_by_role("button", name="Dominada +18 para Quique y Rita").tap()
    queda_anotada(t)
    assert marcador_leido(t) == ["66", "25"]  # sin los 12, que se deshicieron


def una_mano(t: Telefono, mano: int, cifras: str, boton: str, se_equivoca: bool = False) -> float:
    """Las cifras y el botón, y los segundos que la página hizo esperar en total.

    Si `se_equivoca`, una cifra de más que borra y, en lugar de dos, sólo la primera.
    """
    t.pagina.evaluate("window.toques.length = window.esperas.length = 0")
    for cifra in cifras:
        t.pagina.locator(f'[data-cifra="{cifra}"]').tap()
    if se_equivoca:
        t.pagina.locator("[data-borrar]").tap()
        boton = boton.replace(cifras, cifras[:-1])
    t.pagina.get_by_role("button", name=boton).tap()
    lista = t.pagina.evaluate(LISTA)
    queda_anotada(t)
    toques = t.pagina.evaluate("window.toques")
    assert len(toques) <= 3, f"Mano {mano}: {len(toques)} toques, {toques}"
    return float(sum(t.pagina.evaluate("window.esperas")[: len(toques) - 1]) + lista) / 1000


def corrige_sin_borrar(t: Telefono) -> None:
    """La primera cifra sustituye a lo que decía, y lo que deshace dice a qué vuelve (D743)."""
    t.abrir(t.pagina.locator('[data-clave="corregir-ultima"]').get_attribute("href") or "")
    assert t.pagina.locator("#cuantos").input_value() == "2"
    for cifra in "31":
        t.pagina.locator(f'[data-cifra="{cifra}"]').tap()
    t.pagina.get_by_role("button", name="Dominada +31 para Olga y Pepe").tap()
    t.ver(re.compile("^Volver a 2"))


def empate_y_hablado(t: Telefono) -> None:
    """Prende la voz, anota un empate en dos toques y oye el marcador; el aparato lo recuerda."""
    t.tocar(re.compile("^Decir el marcador en voz alta"))
    t.pagina.evaluate("window.toques.length = window.hablado.length = 0")
    t.pagina.locator("#empate > summary").tap()
    t.pagina.locator("#e-nose").tap()
    queda_anotada(t)
    assert len(t.pagina.evaluate("window.toques")) == 2
    # con la cola, la mano ya se ve y lo que se oye llega con la respuesta
    t.pagina.wait_for_function("() => window.hablado.length > 0", timeout=PACIENCIA)
    dicho = t.pagina.evaluate("window.hablado")
    assert dicho == ["Mano 3 guardada: nadie suma. Van 35 a 7. Sale Rita."]
    t.pagina.reload()
    assert t.pagina.locator("[data-hablado]").get_attribute("aria-pressed") == "true"


def sin_bajar(t: Telefono) -> None:
    """A 360×740 los botones de las dos parejas se alcanzan sin desplazar."""
    t.pagina.evaluate("window.scrollTo(0, 0)")
    for boton in t.pagina.locator(".para__b").all():
        caja = boton.bounding_box()
        assert caja["y"] + caja["height"] <= 740, caja
        assert caja["height"] >= 48
