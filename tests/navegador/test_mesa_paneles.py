"""Lo que se abre abajo en el teléfono deja la mano entera y «Te toca» a la vista; «Atrás» lo cierra (D804, D809)."""

import pytest

from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase
from reglas.reglamento import reglamento_de_texto
from tests.navegador.mesa_buscar import Mirar, texto
from tests.navegador.test_mesa_otros import A_LA_VISTA, TAPADA, buscar, me_toca_robar

pytestmark = pytest.mark.navegador
FUERA = """() => Math.max(document.documentElement.scrollHeight - innerHeight,
  -document.querySelector('[data-turno]').getBoundingClientRect().top)"""
"""Cuántos px crece la página o sube el renglón del turno fuera de la pantalla."""
HASTA_EL_FONDO = """() => {
  const lado = document.querySelector('.juego__lado');
  document.querySelectorAll('#panel-mas details').forEach((n) => { n.open = true; });
  lado.scrollTop = 5000;
  return lado.scrollTop > 300;
}"""
TRES_RENGLONES = """() => {
  const nota = document.querySelector('[data-reloj-nota]');
  nota.hidden = false;
  nota.textContent = 'Sólo hay una jugada. Mira primero tus fichas, que luego corren los tres segundos. '.repeat(2);
}"""


def me_toca(e: Mesa) -> bool:
    mano = e.mano
    return e.fase is Fase.JUGANDO and mano is not None and mano.turno == 0 < e.reloj and len(mano.cadena) > 6


def test_las_figuras_y_mas_dejan_la_mano_entera_y_el_turno(mirar: Mirar) -> None:
    pagina = mirar(buscar(reglamento_de_texto("musica-2-0-7"), me_toca))
    assert pagina.locator("[data-guia]").is_visible()
    for cual in ("figuras", "mas", "manos"):
        pagina.locator(f"[data-abre={cual}]").click()
        pagina.evaluate(TRES_RENGLONES)
        assert pagina.evaluate(TAPADA) <= 0 and pagina.evaluate(FUERA) <= 0, cual
        assert (pagina.locator(f"#panel-{cual}").bounding_box() or {})["height"] > 90, cual
    # «Más», en la computadora sin deslizar y en el teléfono poco; lo que se usa menos va plegado en su grupo (D827)
    pagina.locator("[data-abre=mas]").click()
    for ancho, alto, cabe in ((360, 740, 640), (1024, 768, 640)):
        pagina.set_viewport_size({"width": ancho, "height": alto})
        assert pagina.locator("#panel-mas").evaluate("(n) => n.scrollHeight") <= cabe, ancho
    assert pagina.locator("#panel-mas").evaluate("(n) => n.getBoundingClientRect().bottom") <= 768
    # todo abierto y hasta el fondo, con qué cerrarlo sigue a la vista (D862)
    assert pagina.evaluate(HASTA_EL_FONDO) and pagina.locator("[data-abre=mas]").evaluate(A_LA_VISTA)
    pagina.set_viewport_size({"width": 360, "height": 740})
    pagina.locator("[data-abre=figuras]").click()
    potencias = pagina.locator(".elige", has_text="Potencias")
    potencias.scroll_into_view_if_needed()
    antes = (potencias.bounding_box() or {})["y"]
    potencias.click()
    assert abs((potencias.bounding_box() or {})["y"] - antes) < 2, "se queda bajo el dedo"
    assert pagina.evaluate(TAPADA) <= 0 and pagina.evaluate(FUERA) <= 0
    assert "su cara vale 0; su potencia, 2⁰ = 1" in texto(pagina, "[data-equivale]")


def test_atras_cierra_lo_abierto_y_no_sale_de_la_mesa(mirar: Mirar) -> None:
    pagina = mirar(buscar(reglamento_de_texto("federacion-2-0-7"), me_toca_robar))
    aqui, renglones = pagina.url, pagina.evaluate("history.length")
    pagina.locator("[data-abre=manos]").click()
    pagina.locator("[data-abre=mas]").click()
    pagina.go_back()
    pagina.locator("#panel-mas").wait_for(state="hidden")
    assert pagina.url == aqui and pagina.locator("[data-turno]").is_visible()
    # cerrado con su botón no deja un «Atrás» que no haga nada
    pagina.locator("[data-abre=palos]").click()
    pagina.locator("[data-abre=palos]").click()
    pagina.wait_for_function("() => !(history.state && history.state.panel)")
    assert pagina.evaluate("history.length") == renglones + 1
    assert pagina.locator(".panel--abierto").count() == 0
