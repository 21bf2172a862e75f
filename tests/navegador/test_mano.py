"""La mano propia (EL4): toque, ratón, teclado y arrastre tiran; lo que no se puede, avisa; nada cambia de sitio."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from reglas.fichas import FICHAS
from tests.navegador import revisiones
from tests.navegador.mesa_de_muestra import Mesa, abrir

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

pytestmark = pytest.mark.navegador

# sale 6-3 (21); A: 6-6 (27); B: 3-0 (3): terminales 6 arriba y 0 abajo
CADENA = [[21, 0, 0], [27, 1, 1], [3, 2, 2]]
SEIS_CERO, SEIS_UNO, CERO_UNO, TRES_CINCO, MULA_UNOS, CINCO_SEIS, CERO_DOS = 6, 12, 1, 20, 7, 26, 2
SIETE = [SEIS_CERO, SEIS_UNO, CERO_UNO, TRES_CINCO, MULA_UNOS, CINCO_SEIS, CERO_DOS]
OPCIONES = [[SEIS_CERO, 1], [SEIS_CERO, 2], [SEIS_UNO, 1], [CERO_UNO, 2], [CINCO_SEIS, 1], [CERO_DOS, 2]]

Abre = Callable[..., Mesa]


@pytest.fixture
def abre(navegador: "Browser") -> Iterator[Abre]:
    """Abre la muestra con la cadena y siete fichas en turno; al final, sin quejas."""
    abiertas: list[Mesa] = []

    def nueva(*medida: int, **contexto: Any) -> Mesa:
        mesa = abrir(navegador, *medida, **contexto)
        mesa.mano(SIETE, OPCIONES)
        mesa.pinta(CADENA)
        mesa.mano(SIETE, OPCIONES)
        abiertas.append(mesa)
        return mesa

    yield nueva
    for mesa in abiertas:
        mesa.pagina.context.close()
        assert not mesa.quejas


def test_con_un_toque_se_tira_y_otro_toque_no_tira_dos(abre: Abre) -> None:
    mesa = abre(has_touch=True)
    mesa.ficha(SEIS_UNO).tap()
    mesa.ficha(CERO_UNO).tap()
    assert mesa.tiradas == [[SEIS_UNO, 1]]
    # al repintar se puede otra vez
    mesa.mano([f for f in SIETE if f != SEIS_UNO], OPCIONES)
    mesa.ficha(CERO_UNO).tap()
    assert mesa.tiradas == [[SEIS_UNO, 1], [CERO_UNO, 2]]


def test_con_raton_un_clic_elige_y_el_segundo_tira(abre: Abre) -> None:
    mesa = abre(1280, 800)
    mesa.ficha(SEIS_UNO).click()
    assert mesa.tiradas == []
    assert mesa.pagina.locator(".tablero__hueco").count() == 1
    mesa.ficha(CERO_UNO).click()
    assert mesa.tiradas == []
    mesa.ficha(CERO_UNO).click()
    assert mesa.tiradas == [[CERO_UNO, 2]]


def test_con_raton_doble_clic_y_el_boton_tirar(abre: Abre) -> None:
    mesa = abre(1280, 800)
    mesa.ficha(SEIS_UNO).dblclick()
    assert mesa.tiradas == [[SEIS_UNO, 1]]
    mesa.mano(SIETE, OPCIONES)
    mesa.ficha(SIETE[-1]).click()
    mesa.pagina.get_by_role("button", name="Tirar blanca dos").click()
    assert mesa.tiradas[-1] == [CERO_DOS, 2]


def test_tocar_el_hueco_del_tablero_tira_la_elegida(abre: Abre) -> None:
    mesa = abre(1280, 800)
    mesa.ficha(SEIS_CERO).click()
    assert mesa.pagina.locator(".tablero__hueco").count() == 2
    mesa.pagina.locator(".tablero__hueco").nth(1).click()
    assert mesa.tiradas == [[SEIS_CERO, 2]]


def test_con_confirmar_el_toque_y_enter_piden_otro(abre: Abre) -> None:
    mesa = abre(has_touch=True)
    mesa.dile("Muestra.confirmar = true")
    mesa.ficha(SEIS_UNO).tap()
    assert mesa.tiradas == []
    mesa.pagina.locator(".mano__tirar").tap()
    assert mesa.tiradas == [[SEIS_UNO, 1]]
    mesa.mano(SIETE, OPCIONES)
    mesa.ficha(CERO_UNO).focus()
    mesa.pagina.keyboard.press("Enter")
    assert len(mesa.tiradas) == 1
    mesa.pagina.keyboard.press("Enter")
    assert mesa.tiradas[1:] == [[CERO_UNO, 2]]


def test_solo_con_teclado_tab_elige_y_enter_tira(abre: Abre) -> None:
    mesa = abre()
    mesa.pagina.keyboard.press("Tab")
    mesa.pagina.keyboard.press("Tab")
    assert mesa.dile("document.activeElement.getAttribute('data-ficha')") == str(SEIS_UNO)
    assert mesa.pagina.locator(".tablero__hueco").count() == 1, "enfocada, enseña dónde caería"
    mesa.pagina.keyboard.press("ArrowRight")
    mesa.pagina.keyboard.press("Enter")
    assert mesa.tiradas == [[CERO_UNO, 2]]
    # la que se va le pasa el foco a la de junto, no a la página
    mesa.mano([f for f in SIETE if f != CERO_UNO], None, en_turno=False)
    assert mesa.dile("document.activeElement.getAttribute('data-ficha')") == str(TRES_CINCO)


def test_fuera_de_turno_y_sin_cabida_avisan_y_no_tiran(abre: Abre) -> None:
    mesa = abre(has_touch=True)
    mesa.ficha(TRES_CINCO).tap()
    assert "mano__ficha--nocabe" in (mesa.ficha(TRES_CINCO).get_attribute("class") or "").split()
    mesa.mano(SIETE, None, en_turno=False)
    mesa.ficha(SEIS_UNO).tap()
    assert mesa.avisos == [["no_tiene_cabida", TRES_CINCO], ["no_es_tu_turno", SEIS_UNO]]
    assert mesa.tiradas == []


HUECOS = """() => [...document.querySelectorAll('.mano__lado')].map((b) => {
  const t = Muestra.tablero.terminales(), punta = b.getAttribute('data-extremo') === '1' ? t.A : t.B;
  return [b.querySelector('strong').textContent, punta.x, punta.y, punta.rumbo]; })"""


def test_cada_lado_se_nombra_por_donde_se_ve(abre: Abre) -> None:
    """Con vueltas, la cadena de arriba acaba donde sea: el botón dice dónde quedó de verdad (D742)."""
    mesa, dichas = abre(), set()
    for n in range(1, 40):
        cadena = mesa.dile("(n) => Cadenas.alAzar(n, 0.5, 0.2).slice(0, 2 + n % 19)", n)
        mesa.pinta(cadena)
        a, b = mesa.dile("[Muestra.tablero.terminales().A.palo, Muestra.tablero.terminales().B.palo]")
        ficha = FICHAS.index((min(a, b), max(a, b)))
        if a == b or ficha in {jugada[0] for jugada in cadena}:
            continue
        mesa.mano([ficha], [[ficha, 1], [ficha, 2]])
        mesa.ficha(ficha).focus()
        mesa.pagina.keyboard.press("Enter")
        (una, x, y, va), (otra, x2, y2, viene) = mesa.dile(HUECOS)
        dichas.add(una)
        if una == "Arriba":
            assert otra == "Abajo" and y < y2
            # la ficha que caería no sube por «Abajo» si con «Derecha» no se contradice (D863)
            al_reves, de_lado = va["y"] > 0 or viene["y"] < 0, va["x"] > 0 or viene["x"] < 0
            assert not al_reves or de_lado or x2 - x < 64, (n, va, viene)
        elif una == "Izquierda":
            assert otra == "Derecha" and x < x2
        else:
            assert (una, otra) == ("Arriba o izquierda", "Abajo o derecha") and x >= x2 and y >= y2
        mesa.dile("Muestra.mano.cancelar()")
    assert {"Arriba", "Izquierda"} <= dichas


def test_si_cabe_en_los_dos_lados_pregunta_y_el_doble_toque_no_contesta_por_error(abre: Abre) -> None:
    mesa = abre(has_touch=True)
    mesa.ficha(SEIS_CERO).tap()
    mesa.dile(
        "document.querySelector('.mano__lado').dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1}))"
    )
    assert mesa.tiradas == []
    lados = mesa.pagina.locator(".mano__lado")
    assert [" ".join(t.split()) for t in lados.all_inner_texts()] == [
        "Arriba quedan blancas",
        "Abajo quedan seises",
    ]
    mesa.pagina.wait_for_timeout(400)
    lados.nth(1).tap()
    assert mesa.tiradas == [[SEIS_CERO, 2]]
    assert mesa.pagina.get_by_role("dialog").count() == 0


def test_tocar_otra_vez_sin_puntero_no_encima_preguntas(abre: Abre) -> None:
    mesa = abre(has_touch=True)
    for _ in range(3):  # como un lector de pantalla: clic sin dedo ni ratón
        mesa.dile("(f) => document.querySelector(`.mano__ficha[data-ficha='${f}']`).click()", SEIS_CERO)
    assert mesa.pagina.get_by_role("dialog").count() == 1
    assert mesa.tiradas == []


def test_la_pregunta_atrapa_el_foco_escape_cancela_y_lo_devuelve(abre: Abre) -> None:
    mesa = abre()
    mesa.ficha(SEIS_CERO).focus()
    mesa.pagina.keyboard.press("Enter")
    dialogo = mesa.pagina.get_by_role("dialog", name="¿De qué lado?")
    assert dialogo.is_visible()
    for _vez in range(7):
        mesa.pagina.keyboard.press("Tab")
        assert mesa.dile("!!document.querySelector('.mano__pregunta').contains(document.activeElement)")
    mesa.pagina.keyboard.press("Escape")
    assert dialogo.count() == 0
    assert mesa.dile("document.activeElement.getAttribute('data-ficha')") == str(SEIS_CERO)
    mesa.pagina.keyboard.press("Enter")
    mesa.pagina.keyboard.press("Tab")
    mesa.pagina.keyboard.press("Enter")
    assert mesa.tiradas == [[SEIS_CERO, 2]]


@pytest.mark.parametrize("tecla", ["Enter", "Space"])
def test_dos_veces_seguidas_la_tecla_no_contesta_y_las_flechas_eligen_lado(abre: Abre, tecla: str) -> None:
    mesa = abre()
    teclas = mesa.pagina.keyboard
    mesa.ficha(SEIS_CERO).focus()
    teclas.press(tecla)
    teclas.press(tecla)
    assert mesa.tiradas == [] and mesa.pagina.locator(".mano__pregunta").is_visible()
    mesa.pagina.wait_for_timeout(400)
    # ni la que se deja oprimida
    assert not mesa.dile("""() => document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', {key: 'Enter', repeat: true, bubbles: true, cancelable: true}))""")
    teclas.press("ArrowRight")
    teclas.press("ArrowRight")
    teclas.press("ArrowLeft")
    teclas.press(tecla)
    assert mesa.tiradas == [[SEIS_CERO, 2]]


def test_si_se_acaba_el_turno_la_pregunta_se_cierra(abre: Abre) -> None:
    mesa = abre()
    mesa.ficha(SEIS_CERO).focus()
    mesa.pagina.keyboard.press("Enter")
    mesa.mano(SIETE, None, en_turno=False)
    assert mesa.pagina.get_by_role("dialog").count() == 0


def test_volteada_arriba_es_el_otro_extremo(abre: Abre) -> None:
    mesa = abre(has_touch=True)
    mesa.pinta(CADENA, volteada=True, yo=1)
    mesa.ficha(SEIS_CERO).tap()
    assert mesa.pagina.locator(".mano__lado").nth(0).get_attribute("data-extremo") == "2"
    assert "seises" in mesa.pagina.locator(".mano__lado").nth(0).inner_text()


def centro(n: "Locator") -> tuple[float, float]:
    caja = n.bounding_box()
    assert caja is not None
    return caja["x"] + caja["width"] / 2, caja["y"] + caja["height"] / 2


def test_se_arrastra_con_raton_al_lado_que_se_quiere(abre: Abre) -> None:
    mesa = abre(1280, 800)
    raton = mesa.pagina.mouse
    raton.move(*centro(mesa.ficha(SEIS_CERO)))
    raton.down()
    raton.move(640, 500, steps=4)
    x, y = centro(mesa.pagina.locator(".tablero__hueco").nth(1))
    raton.move(x, y, steps=4)
    assert mesa.pagina.locator(".tablero__hueco--cerca").count() == 1
    raton.up()
    assert mesa.tiradas == [[SEIS_CERO, 2]]
    # una vista a medio arrastre (la amarilla) no la pierde
    mesa.mano(SIETE, OPCIONES)
    raton.move(*centro(mesa.ficha(SEIS_CERO)))
    raton.down()
    raton.move(640, 500, steps=4)
    mesa.pinta(CADENA)
    mesa.mano(SIETE, OPCIONES)
    assert "mano__ficha--enviada" in (mesa.ficha(SEIS_CERO).get_attribute("class") or "")
    raton.move(*centro(mesa.pagina.locator(".tablero__hueco").nth(0)), steps=4)
    raton.up()
    assert mesa.tiradas.pop() == [SEIS_CERO, 1]
    mesa.dile("Muestra.tiradas.pop()")
    # soltarla fuera del tablero la regresa
    mesa.mano(SIETE, OPCIONES)
    raton.move(*centro(mesa.ficha(SEIS_UNO)))
    raton.down()
    raton.move(640, 400, steps=4)
    raton.move(640, 20, steps=4)
    raton.up()
    assert len(mesa.tiradas) == 1
    assert mesa.pagina.locator(".mano__vuelo").count() == 0


def test_se_arrastra_con_el_dedo_y_a_media_mesa_pregunta(abre: Abre) -> None:
    mesa = abre(has_touch=True)
    cdp = mesa.pagina.context.new_cdp_session(mesa.pagina)

    def dedo(que: str, *donde: float) -> None:
        puntos = [{"x": donde[0], "y": donde[1]}] if donde else []
        cdp.send("Input.dispatchTouchEvent", {"type": que, "touchPoints": puntos})

    def arrastra(ficha: int, x: float, y: float) -> None:
        dedo("touchStart", *centro(mesa.ficha(ficha)))
        dedo("touchMove", 180, 560)
        dedo("touchMove", x, y)
        dedo("touchEnd")

    arrastra(SEIS_UNO, 180, 300)
    assert mesa.tiradas == [[SEIS_UNO, 1]]
    mesa.mano(SIETE, OPCIONES)
    caja = centro(mesa.pagina.locator("#tablero"))
    arrastra(SEIS_CERO, caja[0], caja[1] + 28)
    assert mesa.tiradas == [[SEIS_UNO, 1]]
    assert mesa.pagina.get_by_role("dialog").count() == 1


def test_se_dice_si_cabe_y_donde(abre: Abre) -> None:
    mesa = abre()
    dichos = [n.get_attribute("aria-label") for n in mesa.pagina.locator(".mano__ficha").all()]
    assert dichos == [
        "blanca seis, cabe en los dos lados",
        "uno seis, cabe arriba",
        "blanca uno, cabe abajo",
        "tres cinco, no cabe",
        "mula de unos, no cabe",
        "cinco seis, cabe arriba",
        "blanca dos, cabe abajo",
    ]
    mesa.mano(SIETE, None, en_turno=False)
    assert mesa.ficha(MULA_UNOS).get_attribute("aria-label") == "mula de unos"
    mesa.pinta([])
    mesa.mano(SIETE, [[f, 0] for f in SIETE])
    assert mesa.ficha(MULA_UNOS).get_attribute("aria-label") == "mula de unos, puedes salir con ella"


@pytest.mark.parametrize(("medida", "filas"), [((360, 740), 1), ((320, 640), 2), ((1280, 800), 1), ((740, 360), 1)])
def test_siete_fichas_grandes_que_no_cambian_de_sitio(medida: tuple[int, int], filas: int, abre: Abre) -> None:
    mesa = abre(*medida, reduced_motion="reduce")
    mesa.mano(SIETE, None, en_turno=False)
    antes = {f: mesa.ficha(f).bounding_box() for f in SIETE}
    assert len({round(c["y"]) for c in antes.values() if c}) == filas
    for caja in antes.values():
        assert caja
        assert caja["width"] >= 48
        assert caja["height"] >= 48
    assert mesa.dile("document.documentElement.scrollWidth") <= medida[0]
    quedan = [SEIS_CERO, MULA_UNOS, CERO_DOS]
    mesa.mano(quedan, None, en_turno=False)
    assert {f: mesa.ficha(f).bounding_box() for f in quedan} == {f: antes[f] for f in quedan}
    # sin ninguna (se dominó, o el aparato se va a pasar) quedan los huecos: el paño no salta (D828)
    alto = mesa.pagina.locator("#mano").bounding_box()
    mesa.mano([], None, en_turno=False)
    assert mesa.pagina.locator(".mano__ficha").count() == 0 and mesa.pagina.locator("#mano").bounding_box() == alto
    # mano nueva: siete lugares otra vez
    mesa.mano([SEIS_CERO, 22, 23, 24, 25, 26, 27], None, en_turno=False)
    assert mesa.pagina.locator(".mano__ficha").count() == 7


@pytest.mark.parametrize(
    ("medida", "esquema"),
    [((360, 740), "light"), ((360, 740), "dark"), ((320, 640), "light"), ((740, 360), "light"), ((1280, 800), "dark")],
)
def test_en_turno_elegida_y_preguntando_es_accesible_y_nada_se_sale(
    medida: tuple[int, int], esquema: str, abre: Abre
) -> None:
    mesa = abre(*medida, reduced_motion="reduce", color_scheme=esquema)
    malos: list[str] = []
    for preparar in (
        lambda: mesa.mano(SIETE, None, en_turno=False),
        lambda: mesa.mano(SIETE, OPCIONES),
        mesa.ficha(SEIS_CERO).click,
        mesa.ficha(SEIS_CERO).click,
    ):
        preparar()
        malos += revisiones.violaciones(mesa.pagina) + revisiones.desbordes_de(mesa.pagina)
        malos += revisiones.toques_chicos(mesa.pagina)
    assert mesa.pagina.get_by_role("dialog").count() == 1
    assert not malos, "\n".join(malos)
