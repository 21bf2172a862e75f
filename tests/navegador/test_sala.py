"""La Sala de Reunión con cuatro navegadores: encontrarse, platicar, armar, aceptar, rechazar, dejar pasar e irse."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.navegador.casa import Casa, base_sembrada
from tests.navegador.revisiones import revisar
from tests.navegador.telefono import GRANDE, Fabrica, Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.navegador

APUNTAR_CLICS = """() => { window.__clics = [];
  document.addEventListener('click', (e) => window.__clics.push(e.target.textContent.trim()), true); }"""
SEGUNDOS = 20
"""Lo que dura una invitación en estas historias: alcanza para mirarla y no hay que esperar medio minuto."""
LUGARES = ("arriba", "izquierda", "derecha")


@pytest.fixture(scope="module")
def casa_sala(carpeta_de_bases: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casa]:
    """Un servidor con invitaciones cortas."""
    propia = Casa(
        tmp_path_factory.mktemp("sala"), base_sembrada(carpeta_de_bases), SEGUNDOS_DE_INVITACION=str(SEGUNDOS)
    )
    yield propia
    propia.desmontar()


@pytest.fixture
def fabrica(request: pytest.FixtureRequest, navegador: "Browser", casa_sala: Casa) -> Iterator[Fabrica]:
    una = Fabrica(navegador, casa_sala)
    yield una
    una.cerrar(comprobar=not getattr(request.node, "fallo", False))


def entra(fabrica: Fabrica, numero: int, **como: object) -> Telefono:
    """Un suscriptor en la Sala."""
    t = fabrica(f"organiza{numero}", **como)  # type: ignore[arg-type]
    t.llegar(f"organiza{numero}@prueba.mx", siguiente="/enlinea/")
    t.ver("En vivo")
    return t


def reune(fabrica: Fabrica, *numeros: int) -> list[Telefono]:
    """Todos en la Sala, y el primero los ve."""
    reunidos = [entra(fabrica, n) for n in numeros]
    for n in numeros:
        reunidos[0].pagina.locator(".persona [data-nombre]", has_text=re.compile(rf"^organiza{n}( |$)")).wait_for()
    return reunidos


def sienta(quien: Telefono, *numeros: int) -> None:
    """Toca a cada uno. Siempre vale: quien llega o se va no corre la lista."""
    for n in numeros:
        boton = quien.pagina.locator(f'[data-elegible][data-nombre="organiza{n}"] button')
        boton.click()
        assert boton.get_attribute("aria-pressed") == "true"


def arma(quien: Telefono, *numeros: int) -> None:
    """Sienta a los tres en orden (arriba, izquierda, derecha) y crea la mesa."""
    quien.tocar("Armar una mesa")
    quien.ver("¿Quién es tu pareja?")
    sienta(quien, *numeros)
    quien.ver(re.compile("segundos para aceptar"))
    quien.tocar("Crear mesa")
    quien.esperar_ruta("/enlinea/$")
    quien.ver(re.compile("^Faltan? "))


def pasa_un_minuto(casa: Casa) -> None:
    """Para que se pueda volver a invitar a quien dijo que no (D177)."""
    with closing(sqlite3.connect(casa.base, timeout=20)) as base, base:
        base.execute("UPDATE enlinea_mesa SET cerrada = datetime(cerrada, '-61 seconds') WHERE motivo = 'rechazo'")


def test_armar_aceptar_y_los_cuatro_a_la_mesa(fabrica: Fabrica) -> None:
    ana, beto, caro, dani = reune(fabrica, 1, 2, 3, 4)
    beto.escribir("Tu mensaje", "¿Armamos? <b>ya</b>")
    beto.tocar("Enviar")
    ana.ver("¿Armamos? <b>ya</b>", dentro="[data-charla]")
    assert beto.pagina.locator("#charla-texto").input_value() == ""
    arma(ana, 2, 3, 4)
    for otro in (beto, caro, dani):
        otro.ver("organiza1 te invita a jugar")
        assert "te invita" in otro.pagina.title() or otro.pagina.title().startswith("Sala")
    assert 0 < int(beto.texto("[data-resta]")) <= SEGUNDOS
    for otro in (beto, caro):
        otro.tocar("Aceptar")
        otro.ver(re.compile("En cuanto acepten los cuatro"))
    ana.ver("Falta organiza4")
    dani.tocar("Aceptar")
    for cada in (ana, beto, caro, dani):
        with cada.tolerando(r"\b404\b", "WebSocket"):  # lo que sigue es de la mesa
            cada.esperar_ruta(r"/enlinea/mesa/\d+/$")
    assert len({cada.ruta for cada in (ana, beto, caro, dani)}) == 1


@pytest.mark.noche
def test_sin_senal_se_dice_junto_a_lo_que_se_escribe_en_la_platica(fabrica: Fabrica) -> None:
    """La pastilla y el aviso quedan varias pantallas arriba de quien escribe."""
    ana = entra(fabrica, 26)
    campo, dicho = ana.pagina.locator("#charla-texto"), ana.pagina.locator("[data-charla-estado]")
    campo.fill("¿hay alguien?")
    with ana.sin_red():
        dicho.get_by_text("No hay señal. Lo que envíes sale solo al volver.").wait_for()
        campo.press("Enter")
        dicho.get_by_text("No hay señal. Tu mensaje está por enviar: sale solo al volver.").wait_for()
        caja = dicho.bounding_box()
        assert caja is not None and caja["y"] + caja["height"] <= ana.pagina.viewport_size["height"]  # type: ignore[index]
        assert dicho.get_attribute("aria-live") == "polite"
    ana.ver("¿hay alguien?", dentro="[data-charla]")
    ana.pagina.wait_for_function("() => !document.querySelector('[data-charla-estado]').textContent")
    assert campo.input_value() == ""


@pytest.mark.noche
def test_la_respuesta_tarde_no_borra_lo_que_ya_se_escribe_ni_quita_el_foco(fabrica: Fabrica) -> None:
    ana = entra(fabrica, 25)
    soltar: list[Route] = []
    ana.pagina.route("**/enlinea/orden/charla/", lambda pedido: soltar.append(pedido))
    campo = ana.pagina.locator("#charla-texto")

    def manda(texto: str) -> None:
        campo.fill(texto)
        campo.press("Enter")
        ana.pagina.wait_for_function("() => document.querySelector('[data-charla-forma]').ariaBusy === 'true'")

    def contesta(texto: str) -> None:
        soltar.pop().continue_()
        ana.ver(texto, dentro="[data-charla]")
        ana.pagina.wait_for_function("() => document.querySelector('[data-charla-forma]').ariaBusy !== 'true'")

    manda("la primera")
    campo.fill("la segunda")
    campo.press("Enter")  # mientras va una no sale otra
    contesta("la primera")
    assert campo.input_value() == "la segunda"
    manda("la segunda")
    ana.pagina.locator("#ir-armar").focus()
    contesta("la segunda")
    assert campo.input_value() == ""
    assert ana.pagina.evaluate("document.activeElement.id") == "ir-armar"


@pytest.mark.noche
def test_un_no_y_un_silencio_regresan_a_todos_con_su_porque(fabrica: Fabrica, casa_sala: Casa) -> None:
    ana, beto, caro, dani = reune(fabrica, 5, 6, 7, 8)
    arma(ana, 6, 7, 8)
    beto.tocar("Aceptar")
    beto.ver(re.compile("En cuanto acepten"))  # si no, el «no» podía llegar antes que su «sí»
    caro.tocar("Ahora no")
    for cada in (ana, beto, dani):
        cada.ver(re.compile("organiza7 no quiso ahora"))
    ana.tocar("Armarla otra vez")
    ana.ver("Falta un lugar: izquierda")
    assert [ana.texto(f"[data-lugar={lugar}] [data-lugar-nombre]") for lugar in LUGARES] == [
        "organiza6",
        "Izquierda",
        "organiza8",
    ]
    ana.ver("¿Quién va a tu izquierda?")
    ana.ver("En vivo")
    assert revisar(ana) == []
    ana.no_ver(re.compile("no quiso ahora"))
    ana.pagina.go_back()
    ana.tocar("Entendido")
    ana.no_ver(re.compile("no quiso ahora"))
    pasa_un_minuto(casa_sala)
    arma(ana, 6, 7, 8)
    for otro in (beto, caro):
        otro.tocar("Aceptar")
    dani.ver("organiza5 te invita a jugar")
    ana.ver(re.compile("organiza8 no contestó a tiempo"), plazo=(SEGUNDOS + 8) * 1000)
    beto.ver(re.compile("organiza8 no contestó a tiempo"))
    dani.ver(re.compile("Se acabó el tiempo"))
    ana.ver("Practicar ahora")
    ana.tocar("Armarla otra vez")
    ana.tocar("Crear mesa")
    for otro in (beto, caro, dani):
        otro.ver("organiza5 te invita a jugar")


@pytest.mark.noche
def test_si_quien_organiza_cierra_su_pagina_se_cancela_y_se_dice(fabrica: Fabrica) -> None:
    ana, beto, _caro, _dani = reune(fabrica, 9, 10, 11, 12)
    arma(ana, 10, 11, 12)
    beto.tocar("Aceptar")
    beto.ver(re.compile("En cuanto acepten"))
    ana.pagina.close()
    beto.ver(re.compile("organiza9 se fue de la Sala"), plazo=SEGUNDOS * 1000)


@pytest.mark.noche
def test_dos_pestanas_son_una_persona_y_una_sola_va_a_la_mesa(fabrica: Fabrica) -> None:
    ana, beto, caro, dani = reune(fabrica, 13, 14, 15, 16)
    otra = Telefono(fabrica.casa, ana.pagina.context.new_page(), "otra pestaña")
    otra.abrir("/enlinea/")
    otra.ver("En vivo")
    assert ana.pagina.locator(".persona", has_text="organiza13").count() == 1
    arma(ana, 14, 15, 16)
    otra.ver(re.compile("^Faltan "))
    for t in (beto, caro, dani):
        t.tocar("Aceptar")
    beto.esperar_ruta(r"/enlinea/mesa/\d+/$")
    ana.pagina.wait_for_timeout(3000)
    rutas = sorted(t.ruta for t in (ana, otra))
    assert rutas[0] == "/enlinea/"
    assert re.match(r"/enlinea/mesa/\d+/$", rutas[1])
    (queda,) = [t for t in (ana, otra) if t.ruta == "/enlinea/"]
    queda.ver("Volver a la mesa")


@pytest.mark.noche
def test_lo_que_se_ve_es_accesible_y_cabe(fabrica: Fabrica) -> None:
    ana, beto, caro, _dani = reune(fabrica, 17, 18, 19, 20)
    malos: list[str] = []

    def mira(quien: Telefono, que: str) -> None:
        malos.extend(f"{que}: {m}" for m in revisar(quien))

    mira(ana, "sala")
    ana.tocar("Armar una mesa")
    ana.ver("¿Quién es tu pareja?")
    mira(ana, "armar")
    sienta(ana, 18, 19, 20)
    mira(ana, "armar con los tres")
    ana.tocar("Crear mesa")
    beto.ver("organiza17 te invita a jugar")
    mira(beto, "invitación")
    mira(ana, "espera")
    caro.tocar("Ahora no")
    ana.ver(re.compile("no quiso ahora"))
    mira(ana, "aviso")
    ana.abrir("/enlinea/mensajes/")
    mira(ana, "mensajes")
    assert malos == []


def test_todo_con_el_teclado(fabrica: Fabrica) -> None:
    ana, beto, caro, _dani = reune(fabrica, 21, 22, 23, 24)
    ana.pagina.set_viewport_size(GRANDE)
    ana.pagina.locator("#ir-armar").focus()
    ana.pagina.keyboard.press("Enter")
    ana.ver("¿Quién es tu pareja?")
    for n in (22, 23, 24):
        ana.pagina.locator(f'[data-elegible][data-nombre="organiza{n}"] button').focus()
        ana.pagina.keyboard.press("Enter")
    # con los tres puestos, el foco queda en «Crear mesa»
    assert ana.pagina.evaluate("document.activeElement.textContent").strip() == "Crear mesa"
    ana.pagina.keyboard.press("Enter")
    ana.esperar_ruta("/enlinea/$")
    beto.ver("organiza21 te invita a jugar")
    # otro acepta y la zona se repinta: el foco sigue en la invitación
    caro.tocar("Aceptar")
    beto.pagina.locator("[data-invitacion] .asiento", has_text="organiza23").filter(has_text="aceptó").wait_for()
    assert beto.pagina.evaluate("document.activeElement.textContent").strip() == "organiza21 te invita a jugar"
    beto.pagina.keyboard.press("Tab")
    assert beto.pagina.evaluate("document.activeElement.textContent").strip() == "Aceptar"
    beto.pagina.keyboard.press("Enter")
    beto.ver(re.compile("En cuanto acepten"))
    ana.tocar("Cancelar la mesa")
    beto.ver(re.compile("organiza21 la canceló"))


@pytest.mark.noche
def test_diez_minutos_sin_actividad_avisan_y_cierran_la_sesion(
    navegador: "Browser", carpeta_de_bases: Path, tmp_path: Path
) -> None:
    casa = Casa(tmp_path / "casa", base_sembrada(carpeta_de_bases), SEGUNDOS_SIN_ACTIVIDAD="8")
    fabrica = Fabrica(navegador, casa)
    try:
        ana = entra(fabrica, 1)
        ana.pagina.evaluate(APUNTAR_CLICS)
        ana.pagina.locator("#ir-armar").focus()
        ana.ver("¿Sigues aquí?")
        assert revisar(ana) == []
        # la tecla y el toque caen en «Sigo aquí» y no en lo que tapa ni en lo que tenía el foco
        ana.pagina.keyboard.press("Enter")
        ana.no_ver("¿Sigues aquí?")
        assert ana.pagina.evaluate("document.activeElement.id") == "ir-armar"
        ana.ver("¿Sigues aquí?")
        ana.boton("Sigo aquí").tap()
        ana.no_ver("¿Sigues aquí?")
        assert ana.ruta == "/enlinea/" and ana.pagina.evaluate("window.__clics") == ["Sigo aquí", "Sigo aquí"]
        ana.ver("¿Sigues aquí?")
        ana.esperar_ruta("/entrar/")
        ana.ver(re.compile("sin hacer nada y cerramos tu sesión"))
        ana.tranquilo()
    finally:
        fabrica.cerrar(comprobar=False)
        casa.desmontar()


def test_sin_guiones_se_ve_y_dice_que_falta(fabrica: Fabrica) -> None:
    ana = fabrica("sin guiones", java_script_enabled=False)
    ana.llegar("organiza26@prueba.mx", siguiente="/enlinea/")
    ana.ver(re.compile("hace falta JavaScript"))
    ana.ver("Practicar ahora")
    ana.abrir("/enlinea/armar/")
    assert ana.pagina.locator("select[name=arriba]").is_visible()


@pytest.mark.noche
def test_si_el_servidor_muere_la_pagina_vuelve_sola(
    navegador: "Browser", carpeta_de_bases: Path, tmp_path: Path
) -> None:
    casa = Casa(tmp_path / "casa", base_sembrada(carpeta_de_bases))
    fabrica = Fabrica(navegador, casa)
    try:
        ana, beto = entra(fabrica, 1), entra(fabrica, 2)
        ana.ver("organiza2")
        with ana.tolerando("."), beto.tolerando("."):
            casa.matar()
            ana.ver(re.compile("Conectando…|Sin señal"))
            casa.prender()
            ana.ver("En vivo", plazo=30_000)
            beto.ver("En vivo", plazo=30_000)
            beto.escribir("Tu mensaje", "¿sigues?")
            beto.tocar("Enviar")
            ana.ver("¿sigues?", dentro="[data-charla]")
    finally:
        fabrica.cerrar(comprobar=False)
        casa.desmontar()
