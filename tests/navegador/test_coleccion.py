"""Un ejercicio de la casa en un teléfono chico y con teclas: la mesa, el porqué y los valores caben juntos (D594)."""

import re
from typing import TYPE_CHECKING

import pytest

from enlinea.academia.consultas.coleccion import DeLaCasa, coleccion, de_muestra
from tests.navegador.casa import Casa
from tests.navegador.telefono import CHICO, Fabrica, Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.navegador

ENCIMA_DE_LA_BARRA = """() => {
  const barra = document.querySelector('.barra').getBoundingClientRect().top;
  return ['.ac-tapete', '#co-dictamen', '.co-dictamen p', '.co-dictamen .ac-vale'].every((cual) => {
    const caja = document.querySelector(cual).getBoundingClientRect();
    return caja.top >= 0 && caja.height > 20 && caja.bottom <= barra;
  });
}"""
"""Sin deslizar la página: lo jugado, si era, por qué y cuánto valía cada una."""


def con_teclas(t: Telefono, valor: str) -> None:
    """Se llega al botón con el tabulador y se oprime con la barra."""
    boton = t.pagina.locator(f"button[name=jugada][value='{valor}']")
    t.pagina.locator("#contenido").focus()
    for _vez in range(40):
        t.pagina.keyboard.press("Tab")
        if boton.evaluate("(uno) => uno === document.activeElement"):
            break
    else:
        raise AssertionError(f"no se llega a {valor} con teclas")
    t.pagina.keyboard.press("Space")


def test_se_resuelve_con_teclas_y_todo_cabe_en_un_telefono_chico(casa: Casa, navegador: "Browser") -> None:
    fabrica = Fabrica(navegador, casa)
    t = fabrica("Quien prueba", pantalla=CHICO, reduced_motion="reduce")
    uno = next(iter(de_muestra().values()))
    mala = next((f, e) for f, e, _v in uno.opciones if (f, e) != uno.mejor)
    t.abrir("/probar/ejercicios/")
    t.tocar("Empezar")
    t.ver("Tu turno: ¿qué tiras?")
    con_teclas(t, f"{mala[0]}.{mala[1]}")
    t.ver("Había una mejor")
    assert t.pagina.evaluate(ENCIMA_DE_LA_BARRA), t.retrato()
    t.tocar("Intentarlo otra vez")
    con_teclas(t, f"{uno.mejor[0]}.{uno.mejor[1]}")
    t.ver("¡Esa era!")
    assert t.pagina.evaluate(ENCIMA_DE_LA_BARRA), t.retrato()
    t.tocar("Siguiente ejercicio")
    t.ver("Tu turno: ¿qué tiras?")
    t.abrir("/probar/ejercicios/")
    t.ver(f"Llevas 1 de {len(de_muestra())}")
    fabrica.cerrar(comprobar=True)


def tarda_en_explicarse(uno: DeLaCasa) -> int:
    return len(uno.opciones)


@pytest.mark.noche
def test_los_de_mas_opciones_tambien_caben(casa: Casa, navegador: "Browser") -> None:
    fabrica = Fabrica(navegador, casa)
    t = fabrica("Mari", pantalla=CHICO, reduced_motion="reduce")
    t.entrar("organiza25@prueba.mx")
    for uno in sorted(coleccion().values(), key=tarda_en_explicarse)[-12:]:
        t.abrir(f"/enlinea/academia/casa/{uno.clave}/")
        t.pagina.locator(".ac-opciones button").first.click()
        t.ver(re.compile("¡Esa era!|Había una mejor"))
        assert t.pagina.evaluate(ENCIMA_DE_LA_BARRA), (uno.clave, t.retrato())
    fabrica.cerrar(comprobar=True)
