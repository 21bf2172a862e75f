"""Sólo con teclado: anotar y confirmar con Tab, Enter y números; el foco se ve y lo vivo no lo pierde."""

import re

import pytest

from tests.navegador.telefono import GRANDE, Fabrica, Telefono
from tests.navegador.vocabulario import (
    Mano,
    anota,
    arma,
    empieza,
    enlace_de_invitacion,
    entra,
    prepara,
    queda_anotada,
    vuelve_a_la_mesa,
)

pytestmark = pytest.mark.navegador

NOMBRES = ("Wendy", "Xavi", "Yola", "Zoe")
FOCO_VISIBLE = """() => {
  const n = document.activeElement, e = getComputedStyle(n);
  return n !== document.body &&
    (parseFloat(e.outlineWidth) >= 2 && e.outlineStyle !== 'none' || e.boxShadow !== 'none');
}"""


def hasta(t: Telefono, letrero: str, atras: bool = False) -> None:
    """Tabula hasta el control que dice eso; en el camino el foco siempre se ve."""
    for _vez in range(60):
        t.pagina.keyboard.press("Shift+Tab" if atras else "Tab")
        dicho = t.pagina.evaluate(
            "((n) => n === document.body ? '' : (n.innerText || n.name || '').trim())(document.activeElement)"
        )
        if dicho:
            assert t.pagina.evaluate(FOCO_VISIBLE), f"No se ve el foco en «{dicho}»"
        if re.match(letrero, " ".join(dicho.split())):
            return
    raise AssertionError(f"Con Tab no se llega a «{letrero}»: {t.texto('main')}")


def test_anotar_y_confirmar_solo_con_teclado(telefono: Fabrica) -> None:
    wendy = telefono("Wendy", pantalla=GRANDE)
    recreo = arma(wendy, "organiza18@prueba.mx", NOMBRES)
    empieza(recreo)
    wendy.abrir(recreo.ruta("mesa/"))
    for letrero in ("Anoto yo", "Ya están los cuatro", "Yola"):
        hasta(wendy, letrero)
        wendy.pagina.keyboard.press("Enter")
        wendy.pagina.wait_for_timeout(700)
    wendy.esperar_ruta("/anotar/")
    for tantos in ("60", "45"):
        wendy.pagina.keyboard.type(f"{tantos}9")
        wendy.pagina.keyboard.press("Backspace")
        hasta(wendy, f"Dominada \\+{tantos} para Wendy y Xavi")
        wendy.pagina.keyboard.press("Enter")
        queda_anotada(wendy)
    assert wendy.pagina.locator(".marcador__num").first.inner_text() == "100"
    hasta(wendy, "Confirmar")
    wendy.pagina.keyboard.press("Enter")
    wendy.boton(re.compile("^Cerrar la mesa 1")).wait_for()


def test_lo_vivo_no_mueve_el_foco_ni_cierra_lo_abierto(telefono: Fabrica) -> None:
    wendy, xavi = telefono("Wendy", pantalla=GRANDE), telefono("Xavi")
    recreo = arma(wendy, "organiza19@prueba.mx", NOMBRES)
    entra(recreo, 2, xavi, enlace_de_invitacion(recreo))
    empieza(recreo)
    prepara(recreo, xavi, 1)
    wendy.abrir(recreo.ruta("tablero/"))
    wendy.desplegar("mas-mesa-1")
    hasta(wendy, "Suspender por tiempo")
    anota(recreo, xavi, 1, 1, Mano.de("D0:33"))
    wendy.ver("33")
    assert wendy.pagina.locator("#mas-mesa-1").get_attribute("open") is not None
    assert wendy.pagina.evaluate("document.activeElement.innerText.trim()") == "Suspender por tiempo"
    assert wendy.pagina.evaluate(FOCO_VISIBLE)
    # en la mesa, con la llamada a medio escribir
    vuelve_a_la_mesa(xavi)
    xavi.desplegar("mas-mesa", "llamar")
    xavi.pagina.locator("#llamar-texto").press_sequentially("ven po")
    wendy.abrir(recreo.ruta("mesa/"))
    anota(recreo, wendy, 1, 1, Mano.de("D1:20"))
    xavi.ver("20")
    assert xavi.pagina.locator("#llamar-texto").input_value() == "ven po"
    assert xavi.pagina.evaluate("document.activeElement.id") == "llamar-texto"
    xavi.pagina.keyboard.type("r favor")
    assert xavi.pagina.locator("#llamar-texto").input_value() == "ven por favor"
