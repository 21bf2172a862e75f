"""Quien llega solo juega contra los automáticos en menos de un minuto, con consejos si los pide (EL3)."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from enlinea.mesa.vista import vista as del_servidor
from reglas.mesa import ordenes as o
from reglas.mesa.tipos import Fase, Modo
from reglas.tipos import Meta
from tests.navegador import revisiones
from tests.navegador.casa import Casa, base_sembrada
from tests.navegador.mesa_buscar import Mirar, turno_de
from tests.navegador.mesa_falsa import MesaFalsa
from tests.navegador.telefono import GRANDE, PACIENCIA, Fabrica, Telefono
from tests.reglas.partidas import UNA_PERSONA, MesaDePrueba

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.navegador

RAIZ = Path(__file__).resolve().parent.parent.parent
CORREO = "organiza23@prueba.mx"
UN_MINUTO = 60
GUIA = "[data-guia]"
# lo que se puede tocar en cada momento, en orden: el lado, la ficha que cabe, seguir
LADO, CABE, SEGUIR = ".mano__lado", ".mano--turno .mano__ficha--cabe", "[data-cubre-pie] .boton--accion"
ROBAR = "[data-robar]:not([aria-disabled])"


@pytest.fixture(scope="module")
def casa_rapida(carpeta_de_bases: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casa]:
    """Un servidor cuyos automáticos no fingen pensar."""
    propia = Casa(tmp_path_factory.mktemp("rapida"), base_sembrada(carpeta_de_bases), ENLINEA_PAUSA_DE_PASE="0")
    yield propia
    propia.desmontar()


def sentarse(t: Telefono, nivel: str = "Sencillo") -> None:
    """De la Sala a la mesa de práctica."""
    t.entrar(CORREO, siguiente="/enlinea/")
    t.desplegar("practica-opciones")
    t.pagina.get_by_label("¿Qué tan bien juegan?").select_option(label=nivel)
    t.tocar("Practicar ahora")
    t.esperar_ruta(r"/enlinea/mesa/\d+/$")


# dónde acaba la mano propia, y si una ficha de ella se encima en la siguiente
MANO = """() => {
  const cajas = [...document.querySelectorAll('.mano__ficha .ficha')].map((n) => n.getBoundingClientRect());
  const encima = cajas.some((c, i) => i && c.left < cajas[i - 1].right - 1);
  return [document.querySelector('[data-mano]').getBoundingClientRect().bottom, encima, window.scrollY];
}"""


def cabe_acostado(t: Telefono) -> None:
    """Con el teléfono acostado y los consejos abiertos, la mano entera está en la primera pantalla (EL8)."""
    antes = t.pagina.viewport_size
    assert antes is not None and t.pagina.locator(GUIA).is_visible()
    for ancho, alto in ((740, 360), (844, 390)):
        t.pagina.set_viewport_size({"width": ancho, "height": alto})
        t.pagina.evaluate("window.scrollTo(0, 0)")
        abajo, encima, corrida = t.pagina.evaluate(MANO)
        assert (corrida, encima) == (0, False) and abajo <= alto + 1, (ancho, abajo, encima)
        assert revisiones.desbordes(t) == []
    t.pagina.set_viewport_size(antes)


def toca_algo(t: Telefono) -> bool:
    """Hace lo que ahora se pueda: elegir lado, tirar o seguir. La mesa puede cambiar mientras se toca."""
    from playwright.sync_api import TimeoutError

    con_el_dedo = (t.pagina.viewport_size or GRANDE)["width"] < GRANDE["width"]
    for cual in (LADO, CABE, ROBAR, SEGUIR):
        boton = t.pagina.locator(cual).locator("visible=true").first
        if not boton.count():
            continue
        with suppress(TimeoutError):
            # con el dedo basta un toque; con ratón, la ficha se tira con dos clics
            if con_el_dedo:
                boton.tap(timeout=1_500)
            elif cual == CABE:
                boton.dblclick(timeout=1_500)
            else:
                boton.click(timeout=1_500)
        return True
    return False


def juega_hasta(t: Telefono, texto: str, plazo: float) -> None:
    """Toca lo que se pueda hasta que se lea ese texto."""
    limite = time.monotonic() + plazo
    while not t.pagina.get_by_text(texto).locator("visible=true").count():
        assert time.monotonic() < limite, t.retrato()
        if not toca_algo(t):
            t.pagina.wait_for_timeout(80)


def test_quien_llega_solo_tira_en_menos_de_un_minuto_y_con_consejos(telefono: Fabrica) -> None:
    nueva = telefono("Nueva")
    desde = time.monotonic()
    sentarse(nueva, "Medio")
    nueva.ver("Práctica, nivel medio")
    nueva.ver("¿Te vamos diciendo cómo se juega?", GUIA)
    nueva.tocar("Enséñame")
    nueva.ver("Oprime «Comenzar»", GUIA)
    nueva.tocar("Comenzar")
    nueva.pagina.locator(CABE).first.wait_for(timeout=30_000)
    nueva.ver(re.compile("Te toca|Te tocó salir|Sólo te cabe|Sales tú|última ficha"), GUIA)
    fichas = nueva.pagina.locator(".mano__ficha").count()
    toca_algo(nueva)
    nueva.pagina.wait_for_function(
        "n => document.querySelectorAll('.mano__ficha').length < n || document.querySelector('.mano__lado')", arg=fichas
    )
    assert time.monotonic() - desde < UN_MINUTO
    # se recuerda: al recargar sigue dando consejos, sin volver a preguntar
    nueva.pagina.reload()
    nueva.pagina.locator("[data-guia-dice]").filter(has_text=re.compile(r"\S")).wait_for(timeout=PACIENCIA)
    assert not nueva.pagina.get_by_role("button", name="Enséñame").locator("visible=true").count()
    cabe_acostado(nueva)
    nueva.tocar("Quitar consejos")
    nueva.pagina.locator(GUIA).wait_for(state="hidden")
    nueva.pagina.get_by_role("button", name="Salir de la mesa").first.click()
    nueva.tocar("Sí, salir")
    nueva.esperar_ruta("/enlinea/$")
    nueva.ver("Practicar ahora")
    assert nueva.pagina.get_by_label("¿Qué tan bien juegan?").input_value() == "medio"


@pytest.mark.noche
@pytest.mark.parametrize(
    ("juego", "meta"),
    [
        ("Música de 2", "a 100"),
        ("Federación, por parejas", "a 300"),
        ("Música, por parejas", "a 100"),
        ("Música de 4, cada quien", "a 100"),
        ("Federación de 3, 9 fichas", "a 300"),
        ("Federación de 2, 7 fichas", "a 300"),
    ],
)
def test_una_mano_de_otro_juego_se_cuenta_con_sus_palabras(
    juego: str, meta: str, casa_rapida: Casa, navegador: "Browser"
) -> None:
    fabrica = Fabrica(navegador, casa_rapida)
    sola = fabrica("Sola", pantalla={"width": 360, "height": 740})
    sola.entrar(CORREO, siguiente="/enlinea/")
    sola.desplegar("practica-opciones")
    sola.pagina.locator("#juego").select_option(label=juego)
    frase = sola.pagina.locator("#juego-frase").inner_text()
    assert frase and (meta in f"{juego}. {frase}".replace("A ", "a "))
    assert juego in sola.pagina.locator("#practica-opciones > summary").inner_text(), "doblado también se ve"
    assert revisiones.desbordes(sola) == []
    sola.tocar("Practicar ahora")
    sola.esperar_ruta(r"/enlinea/mesa/\d+/$")
    sola.tocar("Ya sé jugar")
    sola.tocar("Comenzar")
    juega_hasta(sola, "Comprobar el reparto", 90)
    sola.ver(re.compile("La mano no cuenta|[Ss]uma[sn]? (lo que|todo)"))
    assert sola.pagina.locator("[data-donde]").inner_text().replace("\xa0", " ").find(meta) >= 0
    sola.pagina.locator("[data-comprobar]").click()
    assert (
        sola.pagina.locator(".pasos-reparto .mal").count() == 0 and sola.pagina.locator(".pasos-reparto .bien").count()
    )
    assert revisiones.desbordes(sola) == []
    sola.pagina.get_by_role("button", name="Salir de la mesa").first.click()
    sola.tocar("Sí, salir")
    sola.esperar_ruta("/enlinea/$")
    assert juego in sola.pagina.locator("#practica-opciones > summary").inner_text()
    fabrica.cerrar(comprobar=True)


@pytest.mark.noche
@pytest.mark.parametrize("pantalla", [{"width": 360, "height": 740}, GRANDE], ids=["chica", "grande"])
def test_una_partida_entera_contra_los_automaticos(
    pantalla: dict[str, int], casa_rapida: Casa, navegador: "Browser"
) -> None:
    fabrica = Fabrica(navegador, casa_rapida)
    sola = fabrica("Sola", pantalla=pantalla)
    sentarse(sola)
    sola.tocar("Enséñame")
    sola.tocar("Comenzar")
    juega_hasta(sola, "Así se cuenta", 90)
    juega_hasta(sola, "¿Y ahora?", 180)
    sola.ver("Ya jugaste una partida entera", GUIA)
    sola.tocar(re.compile("^Comunicación"))
    sola.tocar(re.compile("^Sí, elegir"))
    sola.esperar_ruta("/enlinea/$")
    sola.abrir("/enlinea/partidas/")
    sola.ver("Todavía no juegas ninguna")
    fabrica.cerrar(comprobar=True)


# --- la guía, sin servidor --------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def guia(navegador: "Browser") -> "Iterator[Page]":
    """Una página con el globo y su guion, nada más."""
    from django.template.loader import render_to_string

    pagina = navegador.new_page()
    pagina.set_content(f"<body>{render_to_string('enlinea/mesa/_guia.html')}</body>")
    for guion in ("comun/ayudas", "mesa/guia"):
        pagina.add_script_tag(path=str(RAIZ / f"static/js/{guion}.js"))
    yield pagina
    pagina.close()


MESA = {
    "meta": "100",
    "modo": "practica",
    "personas": [
        {"nombre": "Mari", "automatico": False},
        {"nombre": "Pepe", "automatico": True},
        {"nombre": "Rosita", "automatico": True},
        {"nombre": "Lola", "automatico": True},
    ],
}


def vista(
    mano: list[int], /, cadena: list[int], turno: int = 0, terminales: tuple[int, int] = (-1, -1), **mas: Any
) -> Any:
    yo: dict[str, Any] = {"asiento": 0, "mano": mano, "falta_nonce": False}
    if "opciones" in mas:
        yo["opciones"] = mas.pop("opciones")
    datos = {"fase": 3, "lugares": [0, 1, 2, 3], "turno": turno, "cadena": cadena, "terminales": terminales, **mas}
    return {"tipo": "vista", "version": 9, "datos": datos, "yo": yo}


def dice(pagina: "Page", una: Any, mesa: Any = MESA, cuentas: Any = None) -> str:
    pagina.evaluate("() => { try { localStorage.setItem('amigos-guia', 'si'); } catch (e) {} }")
    if pagina.locator("[data-guia-si]").is_visible():
        pagina.locator("[data-guia-si]").click()
    pagina.evaluate("([v, m, c]) => AmigosGuia.mirar(v, m, c)", [una, mesa, cuentas])
    if pagina.locator("[data-guia-si]").is_visible():
        pagina.locator("[data-guia-si]").click()
    return pagina.locator("[data-guia-dice]").inner_text()


# 5-6 es la 26; 2-2, la 13; 0-0, la 0; 2-5, la 16; 1-3, la 9
CASOS = [
    (vista([26, 13, 0], [], opciones=[[26, 0], [13, 0], [0, 0]]), "Te tocó salir, por sorteo"),
    (vista([26, 16, 9], [20, 0, 3], terminales=(5, 2), opciones=[[26, 1], [16, 1], [16, 2]]), "que tenga un 5 o un 2"),
    (vista([26, 9], [20, 0, 3], terminales=(5, 5), opciones=[[26, 2], [16, 2]]), "las dos puntas son iguales"),
    (vista([26, 9, 0], [20, 0, 3], terminales=(5, 2), opciones=[[26, 1]]), "sólo te cabe la 5-6"),
    (vista([16, 9, 0], [20, 0, 3], terminales=(5, 2), opciones=[[16, 1], [16, 2]]), "en los dos lados"),
    (
        vista([26, 13, 0], [20, 0, 3], terminales=(5, 2), opciones=[[26, 1], [13, 2]]),
        "una mula es la que repite su número",
    ),
    (vista([26], [20, 0, 3], terminales=(5, 2), opciones=[[26, 1]]), "Tu última ficha cabe"),
    (vista([9, 0], [20, 0, 3], terminales=(5, 2), opciones=[]), "No tienes cincos ni doses"),
    (vista([9, 0], [20, 0, 3], turno=1, terminales=(5, 2)), "Pasaste porque no tenías cincos ni doses"),
    (vista([9, 0], [20, 0, 0], turno=2, terminales=(0, 0)), "Pepe pasó: no tiene blancas"),
    (vista([9, 0], [20, 0, 1], turno=3, terminales=(5, 2)), "Rosita, tu pareja, pasó: no tiene cincos ni doses"),
    (vista([9, 0], [20, 0, 1], turno=2, terminales=(5, 2)), "Le toca a Rosita, tu pareja"),
    (vista([9, 0], [20, 0, 2], turno=3, terminales=(5, 2)), "Le toca a Lola"),
    (vista([9, 0], [], turno=3, mano=1), "Rosita, enfrente, es tu pareja. Sale Lola, que fue a quien le tocó"),
    (vista([9, 0], [], turno=3, mano=2), "Sale Lola: en cada mano la salida se corre a la derecha"),
]


@pytest.mark.parametrize(("una", "texto"), CASOS, ids=[texto for _, texto in CASOS])
def test_el_consejo_dice_lo_que_toca(guia: "Page", una: Any, texto: str) -> None:
    assert texto in dice(guia, una)


@pytest.mark.parametrize(
    ("meta", "cuenta", "texto"),
    [
        ("100", ["dominada", 2, 0, 31], "Rosita dominó y la mano es de ustedes. Suman lo que les quedó a los otros"),
        ("100", ["dominada", 0, 0, 31], "Así se cuenta: dominaste y la mano es de ustedes."),
        ("100", ["dominada", 1, 1, 20], "ganaron los contrarios"),
        ("200", ["cierre", 0, 1, 60], "Así se cuenta: cerraste."),
        ("200", ["cierre", 3, 1, 60], "suman todo lo que quedó, 60"),
        ("100", ["cierre", 3, 0, 40], "Ustedes tenían menos tantos"),
        ("100", ["cierre_empatado", 3, None, 0], "Nadie gana"),
        ("juegos_ganados", ["dominada", 0, 0, 0], "se apunta la mano"),
        ("juegos_ganados", ["cierre", 0, None, 0], "nadie se apunta un cierre"),
    ],
)  # fmt: skip
def test_al_terminar_la_mano_explica_la_cuenta(guia: "Page", meta: str, cuenta: list[Any], texto: str) -> None:
    una = vista([], [20, 0, 0], turno=-1, fase=4, cuentas=[cuenta])
    assert texto in dice(guia, una, {**MESA, "meta": meta})


def test_con_un_ausente_calla_y_fuera_de_la_practica_no_sale(guia: "Page") -> None:
    assert dice(guia, vista([9], [], ausentes=[0, 5, 0, 0])) == ""
    guia.evaluate("([v, m]) => AmigosGuia.mirar(v, m, [])", [CASOS[0][0], {**MESA, "modo": "normal"}])
    assert guia.locator(GUIA).is_hidden()


EN_FILA = """([mesa, uno, otro]) => {
  const era = AmigosMesa.mesa, van = [];
  AmigosMesa.mesa = mesa;
  document.querySelector("[data-entre=ritmo][value='']").click();
  const llega = AmigosRitmo.crear((v) => van.push(v.version));
  llega({ ...uno, version: 1 });
  llega({ ...otro, version: 2 });
  const antes = van.length;
  llega({ ...otro, version: 3, datos: { fase: 6 } });
  AmigosMesa.mesa = era;
  return [antes, van];
}"""


def test_solo_en_la_practica_se_espacia_lo_que_llega(mirar: Mirar) -> None:
    """D734: lo de un automático se deja ver; si la mesa se cierra ya no se espera, y nada se pierde ni se desordena."""
    mesa = MesaFalsa(modo=Modo.PRACTICA, semilla=7)
    mesa.comenzar()
    una, otra = vista([9], [20, 0, 1], turno=2), vista([9], [20, 0, 1, 3, 1, 2], turno=3)
    pagina = mirar(mesa)
    for modo, de_una_vez in (("practica", 1), ("normal", 2)):
        assert pagina.evaluate(EN_FILA, [{**MESA, "modo": modo}, una, otra]) == [de_una_vez, [1, 2, 3]]


def test_el_consejo_nombra_las_fichas_como_la_mesa_y_dice_como_se_tira(mirar: Mirar) -> None:
    mesa = MesaFalsa(modo=Modo.PRACTICA, semilla=7)
    mesa.comenzar()
    pagina = mirar(mesa)
    # con ratón un clic sólo elige: no se dice «tócala»
    dicho = pagina.evaluate("(v) => AmigosGuia.consejo(v, AmigosMesa.mesa).datos.ficha", CASOS[4][0])
    assert dicho == "dos-cinco"
    pagina.evaluate("(v) => AmigosGuia.mirar(v, AmigosMesa.mesa, [])", CASOS[3][0])
    assert "tírala con doble clic" in (pagina.locator("[data-guia-dice]").text_content() or "")
    todos = pagina.locator(GUIA).text_content() or ""
    assert not re.search(r"\b[Tt]ócala", todos)
    # cuál ficha conviene sólo lo sabe el análisis: la guía no lo dice (D738)
    assert not re.search(r"Aprovecha|Conviene|Cámbiale|Déjale", todos)


def test_mientras_se_repite_calla_y_al_acabar_dice_lo_de_ahora(mirar: Mirar) -> None:
    mesa = MesaFalsa(modo=Modo.PRACTICA, semilla=7)
    mesa.comenzar()
    mesa.jugar_hasta(turno_de(0, jugadas=6))
    pagina = mirar(mesa, repetir=True)
    saltar = pagina.get_by_role("button", name="Saltar la repetición")
    saltar.wait_for()
    assert pagina.locator(GUIA).is_hidden()
    saltar.click()
    pagina.locator("[data-guia-dice]").filter(has_text=re.compile("Te toca|última ficha|sólo te cabe", re.I)).wait_for()


def test_siempre_hay_consejo_en_una_partida_de_verdad_y_sin_huecos(guia: "Page") -> None:
    juego = MesaDePrueba(Meta.CIEN, Modo.PRACTICA, 5, UNA_PERSONA).comenzar()
    vistas = 0
    while juego.mesa.fase is not Fase.FIN_DE_PARTIDA and vistas < 150:
        vistas += 1
        texto = dice(guia, json.loads(del_servidor(juego.mesa, 0, juego.ahora)))
        assert texto and "{" not in texto, (texto, juego.mesa)
        if juego.mesa.fase is Fase.JUGANDO:
            juego.turno()
        else:
            juego.pedir(o.Continuar(0))
    assert vistas > 40


def test_el_globo_pasa_la_revision_de_toda_pantalla(telefono: Fabrica) -> None:
    t = telefono("Lente")
    sentarse(t)
    t.ver("¿Te vamos diciendo cómo se juega?", GUIA)
    assert revisiones.revisar(t) == []
