"""Una mano en tres toques desde la mesa, como promete la portada (RE4, D310): se cuentan, y uno de más es una falla."""

import re

import pytest

from tests.navegador.telefono import Fabrica, Telefono
from tests.navegador.vocabulario import arma, empieza, marcador_leido, queda_anotada

pytestmark = pytest.mark.navegador

NOMBRES = ("Olga", "Pepe", "Quique", "Rita")

CUENTA = """() => {
  window.toques = [];
  document.addEventListener('pointerdown', (e) => window.toques.push(e.target.textContent.trim()), true);
}"""

DICHO = """() => {
  window.hablado = [];
  window.speechSynthesis.cancel = () => {};
  window.speechSynthesis.speak = (d) => window.hablado.push(d.text);
}"""

LECTOR = {"leer": 1.6, "tocar": 0.9}
"""Segundos de alguien que nunca ha visto la pantalla: leer cada cosa nueva y llevar el dedo a ella. Se suman, no se
cronometran: la prueba no depende de lo que tarde la máquina."""


def test_una_mano_de_dos_cifras_son_tres_toques_y_la_siguiente_queda_lista(telefono: Fabrica) -> None:
    olga = telefono("Olga")
    recreo = arma(olga, "organiza33@prueba.mx", NOMBRES)
    empieza(recreo)
    olga.abrir(recreo.ruta("mesa/"))
    for clave in ("anoto-yo", "ya-estan", "lugar-1"):
        olga.clave(clave)
    olga.esperar_ruta("/anotar/")  # al saberse quién sale, el teléfono que anota ya está en la pantalla de anotar
    olga.pagina.evaluate(CUENTA)
    olga.pagina.evaluate(DICHO)
    cargas = olga.cargas
    for mano, (cifras, boton, marcador) in enumerate(
        (("35", "Dominada +35 para Olga y Pepe", ["35", "0"]), ("7", "Cierre +7 para Quique y Rita", ["35", "7"])), 1
    ):
        olga.pagina.evaluate("window.toques.length = 0")
        for cifra in cifras:
            olga.pagina.locator(f'[data-cifra="{cifra}"]').tap()
        olga.pagina.get_by_role("button", name=boton).tap()
        queda_anotada(olga)
        toques = olga.pagina.evaluate("window.toques")
        assert len(toques) == len(cifras) + 1 <= 3, f"Mano {mano}: {toques}"
        assert marcador_leido(olga) == marcador
        olga.ver(f"Anotar mano {mano + 1}", dentro="header")
        assert olga.pagina.locator("#cuantos").input_value() == ""
        # lee la pregunta y el botón; toca cada cifra y el botón
        assert 2 * LECTOR["leer"] + len(toques) * LECTOR["tocar"] <= 8
    assert olga.cargas == cargas, "guardar no carga otra página"
    olga.ver(re.compile(r"Mesa 1 · sale Pepe"), dentro="header")
    assert olga.pagina.evaluate("window.hablado") == [], "el marcador hablado está apagado mientras nadie lo pida"
    empate_y_hablado(olga)
    sin_bajar(olga)


def empate_y_hablado(t: Telefono) -> None:
    """Prende la voz, anota un empate en dos toques y oye el marcador; el aparato lo recuerda."""
    t.tocar(re.compile("^Decir el marcador en voz alta"))
    t.pagina.evaluate("window.toques.length = 0; window.hablado.length = 0")
    t.pagina.locator("#empate > summary").tap()
    t.pagina.locator("#e-nose").tap()
    queda_anotada(t)
    assert len(t.pagina.evaluate("window.toques")) == 2
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
