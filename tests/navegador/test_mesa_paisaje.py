"""En cada fase y en cinco aparatos, lo que se oprime está a la vista, entero y sin nada encima (EL3, EL6)."""

from typing import TYPE_CHECKING

import pytest

from reglas.mesa.tipos import Fase
from tests.navegador.mesa_buscar import Mirar, buscar, turno_de
from tests.navegador.mesa_escenas import ESCENAS, MEDIDAS, poner, quien_mira
from tests.navegador.mesa_falsa import MesaFalsa

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.navegador

ACCIONES = (
    "[data-salir], [data-comenzar], [data-seguir], [data-voto], [data-ir-sala], [data-cubre-pie] .boton, .fondo__b, "
    ".mano__ficha, .mano__lado, .mano__cancelar, .guia__botones .boton, .jugador, .juego__marc > span, "
    ".tablero__hueco, [data-reloj]"
)
# de cada cosa visible: ¿se sale de la pantalla?, ¿hay otra encima de su centro o de sus orillas? (la pregunta de qué
# lado tapa a propósito, en el teléfono parado, los botones de abajo, y nunca la mano, las puntas ni el reloj: D825)
FALTAS = """(que) => [...document.querySelectorAll(que)].filter((n) => n.getClientRects().length).flatMap((n) => {
  const r = (n.querySelector('.tablero__borde') || n).getBoundingClientRect();
  const pregunta = document.querySelector('.mano__pregunta:not([hidden])');
  const dice = n.getAttribute('class') + ' ' + (n.textContent || '').trim().slice(0, 20);
  if (r.top < -1 || r.left < -1 || r.bottom > innerHeight + 1 || r.right > innerWidth + 1) {
    return [dice + ' fuera: ' + [r.left, r.top, r.right, r.bottom].map(Math.round)];
  }
  if (pregunta && !pregunta.contains(n) && n.closest('.fondo')) { return []; }
  const x = r.left + r.width / 2;
  return [r.top + 6, r.top + r.height / 2, r.bottom - 6].some((y) => {
    const de = document.elementFromPoint(x, y);
    return !de || !(n.contains(de) || de.contains(n));
  }) ? [dice + ' tapado'] : [];
})"""


def faltas(pagina: "Page") -> dict[str, list[str]]:
    """Por medida, lo que no está a la vista."""
    todas = {}
    for ancho, alto in MEDIDAS:
        pagina.set_viewport_size({"width": ancho, "height": alto})
        pagina.evaluate("() => new Promise((listo) => requestAnimationFrame(() => requestAnimationFrame(listo)))")
        if malas := pagina.evaluate(FALTAS, ACCIONES):
            todas[f"{ancho}x{alto}"] = malas
    return todas


@pytest.mark.parametrize("escena", ESCENAS)
def test_en_cada_fase_lo_que_se_oprime_esta_a_la_vista(escena: str, mirar: Mirar) -> None:
    pagina = mirar(ESCENAS[escena](), quien_mira(escena))
    poner(escena, pagina)
    assert faltas(pagina) == {}


TAPADAS = """() => [...document.querySelectorAll('.mano__ficha, .tablero__fichas > [data-ficha], [data-turno-quien]')]
  .filter((n) => n.getClientRects().length).filter((n) => {
    const r = n.getBoundingClientRect(), de = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    return !de || !(n.contains(de) || n.closest('svg.tablero') && de.closest('.tapete'));
  }).map((n) => n.getAttribute('class') + ' ' + n.getAttribute('data-ficha'))"""
"""De la mano, la cadena y a quién le toca, lo que tiene algo encima."""


@pytest.mark.parametrize("escena", ["mi turno", "fin de mano", "fin de partida"])
def test_lo_que_se_abre_no_empuja_la_mano_ni_la_accion_ni_tapa_la_cadena(escena: str, mirar: Mirar) -> None:
    """«Más» y «?» llevaban la mano a y=1584 en cualquier escritorio, y acostado tapaban las puntas (D829)."""
    pagina = mirar(ESCENAS[escena](), quien_mira(escena))
    for panel in ("mas", "palos", "charla", "manos"):
        pagina.set_viewport_size({"width": 360, "height": 740})
        pagina.locator(f"[data-abre={panel}]").click()
        for ancho, alto in MEDIDAS:
            pagina.set_viewport_size({"width": ancho, "height": alto})
            fuera = pagina.evaluate("""() => [...document.querySelectorAll(
              '.mano__ficha, [data-seguir], .panel--abierto, .fondo__b')].filter((n) => {
              if (!n.getClientRects().length) { return false; }
              const r = n.getBoundingClientRect();
              return r.top < -1 || r.bottom > innerHeight + 1 && !n.closest('.juego__lado .panel') ||
                n.matches('.panel--abierto') && r.top > innerHeight - 90;
            }).map((n) => n.className)""")
            assert not fuera, (panel, ancho, alto, fuera)
            pagina.evaluate("() => new Promise((listo) => requestAnimationFrame(() => requestAnimationFrame(listo)))")
            assert pagina.evaluate(TAPADAS) == [], (panel, ancho, alto)


def test_los_avisos_no_tapan_la_cadena(mirar: Mirar) -> None:
    """Tapaban sus puntas, que es lo que se mira para tirar."""
    pagina = mirar(buscar(turno_de(0, jugadas=9)))
    for aviso in ("Tarjeta amarilla para Beto: lleva 2.", "No hay situación de cierre: Guadalupe se tardó."):
        pagina.evaluate("(t) => AmigosJugadores.avisar(t)", aviso)
    for ancho, alto in MEDIDAS:
        pagina.set_viewport_size({"width": ancho, "height": alto})
        abajo, pano = pagina.evaluate("""() => [Math.max(...[...document.querySelectorAll('.paso')]
          .map((n) => n.getBoundingClientRect().bottom)),
          document.querySelector('.tapete').getBoundingClientRect().top]""")
        assert 0 < abajo <= pano, (ancho, alto, abajo, pano)


def test_en_el_escritorio_los_demas_rodean_el_pano(mirar: Mirar) -> None:
    pagina = mirar(buscar(turno_de(0)), ancho=1280)
    lugares = ("izquierda", "pareja", "derecha")
    izquierda, pareja, derecha = (pagina.locator(f".jugador--{x}").bounding_box() for x in lugares)
    pano = pagina.locator(".tapete").bounding_box()
    assert izquierda and pareja and derecha and pano
    assert izquierda["x"] + izquierda["width"] <= pano["x"] and pano["x"] + pano["width"] <= derecha["x"]
    assert pareja["y"] + pareja["height"] <= pano["y"] < izquierda["y"]


def test_con_el_telefono_acostado_la_ficha_mide_24(mirar: Mirar) -> None:
    """Con la mano llena de la más larga que sale al azar."""
    pagina = mirar(buscar(lambda e: e.fase is Fase.JUGANDO and e.mano is not None and len(e.mano.cadena) >= 3 * 20))
    pagina.set_viewport_size({"width": 740, "height": 360})
    medida = pagina.evaluate(
        "() => { const r = document.querySelector('[data-tablero]').getBoundingClientRect(); "
        "return [r.width, r.height]; }"
    )
    assert medida[0] >= 660 and medida[1] >= 228, medida
    escala = pagina.evaluate("""() => { const d = AmigosMesa.vista.datos, r = document.querySelector('[data-tablero]')
      .getBoundingClientRect(); return AmigosCadena.trazar(AmigosMesa.ternas(d.cadena),
      { ancho: r.width, alto: r.height, salidor: d.salidor, volteada: AmigosMesa.volteada() }).escala; }""")
    assert escala * 56 >= 24


def test_el_resultado_va_siempre_nosotros_y_luego_ellos(mirar: Mirar) -> None:
    mesa: MesaFalsa = ESCENAS["fin de partida"]()
    for persona in (0, 1):
        pagina = mirar(mesa, persona)
        juntos = pagina.locator(".resultado__p").all_inner_texts()
        mia = mesa.estado.ocupantes.index(persona) & 1
        assert [t.split()[0] for t in juntos] == ["Nosotros", "Ellos"]
        assert [min(100, mesa.estado.tantos[p]) for p in (mia, 1 - mia)] == [int(t.split()[1]) for t in juntos]
        enlace = pagina.get_by_role("link", name="Repasarla en la Academia")
        assert enlace.get_attribute("href") == "/enlinea/academia/" and enlace.get_attribute("target") == "_blank"


DONDE = "() => [...document.querySelectorAll('.tablero__fichas > g')].map((n) => n.getAttribute('transform'))"
TAPA = """() => {
  const [a, b] = ['.mano__tirar', '[data-turno-sub]'].map((n) => document.querySelector(n).getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""
PIE = """() => [...document.querySelectorAll('[data-cubre-pie] .boton')].map((n) => {
  const r = n.getBoundingClientRect();
  return r.left > innerWidth / 2 && r.top >= 0 && r.bottom <= innerHeight;
})"""


def test_al_preguntar_la_cadena_no_se_mueve_y_tirar_no_tapa_las_terminales(mirar: Mirar) -> None:
    """D863, D864."""
    pagina = mirar(ESCENAS["de qué lado"]())
    pagina.set_viewport_size({"width": 1024, "height": 768})
    pagina.locator(".mano__ficha--cabe").first.click()
    assert pagina.locator(".mano__tirar").is_visible() and not pagina.evaluate(TAPA)
    pagina.keyboard.press("Escape")
    pagina.set_viewport_size({"width": 740, "height": 360})
    pagina.evaluate("() => new Promise((listo) => requestAnimationFrame(() => requestAnimationFrame(listo)))")
    antes = pagina.evaluate(DONDE)
    poner("de qué lado", pagina)
    pagina.evaluate("() => new Promise((listo) => requestAnimationFrame(() => requestAnimationFrame(listo)))")
    assert pagina.evaluate(DONDE) == antes


def test_sin_votacion_el_final_acostado_va_como_entre_manos(mirar: Mirar) -> None:
    """D859: abajo y apilado, «Crear cuenta» quedaba cortado."""
    mesa = ESCENAS["fin de mano"]()
    pagina = mirar(mesa)
    pagina.set_viewport_size({"width": 740, "height": 360})
    pagina.evaluate("() => { AmigosMesa.mesa.despues = { otra: '/', cuenta: '/', juegos: '/', partida: '/' }; }")
    mesa.jugar_hasta(lambda e: e.fase is Fase.FIN_DE_PARTIDA, 4_000)
    pagina.locator("[data-otra-mano]").wait_for()
    dentro = pagina.evaluate(PIE)
    assert len(dentro) > 1 and all(dentro)
