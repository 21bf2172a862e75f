"""La Academia en el navegador: repetir con teclado en un teléfono, el enlace a un punto, y una rama (AC1, AC2)."""

import json
import re
from typing import Any

import pytest

from tests.navegador.casa import Casa
from tests.navegador.recorrido_academia import jugada, ruta, sembrar, sentada, simular
from tests.navegador.revisiones import revisar
from tests.navegador.telefono import Fabrica

pytestmark = pytest.mark.navegador
PACIENCIA = 60_000


@pytest.fixture(scope="module")
def ficha(casa: Casa) -> dict[str, Any]:
    return sembrar(casa)


def test_se_repite_con_el_teclado_en_un_telefono(telefono: Fabrica, ficha: dict[str, Any]) -> None:
    t = sentada(telefono, ficha)
    t.abrir("/enlinea/academia/")
    t.pagina.locator(".ac-partida").first.click()
    t.ver("recién repartidas")
    teclas = t.pagina.keyboard
    for _ in range(3):
        teclas.press("ArrowRight")
    assert jugada(t) == 3
    assert t.pagina.locator("[data-tablero] [data-ficha]").count() == 3
    t.esperar_ruta(r"\?mano=1&jugada=3$")
    teclas.press("ArrowLeft")
    teclas.press("End")
    total = jugada(t)
    assert total == t.pagina.locator("[data-tablero] [data-ficha]").count() > 9
    assert re.search(r"Domin|Cierre", t.texto("[data-dice]"))
    teclas.press("Home")
    assert jugada(t) == 0
    t.pagina.get_by_label("Velocidad").select_option("300")
    t.pagina.locator("body").evaluate("() => document.activeElement.blur()")
    teclas.press("Space")
    t.pagina.wait_for_function("() => AmigosAcademia.paso() >= 2")
    teclas.press("Space")
    parada = jugada(t)
    t.pagina.wait_for_timeout(700)
    assert jugada(t) == parada
    teclas.press("PageDown")
    t.pagina.wait_for_function("() => AmigosAcademia.vista().mano === 2")
    t.pagina.locator("[data-jugadas] button[data-n='5']").click()
    assert jugada(t) == 5
    t.esperar_ruta(r"\?mano=2&jugada=5$")
    t.pagina.locator("[data-desliza]").fill("8")
    assert jugada(t) == 8


@pytest.mark.noche
def test_en_el_telefono_el_nombre_de_quien_sigue_no_se_parte(telefono: Fabrica, ficha: dict[str, Any]) -> None:
    t = sentada(telefono, ficha)
    t.abrir(ruta(ficha, "?mano=1&jugada=0"))
    turno = t.pagina.locator(".ac-jugador--turno")
    turno.wait_for()
    assert turno.locator(".ac-hace").inner_text().strip() in ("le toca", "te toca")
    alto = "(n) => n.getBoundingClientRect().height / parseFloat(getComputedStyle(n).lineHeight)"
    turno.locator(".ac-jugador__nombre").evaluate("(n) => { n.textContent = 'Chucho'; }")
    assert turno.locator(".ac-jugador__nombre").evaluate(alto) < 1.5


@pytest.mark.noche
def test_solo_mi_mano_tapa_las_demas(telefono: Fabrica, ficha: dict[str, Any]) -> None:
    t = sentada(telefono, ficha, 1)
    t.abrir(ruta(ficha))
    assert t.pagina.locator(".ac-fichas use[*|href='#dorso']").count() == 0
    t.pagina.get_by_label("Sólo mi mano").check()
    assert t.pagina.locator(".ac-fichas use[*|href='#dorso']").count() == 21
    t.pagina.reload()
    assert t.pagina.locator(".ac-fichas use[*|href='#dorso']").count() == 21


@pytest.mark.noche
def test_el_enlace_a_un_punto_lo_abre_quien_la_jugo(telefono: Fabrica, ficha: dict[str, Any]) -> None:
    t = sentada(telefono, ficha, 2)
    t.abrir(ruta(ficha, "?mano=2&jugada=7"))
    t.ver("Jugada 7 de")
    enlace = str(t.pagina.locator("[data-copia]").get_attribute("data-copiar"))
    assert enlace.endswith(ruta(ficha, "?mano=2&jugada=7"))
    otra = sentada(telefono, ficha, 3)
    otra.abrir(enlace)
    otra.ver("Jugada 7 de")
    assert "<b>Beto</b>" in t.texto("[data-par=arriba]") + t.texto("[data-par=abajo]")


@pytest.mark.noche
def test_una_rama_se_simula_se_guarda_y_se_compara(telefono: Fabrica, ficha: dict[str, Any]) -> None:
    t = sentada(telefono, ficha)
    t.abrir(ruta(ficha))
    simular(t, 3, "Con la otra")
    t.tocar("Guardar", exacto=True)
    t.esperar_ruta(r"rama=\d+")
    t.ver("Rama «Con la otra»")
    t.tocar(re.compile("^Comparar las ramas"))
    t.ver("Mano 1, lado a lado")
    t.pagina.get_by_label("Cuál en la mano 1").select_option(label="Con la otra")
    t.tocar("Ver cómo quedaría")
    t.ver(re.compile("Así habrían ganado|no habría terminado"))
    t.tocar(re.compile("^Borrar"))
    t.ver("La rama se borró")
    t.tocar("Deshacer")
    t.ver("está de vuelta")


@pytest.mark.noche
def test_dejar_de_simular_vuelve_a_lo_que_paso(telefono: Fabrica, ficha: dict[str, Any]) -> None:
    t = sentada(telefono, ficha)
    t.abrir(ruta(ficha, "?mano=1&jugada=2"))
    era = t.pagina.evaluate("JSON.stringify(AmigosAcademia.vista())")
    t.tocar("Simular desde aquí")
    t.ver(re.compile("^Simulación"))
    t.tocar("Que sigan solos")
    t.pagina.wait_for_function("() => AmigosAcademia.vista().desde === 2 && AmigosAcademia.paso() > 3")  # se ven jugar
    t.tocar("Dejar de simular")
    assert t.pagina.evaluate("JSON.stringify(AmigosAcademia.vista())") == era
    assert jugada(t) == 2


def test_dar_el_enlace_lo_ensena_sin_recargar_a_mano(telefono: Fabrica, ficha: dict[str, Any]) -> None:
    """A la misma dirección con «#enlace» el navegador sólo se desliza, y parecía que no pasó nada (D662)."""
    t = sentada(telefono, ficha)
    t.abrir(ruta(ficha, "estudio/?mano=1&jugada=1"))
    t.ver("Jugada 1 de")
    caja, choque = t.pagina.locator("#es-texto"), t.pagina.locator("[data-choque]")
    # lo escrito sin guardar se guarda con el enlace, y se dice antes (D685)
    caja.fill("Aquí <b>dudé</b>")
    t.ver("al tocar el botón se guarda también")
    t.pagina.get_by_role("button", name="Dar el enlace").dblclick()
    t.ver("Se ve con este enlace")
    enlace = t.pagina.locator("[data-ver]").get_attribute("href") or ""
    visita = telefono("quien llega")
    visita.abrir(enlace)
    visita.ver("Aquí <b>dudé</b>")
    # otra pestaña guardó otra cosa: nada se pisa, tampoco al recargar, y escoge (D686)
    guarda = """(texto) => fetch(document.querySelector('[data-comenta]').action, {method: 'POST',
      headers: {'X-Requested-With': 'XMLHttpRequest', 'X-CSRFToken': Amigos.llave()},
      body: new URLSearchParams({mano: 1, jugada: 1, texto, id_orden: Amigos.uuid()})}).then((r) => r.status)"""
    assert t.pagina.evaluate(guarda, "Lo de la otra") == 200
    caja.fill("Lo mío")
    with t.tolerando("409"):
        t.pagina.get_by_role("button", name="Guardar comentario").dblclick()
        choque.wait_for()
        assert "«Lo de la otra»" in choque.inner_text() and revisar(t) == []
        t.pagina.reload()
        t.ver("Sin guardar")
        assert caja.input_value() == "Lo mío"
        t.tocar("Guardar comentario")
        choque.wait_for()
    t.tocar("Guardar lo mío")
    choque.wait_for(state="hidden")
    t.ver("Compartir jugada")
    t.escribir("Título", "<b>El cierre</b>")
    t.tocar("Guardar cómo se ve")
    t.pagina.locator("[data-compartir='<b>El cierre</b>']").wait_for()
    assert t.pagina.locator("[data-ver]").get_attribute("href") == enlace
    t.tocar("Quitar el enlace")
    t.ver("Dar el enlace")
    # quien lo tenía abierto lee que se quitó, no que revise su señal (D687)
    with visita.tolerando("404"):
        visita.pagina.locator("[data-mano='2']").first.click()
        visita.ver("quitó el enlace", "[data-dice]")
    t.tranquilo()


def test_un_acta_pegada_se_repite(telefono: Fabrica, ficha: dict[str, Any]) -> None:
    t = sentada(telefono, ficha)
    t.abrir("/enlinea/academia/")
    acta = t.pagina.evaluate(f"fetch('/enlinea/partidas/{ficha['partida']}/acta.json').then((r) => r.json())")
    acta["asientos"][0] = "Otra"
    t.tocar("Importar un acta")
    t.escribir("O pega aquí su texto", json.dumps(acta))
    t.escribir("Cómo la quieres llamar", "Del archivo")
    t.tocar("Importar", exacto=True)
    t.esperar_ruta(r"/importada/\d+/")
    t.ver("Del archivo")
    t.pagina.keyboard.press("End")
    t.ver(re.compile("Domin|Cierre"), "[data-dice]")


def test_el_analisis_dice_lo_que_costo_y_lo_que_valia(telefono: Fabrica, ficha: dict[str, Any]) -> None:
    t = sentada(telefono, ficha)
    t.abrir(ruta(ficha))
    t.ver(re.compile("Con el mejor juego de los cuatro"))
    t.pagina.locator(".ac-jugada__costo").first.click()
    error = t.texto("[data-analiza]")
    assert re.search(
        r"Costó \d+ tantos?.*(Imprecisión|Error|Error grave), con las cuatro manos a la vista.*Lo mejor era ",
        error,
        re.S,
    )
    assert re.search(r"todos juegan lo mejor: con .* para (ustedes|ellos)", error)
    assert jugada(t) > 0
    antes = jugada(t)
    t.tocar("Ver cómo seguía la mejor")
    t.pagina.wait_for_function("() => AmigosAcademia.vista().desde !== null")
    assert t.pagina.evaluate("AmigosAcademia.vista().desde") == antes - 1
    assert t.pagina.evaluate("!!AmigosAcademia.vista().cuenta")


def test_de_un_error_se_pasa_al_siguiente_y_cada_valor_dice_su_lado(telefono: Fabrica, ficha: dict[str, Any]) -> None:
    """A 360 px se ven juntos el tablero, lo que pasó y lo que valía; y la gráfica se recorre con las flechas."""
    t = sentada(telefono, ficha, pantalla={"width": 360, "height": 740})
    t.abrir(ruta(ficha))
    t.ver(re.compile("Con el mejor juego de los cuatro"))
    luego, antes = (t.pagina.get_by_role("button", name=n) for n in ("Siguiente error", "Error anterior"))
    assert antes.get_attribute("aria-disabled") == "true"
    luego.click()
    primero = jugada(t)
    luego.click()
    assert jugada(t) > primero and re.search(r"^(\?!|\?|\?\?)Costó \d+ tantos?", t.texto("[data-fallo]").strip())
    # la que se tiró y la mejor, cada una con su lado y el número de su punta
    terminales = t.pagina.evaluate("AmigosAcademia.vista().pasos[AmigosAcademia.paso() - 1].terminales")
    lados = t.pagina.locator(".ac-vale .ac-vale__lado")
    assert lados.count() and set(t.pagina.locator(".ac-vale__palabra").all_text_contents()) <= {"arriba", "abajo"}
    assert set(t.pagina.locator(".ac-vale__punta").all_text_contents()) <= {f"en el {n}" for n in terminales}
    assert t.pagina.locator(".ac-vale__hecha").count() == 1
    mandos = t.pagina.locator("[data-mandos]").bounding_box()
    for que in ("[data-tablero]", "[data-dice]", "[data-fallo]", "[data-razon]"):
        caja = t.pagina.locator(que).first.bounding_box()
        assert caja and mandos and caja["y"] >= 0 and caja["y"] + caja["height"] <= mandos["y"], que
    assert t.pagina.locator(".ac-marca-error").count() == t.pagina.locator(".ac-grafica__error").count() > 1
    antes.click()
    assert jugada(t) == primero
    grafica = t.pagina.get_by_role("slider", name="Lo que vale la mano, jugada por jugada")
    dicho = str(grafica.get_attribute("aria-valuetext"))
    assert re.search(
        rf"^Jugada {primero} de \d+: .*(ustedes|ellos|nadie)\. Costó \d+ tantos?, (imprecisión|error)", dicho
    )
    grafica.focus()
    t.pagina.keyboard.press("ArrowRight")
    assert jugada(t) == primero + 1 and grafica.get_attribute("aria-valuenow") == str(primero + 1)
    antes.click()
    t.tocar("Ver cómo seguía la que se tiró")
    t.pagina.wait_for_function("() => AmigosAcademia.vista().desde !== null && AmigosAcademia.vista().cuenta")
    # se cuenta en otro proceso, que cede a los demás
    t.pagina.wait_for_selector(".ac-var", timeout=PACIENCIA)
    assert t.pagina.locator(".ac-vale > li").count()


def test_se_podia_saber_dice_en_cuantas_manos(telefono: Fabrica, ficha: dict[str, Any]) -> None:
    t = sentada(telefono, ficha)
    t.abrir(ruta(ficha))
    t.ver(re.compile("Con el mejor juego de los cuatro"))
    # el último de la mano: con pocas fichas se cuenta en un momento
    while t.pagina.get_by_role("button", name="Siguiente error").get_attribute("aria-disabled") != "true":
        t.pagina.get_by_role("button", name="Siguiente error").click()
    t.tocar("¿Se podía saber?")
    t.pagina.wait_for_selector(".ac-podia .ac-vale", timeout=PACIENCIA)
    t.ver(re.compile(r"era de las mejores (siempre|nunca|.*de cada 10)"), ".ac-podia")
    t.ver(re.compile("se miraron todas|lo común es que cambie|y se miró"), ".ac-podia")
    # ya contado, lo que costó se dice con eso: a secas sólo si de veras se podía saber (D840)
    fallo = t.texto("[data-fallo]")
    assert re.search("no se podía saber|no había cómo distinguirlas|y sí se podía saber", fallo), fallo
    assert ("con las cuatro manos" in fallo) is ("y sí se podía saber" in fallo)
    t.pagina.reload()
    t.pagina.wait_for_function("() => document.querySelector('[data-fallo] strong')")
    assert t.texto("[data-fallo]") == fallo


def test_un_ejercicio_resuelto(telefono: Fabrica, ficha: dict[str, Any]) -> None:
    t = sentada(telefono, ficha, 3)
    t.abrir("/enlinea/academia/")
    t.tocar("Practicar")
    t.tocar("Empezar")
    t.ver("Tu turno")
    ejercicio = t.ruta
    # la mesa la dibuja el guion, después de que se lee la página
    cuantas = t.pagina.locator("#ac-lo-jugado li").count()
    t.pagina.wait_for_function(
        "(n) => document.querySelectorAll('[data-tablero] [data-ficha]').length === n", arg=cuantas
    )
    # en lo ancho, la mesa ocupa la pantalla y la pregunta va a su lado
    antes = t.pagina.viewport_size
    assert antes is not None
    t.pagina.set_viewport_size({"width": 1280, "height": 800})
    tapete, opciones = (t.pagina.locator(c).bounding_box() for c in (".ac-tapete", ".ac-opciones"))
    assert tapete and opciones
    assert tapete["height"] > 500 and opciones["x"] > tapete["x"] + tapete["width"] > 700
    t.pagina.set_viewport_size(antes)
    t.pagina.locator(".ac-opciones button").first.click()
    t.ver("Lo que valía cada una")
    t.pagina.reload()
    t.ver("Lo que valía cada una")
    mejor = (
        str(t.pagina.locator(".ac-tabla tr:has(.pastilla--bien) th").first.text_content()).split("la mejor")[0].strip()
    )
    if t.pagina.get_by_text("Había una mejor").count():
        t.tocar("Intentarlo otra vez")
        palabras = mejor.replace("-", " y ")
        t.pagina.get_by_role("button", name=re.compile(f"{re.escape(mejor)}|{re.escape(palabras)}")).first.click()
    t.ver("¡Esa era!")
    t.abrir("/enlinea/academia/ejercicios/")
    t.ver("Llevas 1 de")
    assert t.pagina.locator(f"a[href='{ejercicio}']").locator("text=Resuelto").count() == 1


@pytest.mark.noche
def test_la_solucion_se_pide_y_no_cuenta_como_acertada(telefono: Fabrica, ficha: dict[str, Any]) -> None:
    t = sentada(telefono, ficha, 1)
    t.abrir("/enlinea/academia/ejercicios/")
    t.tocar("Empezar")
    ejercicio = t.ruta
    # la dirección de la respuesta, escrita a mano, no la enseña
    t.abrir(f"{ejercicio}?respuesta=1")
    t.ver("Tu turno")
    t.desplegar("ac-solucion")
    assert revisar(t) == []
    t.tocar("Sí, verla")
    t.ver("No elegiste ficha")
    assert revisar(t) == []
    t.tocar("Intentarlo otra vez")
    t.ver("resolverlo cuenta, pero no «a la primera»")
    t.abrir("/enlinea/academia/ejercicios/")
    t.ver("Llevas 0 de")


@pytest.mark.noche
def test_el_analisis_que_no_se_pudo_se_pide_otra_vez_con_un_toque(telefono: Fabrica, ficha: dict[str, Any]) -> None:
    def queda(**como: Any) -> None:
        orden = (
            f"from enlinea.models import Analisis as A; A.objects.filter(partida={ficha['partida']}).update(**{como!r})"
        )
        telefono.casa.manage("shell", "-v", "0", "-c", orden)

    t = sentada(telefono, ficha)
    queda(estado="fallido", reintentos=3)
    try:
        t.abrir(ruta(ficha, "?mano=2&jugada=7"))
        t.ver("no se pudo hacer")
        with t.tolerando("^409 en ", "Failed to load resource"):
            t.tocar("Intentar el análisis otra vez")
            t.ver("Ya se intentó varias veces")
        assert revisar(t) == []
        queda(reintentos=0)
        t.tocar("Intentar el análisis otra vez")
        t.ver("se está preparando", "[data-resumen]")
        assert not t.pagina.locator("[data-reintenta]").is_visible() and jugada(t) == 7
    finally:
        queda(estado="listo", reintentos=0)
    t.ver("Con el mejor juego de los cuatro")
