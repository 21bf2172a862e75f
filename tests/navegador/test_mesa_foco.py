"""El foco en la mesa: nadie se lo quita a quien escribe o contesta, y lo que se cierra no lo pierde (EL4, EL5)."""

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from reglas.mano import legales
from reglas.mano import tirar as reglas_tirar
from reglas.mesa import ordenes as o
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Eleccion, Fase, Motivo
from tests.navegador.letra import con_las_dos_letras
from tests.navegador.mesa_buscar import Mirar, buscar, dicho
from tests.navegador.mesa_falsa import MesaFalsa
from tests.navegador.revisiones import revisar
from tests.navegador.test_teclado import FOCO_VISIBLE

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.navegador

ENFOCADO = "(que) => document.activeElement.matches(que)"


def acaba_al_tirar(e: Mesa) -> bool:
    """La siguiente ficha de Beto termina la mano."""
    if e.fase is not Fase.JUGANDO or e.mano is None or e.mano.turno != 3 or not e.mano.cadena or not legales(e.mano):
        return False
    return reglas_tirar(e.mano, *legales(e.mano)[0]).desenlace is not None


def acaba_la_mano(pagina: "Page", mesa: MesaFalsa) -> None:
    """Beto tira la última y, tras la pausa, sale la cuenta."""
    mesa.tirar()
    pagina.locator("[data-seguir], [data-voto]").first.wait_for()


def test_el_fin_de_la_mano_no_le_quita_el_teclado_a_quien_escribe(mirar: Mirar) -> None:
    mesa = buscar(acaba_al_tirar)
    pagina = mirar(mesa)
    pagina.locator("[data-abre=charla]").click()
    campo = pagina.locator("[data-charla-texto]")
    campo.fill("vamos a medi")
    campo.focus()
    pagina.evaluate("window.scrollTo(0, 30)")
    donde = pagina.evaluate("window.pageYOffset")
    acaba_la_mano(pagina, mesa)
    assert pagina.evaluate(ENFOCADO, "[data-charla-texto]")
    assert pagina.evaluate("window.pageYOffset") == donde
    pagina.keyboard.type("as")
    assert campo.input_value() == "vamos a medias"
    # y lo nuevo se le dice
    assert (pagina.locator("[data-cubre] .cubre__titulo").text_content() or "?") in dicho(pagina)


SE_TOCA = """(que) => {
  const n = document.querySelector(que), c = n.getBoundingClientRect();
  return n.contains(document.elementFromPoint(c.left + c.width / 2, c.top + c.height / 2));
}"""


@con_las_dos_letras
def test_con_la_platica_abierta_lo_que_sigue_no_queda_debajo_y_escape_la_cierra(mirar: Mirar) -> None:
    """A 360 px «Seguir» quedaba entero debajo del panel, y se dejaba correr el plazo."""
    mesa = buscar(acaba_al_tirar)
    pagina = mirar(mesa)
    pagina.locator("[data-abre=charla]").click()
    acaba_la_mano(pagina, mesa)
    for que in ("[data-seguir]", "[data-cubre-pie] .boton:not([data-seguir])"):
        assert pagina.evaluate(SE_TOCA, que), que
    pagina.locator("[data-charla-texto]").focus()
    pagina.keyboard.press("Escape")
    assert pagina.evaluate(ENFOCADO, "[data-abre=charla]")
    assert not pagina.locator("[data-charla-texto]").is_visible()
    assert pagina.evaluate(SE_TOCA, "[data-seguir]")
    # y al cerrarse baja con lo de abajo
    hueco = "() => document.querySelector('.juego__lado').getBoundingClientRect().top"
    barra = "() => document.querySelector('[data-cubre] .barra').getBoundingClientRect().bottom"
    assert abs(pagina.evaluate(hueco) - pagina.evaluate(barra)) < 6


def test_preguntar_las_teclas_dos_veces_no_las_esconde(mirar: Mirar) -> None:
    pagina = mirar(buscar(acaba_al_tirar))
    for _ in range(2):
        pagina.locator("[data-turno]").focus()
        pagina.keyboard.press("?")
        assert pagina.locator("[data-teclas]").is_visible() and pagina.evaluate(ENFOCADO, "[data-teclas]")


@pytest.mark.noche
def test_lo_que_cubre_la_mesa_no_se_lleva_el_foco_al_cerrarse_ni_al_cambiar(mirar: Mirar) -> None:
    mesa = MesaFalsa()
    pagina = mirar(mesa, ancho=1280)

    def pulsa(que: str) -> None:
        pagina.locator(que).focus()
        pagina.keyboard.press("Enter")

    def espera_foco(que: str) -> None:
        pagina.wait_for_function(f"() => ({ENFOCADO})('{que}')")
        pagina.wait_for_timeout(50)  # el navegador suelta el foco de lo que se apagó o escondió un momento después
        assert pagina.evaluate(ENFOCADO, que)

    pulsa("[data-comenzar]")
    espera_foco("[data-turno]")
    mesa.avanzar(3_100)
    pagina.wait_for_function("() => AmigosMesa.vista.datos.fase === 3")
    espera_foco("[data-turno]")
    assert pagina.evaluate(FOCO_VISIBLE)
    # el Enter de más no tira nada, y la primera ficha está a un Tab
    pagina.keyboard.press("Enter")
    assert mesa.recibidos[-1]["tipo"] in ("comenzar", "nonce")
    pagina.keyboard.press("Tab")
    espera_foco(".mano__ficha")
    mesa.jugar_hasta(lambda e: e.fase is Fase.FIN_DE_MANO)
    espera_foco("[data-cubre] .cubre__titulo")
    pulsa("[data-cubre-pie] .boton:not([data-seguir])")
    espera_foco("[data-ver-cuenta]")
    pagina.keyboard.press("Enter")
    espera_foco("[data-cubre] .cubre__titulo")
    pulsa("[data-seguir]")
    pagina.wait_for_function("() => AmigosMesa.vista.datos.listos & 1")
    espera_foco("[data-seguir]")
    mesa.avanzar(16_000)
    espera_foco("[data-turno]")
    mesa.jugar_hasta(lambda e: e.fase is Fase.FIN_DE_MANO)
    pulsa("[data-cubre-pie] .boton:not([data-seguir])")
    mesa.avanzar(16_000)  # con la mesa a la vista, «Ver los tantos» se va solo
    espera_foco("[data-turno]")


def test_la_pregunta_que_ya_no_es_cierta_se_quita_sin_contestar_y_se_dice(mirar: Mirar) -> None:
    """«Sin tarjetas» en la espera: si mientras tanto comienza la partida, ese «Sí, salir» costaría una azul."""
    mesa = MesaFalsa()
    pagina = mirar(mesa, 1)
    salir = pagina.get_by_role("button", name="Salir de la mesa").first
    dialogo = pagina.get_by_role("alertdialog")
    salir.click()
    assert "Sin tarjetas" in dialogo.inner_text()
    mesa.comenzar()
    dialogo.wait_for(state="detached")
    pagina.locator("[data-avisos]", has_text="quitamos la pregunta").wait_for()
    pagina.locator("[data-voz-urgente]", has_text="quitamos la pregunta").wait_for(state="attached")
    assert pagina.evaluate(ENFOCADO, "[data-salir]") and not mesa.estado.detenido
    salir.click()
    assert "tarjeta azul" in dialogo.inner_text()


def test_la_pregunta_que_sigue_siendo_cierta_conserva_su_teclado(mirar: Mirar) -> None:
    mesa = buscar(lambda e: acaba_al_tirar(e) and max(e.tantos) < 40)
    pagina = mirar(mesa)
    pagina.get_by_role("button", name="Salir de la mesa").first.click()
    acaba_la_mano(pagina, mesa)
    for _vez in range(3):
        assert pagina.evaluate("document.querySelector('[role=alertdialog]').contains(document.activeElement)")
        pagina.keyboard.press("Tab")
    pagina.keyboard.press("Escape")
    assert pagina.get_by_role("alertdialog").count() == 0
    assert not mesa.estado.detenido


def test_cada_voto_y_los_ultimos_diez_segundos_se_oyen_una_vez(mirar: Mirar) -> None:
    mesa = buscar(lambda e: e.fase is Fase.FIN_DE_PARTIDA)
    mesa.pedir(o.Elegir(3, Eleccion.ROTAR))
    pagina = mirar(mesa)
    assert "Beto eligió Rotar." in dicho(pagina), "al llegar, los que ya hay"
    mesa.pedir(o.Elegir(2, Eleccion.ROTAR))
    pagina.locator("[data-voz]", has_text="Carmen eligió Rotar.").wait_for(state="attached")
    pagina.locator("[data-voto=rotar]").click()
    pagina.locator("[data-voz]", has_text="Elegiste Rotar.").wait_for(state="attached")
    mesa.ahora = mesa.estado.vence - 9_600
    mesa.difundir()
    pagina.locator("[data-voz]", has_text="Quedan 10 segundos para elegir.").wait_for(state="attached")
    pagina.wait_for_timeout(1_200)
    oido = dicho(pagina)
    frases = ("Beto eligió", "Carmen eligió", "Elegiste Rotar", "segundos para elegir")
    assert [oido.count(frase) for frase in frases] == [1] * 4


def test_quien_ya_voto_se_puede_ir(mirar: Mirar) -> None:
    mesa = buscar(lambda e: e.fase is Fase.FIN_DE_PARTIDA)
    pagina = mirar(mesa)
    pagina.locator("[data-voto=revancha]").click()
    pagina.wait_for_function("() => AmigosMesa.vista.datos.votos[0] === 'revancha'")
    mesa.callada = True
    pagina.get_by_role("button", name="Salir de la mesa").first.click()
    assert "Es lo mismo que elegir Comunicación" in pagina.get_by_role("alertdialog").inner_text()
    pagina.get_by_role("button", name="Sí, salir").click()
    # con la votación encima, el aviso se ve y se oye
    pagina.locator("[data-cubre]").get_by_text("Saliendo…").wait_for()
    pagina.locator("[data-voz-urgente]", has_text="Saliendo…").wait_for(state="attached")
    assert not revisar(SimpleNamespace(pagina=pagina))  # type: ignore[arg-type]
    mesa.callada = False
    pagina.wait_for_url("**/enlinea/")
    assert (mesa.estado.fase, mesa.estado.motivo) == (Fase.CERRADA, Motivo.COMUNICACION)
