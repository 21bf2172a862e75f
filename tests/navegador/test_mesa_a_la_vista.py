"""Lo que la mesa enseña sin pedirlo y los sonidos que sólo suenan si se piden (EL3)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase, Modo
from tests.navegador.letra import con_las_dos_letras
from tests.navegador.mesa_buscar import Mirar, buscar, texto, turno_de
from tests.navegador.mesa_falsa import NOMBRES, MesaFalsa

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.navegador

# Chromium sin altavoz tampoco falla: se cuentan los tonos que se piden
CUENTA_TONOS = """() => {
  window.tonos = 0;
  const parametro = { value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  const tono = () => ({ frequency: parametro, gain: parametro, connect() {}, stop() {}, start() { window.tonos++; } });
  window.AudioContext = function () {
    return { state: 'running', currentTime: 0, resume() {}, createOscillator: tono, createGain: tono };
  };
}"""


def segunda_mano(asiento: int) -> Callable[[Mesa], bool]:
    base = turno_de(asiento, jugadas=4)

    def cierto(e: Mesa) -> bool:
        return len(e.cuentas) == 1 and bool(sum(e.tantos)) and base(e)

    return cierto


def test_quien_salio_cuantas_quedan_y_el_marcador_hasta_la_mano_anterior(mirar: Mirar) -> None:
    mesa = buscar(segunda_mano(0))
    mano, pagina = mesa.estado.mano, mirar(mesa)
    assert mano is not None
    salio = "Saliste tú" if mano.salidor == 0 else f"Salió {NOMBRES[mano.salidor]}"
    assert texto(pagina, "[data-salio]") == salio
    for asiento, lugar in ((3, "izquierda"), (2, "pareja"), (1, "derecha")):
        quedan = mano.manos[asiento].bit_count()
        jugador = pagina.locator(f".jugador--{lugar} .quedan")
        assert jugador.locator("b").inner_text() == str(quedan)
        assert jugador.locator(".solo-lector").text_content() == ("1 ficha" if quedan == 1 else f"{quedan} fichas")
    # lo de esta mano no suma hasta que acabe
    nos, ellos = (texto(pagina, f"[data-marcador-{de}]") for de in ("nos", "ellos"))
    assert [nos, ellos] == [str(t) for t in mesa.estado.tantos]
    mesa.jugar_hasta(lambda e: e.fase is not Fase.JUGANDO)
    mesa.difundir()
    despues = [str(min(t, 100)) for t in mesa.estado.tantos]
    pagina.wait_for_function(
        "(d) => ['nos', 'ellos'].every((de, i) => document.querySelector(`[data-marcador-${de}]`).innerText === d[i])",
        arg=despues,
    )


def test_sin_pedirlos_no_hay_sonidos_y_al_pedirlos_suena_cada_jugada(mirar: Mirar) -> None:
    mesa = buscar(turno_de(3, jugadas=3))
    pagina = mirar(mesa)
    pagina.evaluate(CUENTA_TONOS)

    def jugada() -> int:
        mesa.tirar()
        pagina.wait_for_function("(n) => AmigosMesa.vista.version >= n", arg=mesa.estado.num)
        return int(pagina.evaluate("window.tonos"))

    assert jugada() == 0
    pagina.locator("[data-abre=mas]").click()
    pagina.locator("[data-ajuste=sonido]").check()
    oidos = int(pagina.evaluate("window.tonos"))
    assert oidos > 0, "al activarlos se oye una muestra"
    assert jugada() > oidos
    # el gusto se recuerda en este aparato
    pagina.reload()
    pagina.wait_for_function("() => window.AmigosMesa && AmigosMesa.vista")
    assert pagina.evaluate("AmigosAjustes.es('sonido')") is True


@con_las_dos_letras
@pytest.mark.parametrize("ancho", [360, 320])
def test_en_la_cabecera_la_senal_no_ocupa_un_renglon_para_ella_sola(mirar: Mirar, ancho: int) -> None:
    mesa = MesaFalsa(modo=Modo.SIN_PRISA)
    mesa.comenzar()
    pagina = mirar(mesa, ancho=ancho)
    assert texto(pagina, "[data-donde]") == "Mano 1 · a 100 · Sin prisa"
    alto, renglones, junto = pagina.evaluate("""() => {
      const donde = [...document.querySelector('[data-donde]').getClientRects()], ultimo = donde[donde.length - 1];
      const senal = document.querySelector('[data-conexion-icono]').getBoundingClientRect();
      return [document.querySelector('.juego__alto').offsetHeight, donde.length, senal.top < ultimo.bottom];
    }""")
    assert junto and renglones <= 2 and alto <= 66


@con_las_dos_letras
def test_lo_deslizado_no_asoma_entre_la_accion_y_lo_de_abajo(mirar: Mirar) -> None:
    pagina = mirar(buscar(lambda e: e.fase is Fase.FIN_DE_MANO))
    pagina.mouse.wheel(0, 150)
    accion, abajo = (
        pagina.evaluate("""() => [document.querySelector('[data-cubre] .barra').getBoundingClientRect().bottom,
      document.querySelector('.fondo').getBoundingClientRect().top]""")
    )
    assert abs(abajo - accion) < 1


@con_las_dos_letras
def test_acostado_y_con_consejo_lo_de_abajo_cabe_entero(mirar: Mirar) -> None:
    mesa = MesaFalsa(modo=Modo.PRACTICA)
    mesa.comenzar()
    pagina = mirar(mesa)
    pagina.set_viewport_size({"width": 740, "height": 360})
    assert pagina.locator("[data-guia]").is_visible()
    for boton in pagina.locator(".fondo__b").all():
        caja = boton.bounding_box()
        assert caja is not None and caja["height"] >= 48 and caja["y"] + caja["height"] <= 361


@con_las_dos_letras
def test_en_el_telefono_el_consejo_espera_a_que_se_cierre_el_panel(mirar: Mirar) -> None:
    """Con los dos a la vista, la mano quedaba debajo de la barra."""
    mesa = MesaFalsa(modo=Modo.PRACTICA)
    mesa.comenzar()
    pagina = mirar(mesa)
    consejo, charla = pagina.locator("[data-guia]"), pagina.locator('.fondo__b[data-abre="charla"]')
    assert consejo.is_visible()
    charla.click()
    consejo.wait_for(state="hidden")
    assert pagina.evaluate("""() => document.querySelector('[data-mano]').getBoundingClientRect().bottom <=
      document.querySelector('.fondo').getBoundingClientRect().top + 1""")
    charla.click()
    consejo.wait_for()


PALABRA = "Supercalifragilisticoespialidoso" * 2
MEDIDAS = ((1280, 800), (1024, 768), (1366, 768), (800, 1280), (360, 740))


def caben(pagina: "Page") -> None:
    for ancho, alto in MEDIDAS:
        pagina.set_viewport_size({"width": ancho, "height": alto})
        mide, cabecera, donde, mano = pagina.evaluate("""() => {
          const caja = (que) => document.querySelector(que).getBoundingClientRect();
          return [document.documentElement.scrollWidth, caja('.juego__alto').height, caja('.juego__donde').width,
            caja('[data-mano]').bottom];
        }""")
        assert mide <= ancho and cabecera <= 70 and donde >= 150, (ancho, mide, cabecera, donde)
        assert mano <= alto, f"la mano se corta en {ancho}x{alto}"


@con_las_dos_letras
@pytest.mark.parametrize("nombre", ["Doña Guadalupe de los Ángeles Hernández de la Torre y Gómez.", PALABRA[:60]])
def test_con_nombres_de_60_letras_la_mano_y_el_marcador_caben(mirar: Mirar, nombre: str) -> None:
    mesa = buscar(turno_de(0))
    mesa.nombres = ("Mari", nombre, nombre, nombre)
    pagina = mirar(mesa, ancho=1280)
    caben(pagina)
    # lo que sólo se oye no alarga la página
    assert pagina.evaluate("document.documentElement.scrollHeight") == MEDIDAS[-1][1]
    # recortado se lee entero al posarse en él, y lo oye quien usa lector
    assert pagina.locator("[data-nombres-nos]").get_attribute("title") == f"Mari y {nombre}"
    assert texto(pagina, "[data-nombres-nos]") == f"Mari y {nombre}"


@con_las_dos_letras
def test_con_nombres_de_60_letras_la_votacion_y_ver_la_mesa_caben(mirar: Mirar) -> None:
    mesa = buscar(lambda e: e.fase is Fase.FIN_DE_PARTIDA)
    mesa.nombres = (PALABRA[:60],) * 4
    pagina = mirar(mesa, ancho=1280)
    caben(pagina)
    pagina.get_by_role("button", name="Ver la mesa").click()
    caben(pagina)


@con_las_dos_letras
def test_en_el_telefono_el_nombre_que_no_cabe_no_se_parte_a_media_palabra(mirar: Mirar) -> None:
    mesa = buscar(turno_de(0))
    mesa.nombres = ("Mari", "Guadalupe Hernández", "Supercalifragilístico", "Beto")
    renglones = (
        mirar(mesa)
        .locator(".jugador__nombre")
        .evaluate_all("""(ns) => ns.map((n) => {
      const r = document.createRange();
      r.setStart(n.firstChild, 0);
      r.setEnd(n.firstChild, n.textContent.split(' ')[0].length);
      return [...new Set([...r.getClientRects()].map((c) => Math.round(c.top)))].length;
    })""")
    )
    assert renglones == [1, 1, 1]
