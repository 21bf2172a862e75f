"""Una partida entera sin ratón ni dedo: sólo Tab, flechas y Enter, y el foco siempre se ve y nunca se pierde (EL4)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from reglas.mano import legales
from reglas.mesa import ordenes as o
from reglas.mesa.tipos import Fase
from reglas.tipos import Meta
from tests.navegador.mesa_buscar import Mirar, ordenes
from tests.navegador.mesa_falsa import MesaFalsa
from tests.navegador.test_teclado import FOCO_VISIBLE

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.navegador

ENFOCADO = """(que) => { const n = document.activeElement; return !!n && n.matches(que); }"""
DONDE = "(() => { const n = document.activeElement; return n.outerHTML.slice(0, 200); })()"
OYE_LO_SUYO = "() => /Tiraste|Saliste/.test(document.querySelector('[data-voz]').textContent)"
TABULACIONES = 60
SEMILLA = 22
LA_PARTIDA = 99


def tabula_hasta(pagina: "Page", que: str) -> None:
    """Con Tab, hasta ese control; en el camino el foco se ve."""
    for _vez in range(TABULACIONES):
        if pagina.evaluate(ENFOCADO, que):
            assert pagina.evaluate(FOCO_VISIBLE), f"No se ve el foco en «{que}»"
            return
        pagina.keyboard.press("Tab")
    raise AssertionError(f"Con Tab no se llega a «{que}»: {pagina.evaluate(DONDE)}")


def preferida(opciones: Sequence[tuple[int, int]]) -> int:
    """La primera que quepa en ambos lados, o la primera que quepa."""
    fichas = [ficha for ficha, _extremo in opciones]
    return next((ficha for ficha in fichas if fichas.count(ficha) > 1), fichas[0])


def tira(pagina: "Page", mesa: MesaFalsa) -> bool:
    """Con las flechas hasta la ficha, Enter y, si cabe en ambos lados, el segundo. Cierto si se eligió lado."""
    assert mesa.estado.mano is not None
    opciones = legales(mesa.estado.mano)
    ficha = preferida(opciones)
    num = mesa.estado.num
    tabula_hasta(pagina, ".mano__ficha")
    lugares = pagina.evaluate("[...document.querySelectorAll('.mano__ficha')].map((b) => +b.dataset.ficha)")
    va = pagina.evaluate("+document.activeElement.dataset.ficha")
    pasos = lugares.index(ficha) - lugares.index(va)
    for _paso in range(abs(pasos)):
        pagina.keyboard.press("ArrowRight" if pasos > 0 else "ArrowLeft")
    assert pagina.evaluate(ENFOCADO, f".mano__ficha[data-ficha='{ficha}']")
    pagina.keyboard.press("Enter")
    dos_lados = len({extremo for f, extremo in opciones if f == ficha}) > 1
    if dos_lados:
        pagina.locator("[data-extremo]").first.wait_for()
        tabula_hasta(pagina, "[data-extremo]")
        pagina.keyboard.press("Tab")
        assert pagina.evaluate(ENFOCADO, "[data-extremo]"), pagina.evaluate(DONDE)
        pagina.keyboard.press("Enter")
    pagina.wait_for_function("(n) => AmigosMesa.vista.version > n", arg=num)
    assert mesa.recibidos[-1]["datos"]["ficha"] == ficha
    return dos_lados


@pytest.mark.noche
@pytest.mark.parametrize("manos", [1, pytest.param(LA_PARTIDA, marks=pytest.mark.timeout(300))])
def test_una_partida_entera_con_el_teclado(mirar: Mirar, manos: int) -> None:
    """De día, la primera mano y luego, jugando los demás por ella, hasta el voto; de noche, todas."""
    # con los cuatro números ya dados, la primera mano es siempre la misma, y en ella hay que elegir lado
    mesa = MesaFalsa(Meta.CIEN, semilla=SEMILLA)
    for asiento in range(4):
        mesa.pedir(o.DarNonce(asiento, "00" * 16))
    pagina = mirar(mesa, ancho=1280)
    pagina.locator("[data-comenzar]").wait_for()
    tabula_hasta(pagina, "[data-comenzar]")
    pagina.keyboard.press("Enter")
    pagina.wait_for_function("() => AmigosMesa.vista.datos.fase >= 2")
    mesa.avanzar(3_100)
    preguntadas = tiradas = 0
    while mesa.estado.fase is not Fase.FIN_DE_PARTIDA:
        pagina.wait_for_function("(n) => AmigosMesa.vista.version === n", arg=mesa.estado.num)
        mano = mesa.estado.mano
        if mesa.estado.fase is Fase.FIN_DE_MANO:
            pagina.locator("[data-seguir]").wait_for()
            tabula_hasta(pagina, "[data-seguir]")
            pagina.keyboard.press("Enter")
            pagina.wait_for_function("() => AmigosMesa.vista.datos.listos & 1 || AmigosMesa.vista.datos.fase !== 4")
            mesa.avanzar(16_000)
        elif mano is not None and mano.turno == 0 and legales(mano) and len(mesa.estado.cuentas) < manos:
            preguntadas += tira(pagina, mesa)
            tiradas += 1
            if mesa.estado.fase is Fase.JUGANDO:
                pagina.wait_for_function(OYE_LO_SUYO)
        else:
            mesa.tirar(mesa.azar.randrange(50))
    assert tiradas == len(ordenes(mesa, "tirar")) > 4 and preguntadas > 1
    pagina.wait_for_function("() => AmigosMesa.vista.datos.fase === 5")
    pagina.locator("[data-voto='revancha']").wait_for()
    tabula_hasta(pagina, "[data-voto='revancha']")
    pagina.keyboard.press("Enter")
    pagina.wait_for_function("() => AmigosMesa.vista.datos.votos[0] === 'revancha'")
