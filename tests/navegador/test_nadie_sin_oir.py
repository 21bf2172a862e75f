"""Quien organiza también juega: una velada en que nunca abre el tablero y no se le va nada (RE5, RE6, D290-D295)."""

import re

import pytest
from playwright.sync_api import expect

from tests.navegador.letra import en_cada_letra
from tests.navegador.revisiones import toques_chicos
from tests.navegador.telefono import PACIENCIA, Fabrica, Telefono
from tests.navegador.vocabulario import (
    Mano,
    Recreo,
    anota,
    arma,
    confirma,
    empieza,
    enlace_de_invitacion,
    entra,
    mi_mesa,
    prepara,
    queda_anotada,
)

pytestmark = pytest.mark.navegador

NOMBRES = ("Memo", "Beto", "Carmen", "Nacho", "Mari", "Toño", "Lupe", "Rosa")
"""Partida 1: mesa 1, Memo y Beto contra Carmen y Nacho; mesa 2, Mari y Toño contra Lupe y Rosa."""
DIECISEIS = (*NOMBRES, "María Guadalupe", "Don Chucho", "Tere", "Güera", "Rafa", "Queta", "José Antonio", "Yola")


def en_la_barra(t: Telefono, letrero: str) -> None:
    """Toca ese botón de la barra, como quien ya leyó: lo que acaba de aparecer bajo el dedo aún no obedece."""
    boton = t.pagina.locator('[data-zona="avisa"]').get_by_text(letrero, exact=True).locator("visible=true").first
    boton.wait_for(state="visible", timeout=PACIENCIA)
    t.pagina.wait_for_function("() => !document.body.hasAttribute('data-avisa-sorda')", timeout=PACIENCIA)
    boton.click()


def cuando_sono(t: Telefono) -> int:
    return int(t.pagina.locator("body").get_attribute("data-sono") or 0)


def suena(t: Telefono, tras: int = 0) -> None:
    """Suena, otra vez si ya lo había hecho (`tras`, cuándo): el aviso se pinta un momento antes."""
    t.pagina.wait_for_function("(tras) => +document.body.getAttribute('data-sono') > tras", arg=tras)


SORDERAS = """() => {
  window.sorderas = [];
  new MutationObserver(() => window.sorderas.push(document.body.getAttribute('data-avisa-sorda') || ''))
    .observe(document.body, { attributes: true, attributeFilter: ['data-avisa-sorda'] });
}"""


@pytest.mark.noche
def test_una_velada_en_que_quien_organiza_nunca_abre_el_tablero(telefono: Fabrica) -> None:
    memo, mari, lupe = telefono("Memo"), telefono("Mari"), telefono("Lupe")
    recreo = arma(memo, "organiza40@prueba.mx", NOMBRES)
    enlace = enlace_de_invitacion(recreo)
    entra(recreo, 5, mari, enlace)
    entra(recreo, 7, lupe, enlace)
    lupe.abrir(recreo.ruta("mesas/"))
    empieza(recreo)
    visitadas: list[str] = []
    memo.abrir(recreo.ruta("clasificacion/"))
    memo.pagina.on("framenavigated", lambda marco: visitadas.append(marco.url))
    a_cada_quien_le_toca(memo, lupe)
    lo_llaman_mientras_anota(recreo, memo, lupe)
    proponen_default(recreo, memo, mari)
    se_va_quien_anota(recreo, memo, mari, lupe)
    cierra_las_dos_y_sigue(recreo, memo, lupe)
    assert not [url for url in visitadas if "/tablero/" in url]


@pytest.mark.noche
def test_de_empezar_a_anunciar_el_final_sin_abrir_el_tablero(telefono: Fabrica) -> None:
    memo, beto = telefono("Memo"), telefono("Beto")
    recreo = arma(memo, "organiza77@prueba.mx", NOMBRES[:4])
    entra(recreo, 2, beto, enlace_de_invitacion(recreo))
    empieza(recreo)
    visitadas: list[str] = []
    memo.abrir(recreo.ruta("clasificacion/"))
    memo.pagina.on("framenavigated", lambda marco: visitadas.append(marco.url))
    beto.abrir(recreo.ruta("mesa/"))
    beto.clave("anoto-yo")
    beto.desplegar("falta-alguien")
    beto.pagina.locator('#falta-alguien [value="4"]').uncheck()
    beto.clave("guardar-asistencia")
    beto.clave("proponer")
    memo.ver("La mesa 1 propone default.")
    en_la_barra(memo, "Default a la 1")
    memo.tocar("Terminar la mesa 1 así")
    memo.esperar_ruta("/mesa/$")
    for partida in (2, 3):
        memo.pagina.evaluate(SORDERAS)
        en_la_barra(memo, f"Empezar la {partida}")
        memo.no_ver(f"La partida {partida - 1} terminó.")
        # la barra se encogió bajo el dedo: ahí mismo, un momento no obedece (D853)
        assert any("dedo" in s for s in memo.pagina.evaluate("window.sorderas"))
        beto.abrir(recreo.ruta("mesa/"))
        prepara(recreo, beto, 2)
        anota(recreo, beto, partida, 1, Mano.de("D0:100"))
        confirma(beto)
        en_la_barra(memo, "Cerrar la 1")
        memo.tocar("Cerrar la mesa 1")
        memo.esperar_ruta("/mesa/$")
    memo.ver("Se jugó todo.")
    en_la_barra(memo, "Revisar y anunciar")
    memo.esperar_ruta("/final/$")
    memo.tocar("Anunciar el final", exacto=True)
    memo.esperar_ruta("/clasificacion/$")
    beto.ver("El Recreo terminó")
    # la otra con los mismos le sale sola, y con un toque está dentro (D817)
    memo.clave("otra")
    memo.esperar_ruta("/invitar/$")
    beto.ver("Memo armó otra con los mismos.")
    en_la_barra(beto, "Entrar como Beto")
    beto.ver("Ya estás dentro, Beto")
    memo.ver("Han entrado 2 de 4")
    assert not [url for url in visitadas if "/tablero/" in url]


def a_cada_quien_le_toca(memo: Telefono, lupe: Telefono) -> None:
    lupe.ver("Te toca: mesa 2.")
    lupe.ver("Con Rosa, contra Mari y Toño")
    memo.ver("Te toca: mesa 1.")
    assert memo.pagina.title().startswith("(1) ")
    en_la_barra(memo, "Ir a mi mesa")
    memo.esperar_ruta("/mesa/$")
    memo.tocar("Sí, avísame")
    suena(memo)  # al aceptarlo, para oír cómo


def lo_llaman_mientras_anota(recreo: Recreo, memo: Telefono, lupe: Telefono) -> None:
    prepara(recreo, recreo.telefonos[5], 5)
    prepara(recreo, memo, 1)
    memo.tocar("Anotar mano 1")
    memo.pagina.locator('[data-cifra="4"]').click()
    antes = cuando_sono(memo)
    mi_mesa(recreo, lupe)
    lupe.desplegar("mas-mesa", "llamar")
    lupe.escribir("¿Para qué?", "No cuadra")
    lupe.clave("llamar")
    memo.ver("La mesa 2 te llama.")
    memo.ver("Lupe: «No cuadra»")
    suena(memo, tras=antes)
    memo.ver("La mesa 2 te llama.", dentro="#dicho")
    lupe.ver(re.compile("^Memo ya vio la llamada, a las"))
    en_la_barra(memo, "Ya voy a la 2")
    lupe.abrir(recreo.ruta("clasificacion/"))
    lupe.ver(re.compile("^Memo va para allá"))
    memo.no_ver("La mesa 2 te llama.")
    memo.pagina.locator('[data-cifra="0"]').click()  # lo que llevaba escrito sigue ahí
    memo.tocar("Dominada +40 para Memo y Beto")
    queda_anotada(memo)


def proponen_default(recreo: Recreo, memo: Telefono, mari: Telefono) -> None:
    memo.abrir(recreo.ruta("mesas/"))
    mi_mesa(recreo, mari)
    mari.desplegar("mas-mesa", "proponer")
    mari.clave("default-8")
    memo.ver("La mesa 2 propone default.")
    memo.ver("Falta Rosa")
    en_la_barra(memo, "Que espere la 2")
    memo.no_ver("La mesa 2 propone default.")


def se_va_quien_anota(recreo: Recreo, memo: Telefono, mari: Telefono, lupe: Telefono) -> None:
    anota(recreo, mari, 1, 2, Mano.de("D1:30"))
    mari.pagina.close()
    mi_mesa(recreo, lupe)
    lupe.desplegar("mas-mesa", "ya-no-esta")
    lupe.clave("ya-no-esta")
    memo.abrir(recreo.ruta("castigo/"))
    memo.ver("La mesa 2 se quedó sin quien anote.")
    memo.ver("Lupe dice que Mari ya no está")
    en_la_barra(lupe, "Anoto yo")
    lupe.boton("Anotar mano 2").wait_for()
    memo.no_ver("La mesa 2 se quedó sin quien anote.")


def cierra_las_dos_y_sigue(recreo: Recreo, memo: Telefono, lupe: Telefono) -> None:
    anota(recreo, lupe, 1, 2, Mano.de("D1:70"))
    confirma(lupe)
    memo.abrir(recreo.ruta("clasificacion/"))
    memo.ver("La mesa 2 espera que la cierres.")
    en_la_barra(memo, "Cerrar la 2")
    memo.tocar("Cerrar la mesa 2")
    memo.esperar_ruta("/mesa/$")
    anota(recreo, memo, 1, 1, Mano.de("D0:60"))
    confirma(memo)
    memo.ver("La mesa 1 espera que la cierres.")
    en_la_barra(memo, "Cerrar la 1")
    memo.tocar("Cerrar la mesa 1")
    memo.ver("La partida 1 terminó.")
    lupe.abrir(recreo.ruta("clasificacion/"))
    en_la_barra(memo, "Empezar la 2")
    memo.no_ver("La partida 1 terminó.")
    lupe.ver(re.compile(r"^Te toca: mesa \d\."))
    assert lupe.pagina.title().startswith("(1) ")


def test_lo_que_la_barra_mueve_no_obedece_y_lo_de_este_telefono_se_recuerda(telefono: Fabrica) -> None:
    memo, lupe = telefono("Memo"), telefono("Lupe")
    recreo = arma(memo, "organiza41@prueba.mx", DIECISEIS)
    entra(recreo, 7, lupe, enlace_de_invitacion(recreo))
    empieza(recreo)
    memo.abrir(recreo.ruta("avisos/"))
    timbre = memo.pagina.get_by_role("switch", name=re.compile("Sonido y vibración"))
    timbre.click()
    assert timbre.get_attribute("aria-checked") == "true"
    assert memo.pagina.locator('[data-interruptor="push"]').is_hidden(), "sin llave en la casa no se ofrece"
    mi_mesa(recreo, memo)
    assert memo.pagina.locator("[data-aparato]").is_hidden(), "ya se contestó"
    memo.pagina.evaluate(SORDERAS)
    alto = memo.pagina.locator("#contenido").bounding_box()
    lupe.desplegar("mas-mesa", "llamar")
    lupe.clave("llamar")
    # quien llama, desde el pie, ve que su llamada salió (D710)
    expect(lupe.ver(re.compile("^(La llamada a Memo salió|Memo ya vio)"))).to_be_in_viewport(timeout=PACIENCIA)
    memo.ver("La mesa 2 te llama.")
    ahora = memo.pagina.locator("#contenido").bounding_box()
    corrio = abs((ahora or {"y": 0})["y"] - (alto or {"y": 0})["y"])
    assert corrio <= 6 or any("abajo" in cual for cual in memo.pagina.evaluate("window.sorderas"))
    # dicha una vez: al abrir otra pantalla no se oye otra vez
    memo.abrir(recreo.ruta("clasificacion/"))
    memo.ver("La mesa 2 te llama.")
    assert "te llama" not in memo.pagina.locator("#dicho").inner_text()
    memo.abrir(recreo.ruta("tablero/"))
    las_cuatro_mesas_caben(memo)


@pytest.mark.noche
def test_con_las_cuatro_cerradas_tambien_caben(telefono: Fabrica) -> None:
    memo = telefono("Memo")
    recreo = arma(memo, "organiza43@prueba.mx", DIECISEIS)
    empieza(recreo)
    for mesa in range(1, 5):
        memo.abrir(recreo.ruta(f"partida/1/mesa/{mesa}/default/"))
        memo.pagina.get_by_label(recreo.pareja(1, mesa, 0)).check()
        memo.tocar(f"Terminar la mesa {mesa} así")
        memo.esperar_ruta("/tablero/$")
    memo.ver("La partida 1 está cerrada.")
    pies, barra, menor = memo.pagina.evaluate(LO_QUE_CABE)
    assert len(pies) == 4 and max(pies) <= barra and menor >= 16, f"{pies} y la barra en {barra}"
    memo.desplegar("mas-mesa-4")
    memo.clave("reabrir-4")
    memo.tocar("Sí, reabrir")
    memo.ver("Falta decir por qué")


LO_QUE_CABE = """() => [
  [...document.querySelectorAll('.m4')].map((n) => Math.ceil(n.getBoundingClientRect().bottom)),
  document.querySelector('.barra').getBoundingClientRect().top,
  Math.min(...[...document.querySelectorAll('.m4 *')].map((n) => parseFloat(getComputedStyle(n).fontSize)))]"""


def las_cuatro_mesas_caben(t: Telefono) -> None:
    """A 360×740, sin bajar: una que llama y las cuatro sin quien anote, la que llama primero (D311, D700)."""
    t.ver("La mesa 2 te llama.")
    for letra in en_cada_letra(t.pagina):
        pies, barra, menor = t.pagina.evaluate(LO_QUE_CABE)
        assert len(pies) == 4 and max(pies) <= barra, f"{pies} y la barra en {barra}, letra {letra}"
        assert menor >= 16
    assert t.pagina.locator(".m4__n").first.inner_text().split() == ["Mesa", "2"]
    assert toques_chicos(t.pagina) == []


@pytest.mark.noche
def test_la_llamada_se_retira_y_la_mesa_se_pasa_y_se_toma_otra_vez(telefono: Fabrica) -> None:
    memo, beto, carmen = telefono("Memo"), telefono("Beto"), telefono("Carmen")
    recreo = arma(memo, "organiza79@prueba.mx", NOMBRES)
    enlace = enlace_de_invitacion(recreo)
    entra(recreo, 2, beto, enlace)
    entra(recreo, 3, carmen, enlace)
    empieza(recreo)
    prepara(recreo, beto, 1)
    memo.abrir(recreo.ruta("partida/1/mesa/1/anotar/"))
    mi_mesa(recreo, carmen)
    carmen.desplegar("mas-mesa", "llamar")
    carmen.escribir("¿Para qué?", "Se volteó una ficha y nadie sabe si se vuelve a repartir la mano")
    carmen.clave("llamar")
    memo.ver("La mesa 1 te llama.")
    en_sus_renglones_y_sin_tapar_las_teclas(memo)
    carmen.ver(re.compile("^Memo ya vio la llamada"))
    carmen.desplegar("mas-mesa", "llamar")
    with carmen.tolerando("409"):
        carmen.clave("insistir")
        carmen.ver(re.compile(r"^Acaba de sonarle. Puedes insistir en \d+ segundos"))
    carmen.escribir("¿Para qué?", "Ya no urge")
    carmen.clave("cambiar-motivo")
    memo.ver("Carmen: «Ya no urge»")
    carmen.clave("ya-se-arreglo-arriba")
    memo.ver("La mesa 1 ya no te necesita.")
    carmen.no_ver("Ya se arregló")
    # pasar la mesa se pregunta, y quien la pasó la toma otra vez
    beto.desplegar("mas-mesa", "otro-anota", "pasar-a-3")
    beto.ver(re.compile("^Desde ahora anota Carmen en su teléfono, y tú ya no."))
    beto.clave("cambia-a-3")
    carmen.ver("Ahora anotas tú la mesa 1.")
    carmen.ver("Te la pasó Beto")
    beto.ver("Ahora anota Carmen.")
    en_la_barra(beto, "Vuelvo a anotar yo")
    carmen.ver("Beto vuelve a anotar la mesa.")
    beto.boton(re.compile("^Anotar mano 1")).wait_for()
    carmen.pagina.get_by_role("link", name=re.compile("^Anotar mano")).wait_for(state="detached")


def en_sus_renglones_y_sin_tapar_las_teclas(t: Telefono) -> None:
    barra = t.pagina.locator('[data-zona="avisa"]').bounding_box()
    assert barra["height"] <= 100, barra  # hasta cuatro renglones (D799)
    el_resto_se_lee_de_un_toque_y_con_el_teclado(t, ".teclado")
    t.pagina.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    barra, teclas = t.pagina.locator('[data-zona="avisa"]').bounding_box(), t.pagina.locator(".teclado").bounding_box()
    assert barra["y"] + barra["height"] <= teclas["y"], "se va con la página"


MIDE = """() => {
  const caja = (n) => n.getBoundingClientRect(), alto = document.documentElement.clientHeight;
  const cifras = [...document.querySelectorAll('.mano-ya__cifras button')].map(caja);
  const que = caja(document.getElementById('mano-ya')), contenido = document.querySelector('[data-zona="contenido"]');
  return {
    cifra: Math.min(...cifras.map((c) => Math.min(c.width, c.height))), cuantas: cifras.length,
    faltan: caja(document.querySelector('.marcador__falta')).bottom <= que.top,
    pregunta: que.height > 0 && que.bottom <= alto,
    alPie: caja(document.querySelector('.aparato')).top >= caja(contenido).bottom - 1
  };
}"""
LARGA = """(detalle) => {
  const texto = document.querySelector('[data-zona="avisa"]');
  texto.innerHTML = `<div class="avisa" data-avisa><div class="avisa__cosa" data-cosa="te_toca"><p class="avisa__texto">
    <strong>Te toca: mesa 1.</strong>
    <span class="avisa__detalle"></span>
    <button type="button" class="avisa__entera" id="te_toca-entera" data-entera aria-label="Leer" hidden></button>
    </p><div class="avisa__toques"><a class="boton" href="#">Ir a mi mesa</a></div></div></div>`;
  texto.querySelector('.avisa__detalle').textContent = detalle;
  document.dispatchEvent(new CustomEvent('vivo:zonas'));
  const p = texto.querySelector('p');
  return p.scrollHeight - p.clientHeight;
}"""
NO_CABE = "Con María Guadalupe, contra Carmen y Chucho, y Doña Chayo espera a que le digan con quién le toca después"
QUIETA = """([ancho, alto]) => innerWidth === ancho && innerHeight === alto
  && document.body.getAttribute('data-conexion-estado') === 'en_vivo'
  && document.querySelector('[data-de-antes]').hidden && !document.body.hasAttribute('data-avisa-sorda')"""
"""La pantalla ya mide eso, es la de ahora y no la guardada, y nada se acaba de mover. Con la máquina cargada el
servidor tarda más de lo que se le espera: se abre la guardada, que además dice de qué hora es y ocupa un renglón."""


def test_la_mesa_de_quien_anota_de_lado_y_en_la_computadora(telefono: Fabrica) -> None:
    """D798, D799 y D822: cifras de 48 px y con su pregunta, los avisos al pie, y ninguna frase cortada arriba."""
    memo = telefono("Memo")
    recreo = arma(memo, "organiza78@prueba.mx", NOMBRES[:4])
    empieza(recreo)
    prepara(recreo, memo, 1)
    memo.pagina.locator("#mano-ya").wait_for(state="visible")
    for ancho, alto in ((360, 740), (740, 360), (1024, 768), (1280, 800)):
        memo.pagina.set_viewport_size({"width": ancho, "height": alto})
        memo.pagina.wait_for_function(QUIETA, arg=[ancho, alto], timeout=PACIENCIA)
        visto = memo.pagina.evaluate(MIDE)
        assert visto["cifra"] >= 48 and visto["cuantas"] == 10, (ancho, visto)
        assert visto["pregunta"] and visto["faltan"] and visto["alPie"], (ancho, visto)
    memo.pagina.set_viewport_size({"width": 360, "height": 740})
    memo.pagina.wait_for_function(QUIETA, arg=[360, 740], timeout=PACIENCIA)
    assert memo.pagina.evaluate(LARGA, "Con María Guadalupe, contra Carmen y Chucho") <= 1
    assert memo.pagina.locator("[data-entera]").is_hidden(), "cupo: no hay nada que abrir"
    assert memo.pagina.evaluate(LARGA, NO_CABE) > 1
    el_resto_se_lee_de_un_toque_y_con_el_teclado(memo, "#contenido")


def el_resto_se_lee_de_un_toque_y_con_el_teclado(t: Telefono, abajo: str) -> None:
    """D822: lo que acaba en «…» crece en su lugar sin mover lo de `abajo`."""
    t.pagina.wait_for_function("() => !document.body.hasAttribute('data-avisa-sorda')", timeout=PACIENCIA)
    boton, texto = t.pagina.locator("[data-avisa] > .avisa__cosa [data-entera]"), t.pagina.locator(".avisa__texto")
    caja, antes = boton.bounding_box(), t.pagina.locator(abajo).bounding_box()
    assert caja and antes and min(caja["width"], caja["height"]) >= 48
    for abre, cierra in ((boton.click, "Escape"), (lambda: boton.press("Enter"), "Enter")):
        abre()
        assert boton.get_attribute("aria-expanded") == "true"
        assert texto.first.evaluate("(p) => p.scrollHeight - p.clientHeight") <= 1
        ahora = t.pagina.locator(abajo).bounding_box()
        assert ahora and abs(ahora["y"] - antes["y"]) < 1, "no empuja nada"
        boton.press(cierra)
        assert boton.get_attribute("aria-expanded") == "false"
