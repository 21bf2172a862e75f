"""La cadena se traza bien en cualquier tablero (EL3, EL4): función pura, miles de cadenas legales en Chromium."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.navegador.letra import con_las_dos_letras
from tests.navegador.mesa_de_muestra import MUESTRA, RAIZ, Mesa, abrir

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.navegador

# (ancho, alto) del tablero en px → grueso mínimo de ficha, en px, con las 28 y todas de un solo lado
TABLEROS = {
    (344, 380): 21,  # teléfono de 360 × 740
    (304, 340): 18,  # 320 de ancho
    (304, 300): 17.5,
    (344, 300): 18,  # con la plática abierta
    (600, 300): 24,
    (668, 233): 24,  # teléfono acostado de 740 × 360
    (900, 480): 37,  # 1280 × 800
    (1000, 560): 42,
}
# (qué tanto se juega por A, qué tanto se prefieren las mulas)
GUSTOS = [(0.5, 0.2), (0.5, 1), (1, 0), (1, 1), (0, 0), (0, 1), (0.8, 0.5)]


@pytest.fixture(scope="module")
def pura(navegador: "Browser") -> "Iterator[Page]":
    """Una página en blanco con la geometría y nada más: no necesita pantalla."""
    pagina = navegador.new_page()
    for guion in (RAIZ / "static/js/mesa/cadena.js", MUESTRA / "cadenas.js"):
        pagina.evaluate("(t) => { (0, eval)(t); }", guion.read_text(encoding="utf-8"))
    yield pagina
    pagina.close()


def traza(pagina: "Page", cadena: list[list[int]], **opciones: Any) -> Any:
    return pagina.evaluate(
        "([c, o]) => AmigosCadena.trazar(c, o)", [cadena, {"ancho": 344, "alto": 380, "salidor": 0, **opciones}]
    )


@pytest.mark.parametrize("medida", TABLEROS, ids=lambda m: f"{m[0]}x{m[1]}")
def test_nunca_se_sale_ni_se_encima_y_cada_ficha_casa_por_su_palo(medida: tuple[int, int], pura: "Page") -> None:
    esquinas = larga = 0
    for por_a, por_mula in GUSTOS:
        r = pura.evaluate("([m, a, u]) => Cadenas.revisar(m, a, u, 400)", [medida, por_a, por_mula])
        assert not r["faltas"], r["faltas"]
        assert r["menor"] >= TABLEROS[medida], f"{por_a}, {por_mula}: ficha de {r['menor']:.1f} px"
        esquinas += r["esquinas"]
        larga = max(larga, r["larga"])
    assert larga == 28
    assert esquinas > 20, "la muestra debe tener mulas en las esquinas"


@pytest.mark.parametrize("medida", [(344, 380), (900, 480)], ids=str)
def test_al_crecer_nada_se_mueve_salvo_cambio_de_encuadre(medida: tuple[int, int], pura: "Page") -> None:
    r = pura.evaluate("(m) => Cadenas.crecer(m, 120)", medida)
    assert not r["malas"], r["malas"]
    assert r["cambios"] <= 6.5, "demasiados cambios de encuadre marean"


@pytest.mark.parametrize("volteada", [False, True])
def test_la_mula_de_salida_va_horizontal_y_al_centro(volteada: bool, pura: "Page") -> None:
    salida = traza(pura, [[27, 0, 3]], volteada=volteada)["fichas"][0]
    assert (salida["x"], salida["y"], salida["giro"] % 180) == (172, 190, 90)


# salidor → extremo donde queda el palo mayor: hacia su pareja (RG2); la de 0 y 1 está arriba o a la izquierda
@pytest.mark.parametrize(("salidor", "letra", "volteada"), [(0, "A", 0), (1, "A", 0), (2, "B", 1), (3, "B", 1)])
def test_la_mixta_de_salida_va_vertical_con_el_mayor_hacia_la_pareja(
    salidor: int, letra: str, volteada: int, pura: "Page"
) -> None:
    seis_tres = 21
    for ve_volteada in (False, True):
        t = traza(pura, [[seis_tres, 0, salidor]], salidor=salidor, volteada=ve_volteada)
        otra = "B" if letra == "A" else "A"
        assert (t["terminales"][letra]["palo"], t["terminales"][otra]["palo"]) == (6, 3)
        # a 180 el palo mayor queda arriba
        assert t["fichas"][0]["giro"] == (180 if ve_volteada == bool(volteada) else 0)


def test_si_las_jugadas_dicen_otra_cosa_mandan_las_jugadas(pura: "Page") -> None:
    # 6-3 sale del asiento 0, pero por A se jugó 3-0: el tres está en A
    t = traza(pura, [[21, 0, 0], [3, 1, 1]])
    assert all(f["casa"] for f in t["fichas"])
    assert (t["terminales"]["A"]["palo"], t["terminales"]["B"]["palo"]) == (0, 6)


def test_volteada_es_media_vuelta(pura: "Page") -> None:
    cadena = pura.evaluate("Cadenas.alAzar(5, 0.5, 0.3)")
    derecha, volteada = (traza(pura, cadena, volteada=v)["fichas"] for v in (False, True))
    for una, otra in zip(derecha, volteada, strict=True):
        assert (una["x"] + otra["x"], una["y"] + otra["y"]) == (pytest.approx(344), pytest.approx(380))
        assert una["mula"] or (una["giro"] + 180) % 360 == otra["giro"]


def test_a_sube_y_gira_a_la_izquierda_b_baja_y_gira_a_la_derecha(pura: "Page") -> None:
    cadena = pura.evaluate("Cadenas.alAzar(11, 0.5, 0.2)")
    t = traza(pura, cadena, ancho=900, alto=480)
    centro = t["fichas"][0]
    for ficha in t["fichas"][1:]:
        lado = -1 if ficha["extremo"] == 1 else 1
        assert (ficha["x"] - centro["x"]) * lado > -1, "cada brazo va por su mitad"
    primeras = [next(f for f in t["fichas"] if f["extremo"] == e) for e in (1, 2)]
    assert primeras[0]["y"] < centro["y"] < primeras[1]["y"]


def test_sin_cadena_no_hay_nada_que_pintar(pura: "Page") -> None:
    assert traza(pura, []) == {
        "fichas": [],
        "terminales": {"A": None, "B": None},
        "escala": pytest.approx((344 * 380) ** 0.5 / 9.5 / 56),
        "encuadre": 0,
    }


# ---------- lo pintado ----------
@pytest.fixture
def mesa(navegador: "Browser") -> Iterator[Mesa]:
    abierta = abrir(navegador)
    yield abierta
    abierta.pagina.context.close()
    assert not abierta.quejas


# sale 6-3; A: 6-6, 6-5; B: 3-0, 0-0, 0-4
SEIS = [[21, 0, 0], [27, 1, 1], [3, 2, 2], [26, 1, 3], [0, 2, 0], [4, 2, 1]]
LUGAR = """(f) => { const n = document.querySelector(`[data-ficha="${f}"]`), c = n && n.getBoundingClientRect();
    return c && [c.x + c.width / 2, c.y + c.height / 2]; }"""
DESTINO = """([c, f]) => { const s = document.getElementById('tablero').getBoundingClientRect();
    const t = AmigosCadena.trazar(c, {ancho: s.width, alto: s.height, salidor: c[0][2]});
    const x = t.fichas.filter((p) => p.ficha === f)[0]; return [s.x + x.x, s.y + x.y]; }"""


def test_la_ficha_nueva_vuela_desde_quien_la_jugo_y_dice_su_nombre(mesa: Mesa) -> None:
    mesa.pinta(SEIS[:-1])
    mesa.pinta(SEIS, animar=True)
    mesa.pagina.wait_for_function(f"({LUGAR})(4) !== null")
    camino = mesa.dile(LUGAR, 4)
    destino = mesa.dile(DESTINO, [SEIS, 4])
    # la jugó el asiento 1: quien mira es el 0, así que viene de su derecha
    assert camino[0] > destino[0]
    mesa.pagina.wait_for_selector(".tablero__quien")
    assert mesa.pagina.locator(".tablero__quien text").inner_html() == "Nacho"
    assert mesa.dile(LUGAR, 4) == pytest.approx(destino, abs=1)
    assert mesa.pagina.locator(".tablero__ultima").count() == 1
    assert mesa.pagina.locator("[data-ficha='4'] title").inner_html() == "blanca cuatro, la tiró Nacho"
    mesa.pagina.wait_for_selector(".tablero__quien", state="detached")


@con_las_dos_letras
@pytest.mark.parametrize(
    ("nombre", "dice"),
    [("Guadalupe Hernández", "Guadalupe"), ("Maximilianoalejandrino", "Maximili"), ("Ana Hernández Soto", "Ana…")],
)
def test_un_nombre_largo_no_cruza_la_cadena(nombre: str, dice: str, mesa: Mesa) -> None:
    mesa.dile("(n) => { Muestra.nombres[1] = n; }", nombre)
    mesa.pinta(SEIS[:-1])
    mesa.pinta(SEIS, animar=True)
    mesa.pagina.wait_for_selector(".tablero__quien")
    assert mesa.pagina.locator(".tablero__quien text").inner_html().startswith(dice)
    assert mesa.pagina.locator(".tablero__quien title").inner_html() == nombre
    ancho, tablero = mesa.dile("""() => ['.tablero__quien rect', '#tablero'].map(
        (s) => document.querySelector(s).getBoundingClientRect().width)""")
    assert ancho < tablero * 0.42


@pytest.mark.parametrize("como", ["ajuste", "sistema"])
def test_con_menos_movimiento_aparece_sin_volar(como: str, mesa: Mesa) -> None:
    if como == "ajuste":
        mesa.dile("Muestra.menos = true")
    else:
        mesa.pagina.emulate_media(reduced_motion="reduce")
    mesa.pinta(SEIS[:-1])
    mesa.pinta(SEIS, animar=True)
    assert mesa.dile(LUGAR, 4) == pytest.approx(mesa.dile(DESTINO, [SEIS, 4]), abs=1)
    assert mesa.pagina.locator(".tablero__quien").count() == 1


# cuántas veces se preguntó el lado, cuántas el nombre de quien tiró tapó dónde caería la ficha y cuántas se vio
TAPADOS = """() => {
  const cuenta = [0, 0, 0], toca = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  Muestra.menos = true;
  for (let s = 1; s <= 60; s += 1) {
    const todas = Cadenas.alAzar(s, 0.5, 0.5);
    for (let n = 2; n < todas.length; n += 1) {
      const cadena = todas.slice(0, n), estado = (k) => ({cadena: todas.slice(0, k), salidor: cadena[0][2]});
      Muestra.tablero.pintar(estado(n - 1), {});
      Muestra.tablero.pintar(estado(n), {animar: true});
      const t = Muestra.tablero.terminales(), cabe = [...Array(28).keys()].filter((f) => {
        const p = AmigosCadena.palos(f);
        return cadena.every((j) => j[0] !== f) && p.includes(t.A.palo) && p.includes(t.B.palo);
      });
      if (!cabe.length) { continue; }
      Muestra.tablero.huecos([[cabe[0], 1], [cabe[0], 2]], () => {});
      const nombre = document.querySelector('.tablero__quien rect');
      cuenta[0] += 1;
      if (!nombre) { continue; }
      cuenta[2] += 1;
      const caja = nombre.getBoundingClientRect(), bordes = [...document.querySelectorAll('.tablero__borde')];
      if (bordes.some((b) => toca(caja, b.getBoundingClientRect()))) { cuenta[1] += 1; }
    }
  }
  return cuenta;
}"""


@pytest.mark.parametrize("tipo_de_letra", ["ancha", pytest.param("angosta", marks=pytest.mark.noche)], indirect=True)
def test_el_nombre_de_quien_tiro_no_tapa_donde_caeria_la_tuya(mesa: Mesa) -> None:
    preguntas, tapados, vistos = mesa.dile(TAPADOS)
    assert preguntas > 100
    assert tapados == 0
    assert vistos > preguntas * 0.8, "se mueve; sólo se quita si no cabe en otro lado"


def test_pintar_a_media_animacion_no_pierde_ni_repite_fichas(mesa: Mesa) -> None:
    for n in range(1, len(SEIS) + 1):
        mesa.pinta(SEIS[:n], animar=True)
    mesa.pinta(SEIS)
    assert mesa.pagina.locator(".tablero__fichas > g").count() == len(SEIS)
    assert mesa.dile(LUGAR, 4) == pytest.approx(mesa.dile(DESTINO, [SEIS, 4]), abs=1)
    mesa.pinta([[27, 0, 2]])
    assert mesa.pagina.locator(".tablero__fichas > g").count() == 1


def test_el_tablero_se_describe_y_se_puede_describir(mesa: Mesa) -> None:
    svg = mesa.pagina.get_by_role("img")
    mesa.pinta([])
    assert svg.get_attribute("aria-label") == "Todavía no hay fichas en la mesa"
    mesa.pinta(SEIS)
    assert svg.get_attribute("aria-label") == "Cadena de 6 fichas. Terminales: cinco y cuatro"
    mesa.pinta(SEIS, volteada=True)
    assert svg.get_attribute("aria-label") == "Cadena de 6 fichas. Terminales: cuatro y cinco"
    mesa.dile("Muestra.tablero.describir('Mano cerrada')")
    assert svg.get_attribute("aria-label") == "Mano cerrada"


def test_al_cambiar_de_tamano_la_cadena_vuelve_a_caber(mesa: Mesa) -> None:
    cadena = mesa.dile("Cadenas.alAzar(11, 0.5, 0.2)")
    mesa.pinta(cadena)
    for ancho, alto in ((740, 360), (320, 640), (1280, 800)):
        mesa.pagina.set_viewport_size({"width": ancho, "height": alto})
        mesa.pagina.wait_for_function(
            """() => { const s = document.getElementById('tablero').getBoundingClientRect();
            return [].every.call(document.querySelectorAll('.tablero__fichas > g'), (g) => {
              const c = g.getBoundingClientRect();
              return c.left >= s.left && c.right <= s.right && c.top >= s.top && c.bottom <= s.bottom; }); }"""
        )


ESCALA = """() => parseFloat(/scale\\(([\\d.]+)/.exec(
    document.querySelector('.tablero__fichas > g').getAttribute('transform'))[1])"""
DE_ALTO = "(px) => { document.getElementById('tablero').style.height = px + 'px'; Muestra.tablero.acomodar(); }"


def test_en_una_mano_las_fichas_no_crecen_y_encogen_por_un_renglon(mesa: Mesa) -> None:
    """El paño cambia un poco de alto con lo que dice el renglón del turno: sólo achican, hasta otra mano (D769)."""
    cadena = mesa.dile("Cadenas.alAzar(11, 0.5, 0.2)")
    mesa.dile(DE_ALTO, 340)
    mesa.pinta(cadena[:9])
    entera = mesa.dile(ESCALA)
    mesa.dile(DE_ALTO, 306)
    menos = mesa.dile(ESCALA)
    assert menos < entera, "si no achica, esto no prueba nada"
    mesa.dile(DE_ALTO, 340)
    assert mesa.dile(ESCALA) == menos
    mesa.pinta(cadena[:10], animar=True)
    assert mesa.dile(ESCALA) <= menos
    # otra mano, o un paño de veras distinto (se cerró la plática), y vuelven a su tamaño
    mesa.pinta([[27, 0, 0]])
    assert mesa.dile(ESCALA) >= entera
    mesa.pinta(cadena[:9])
    mesa.dile(DE_ALTO, 240)
    chica = mesa.dile(ESCALA)
    mesa.dile(DE_ALTO, 340)
    assert chica < menos < entera == mesa.dile(ESCALA)


def test_el_nombre_de_quien_tiro_no_tapa_el_letrero_del_pano(mesa: Mesa) -> None:
    """«Saliste tú» está fijo sobre el paño; el nombre busca otro lado de la ficha (D768)."""
    mesa.dile("Muestra.menos = true")
    donde = []
    for hay in (False, True):
        mesa.pinta([])
        mesa.pinta([[27, 0, 1]], animar=True)
        caja = mesa.pagina.locator(".tablero__quien rect").bounding_box()
        assert caja is not None
        donde.append(caja["y"])
        if not hay:
            mesa.dile(
                """(c) => { const n = document.createElement('p'); n.id = 'letrero'; n.textContent = 'Saliste tú';
                document.body.appendChild(n);
                Object.assign(n.style, {position: 'fixed', margin: 0, left: c.x + 'px', top: c.y + 'px',
                    width: c.width + 'px', height: c.height + 'px'}); }""",
                caja,
            )
    assert donde[0] + 20 < donde[1], "pasó abajo"


def test_resaltar_senala_y_suelta(mesa: Mesa) -> None:
    mesa.pinta(SEIS)
    mesa.dile("Muestra.tablero.resaltar(27)")
    assert mesa.pagina.locator(".tablero__resaltada").count() == 1
    mesa.dile("Muestra.tablero.resaltar(null)")
    assert mesa.pagina.locator(".tablero__resaltada").count() == 0
