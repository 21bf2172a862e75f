"""La huella a la vista, el testigo de este aparato y «Comprobar un acta» sin red (D560, D561)."""

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from config.portada.vistas import Comprobar
from reglas.mesa.tipos import Fase
from tests.navegador.mesa_buscar import Mirar, mirar
from tests.navegador.mesa_falsa import CASA, POLITICA, MesaFalsa
from tests.reglas.sorteos import sorteo_al_azar

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.navegador
__all__ = ["mirar"]


def servir_comprobar(pagina: "Page") -> None:
    peticion = RequestFactory().get("/comprobar/")
    peticion.user = AnonymousUser()
    html = Comprobar.as_view()(peticion).render().content
    politica = {"Content-Security-Policy": POLITICA}
    pagina.route(f"{CASA}/comprobar/", lambda r: r.fulfill(body=html, content_type="text/html", headers=politica))


def abrir_comprobar(pagina: "Page") -> None:
    """La página pública, y luego sin red."""
    servir_comprobar(pagina)
    pagina.goto(f"{CASA}/comprobar/")
    pagina.context.set_offline(True)


def comprobar(pagina: "Page", acta: dict[str, Any], apuntadas: str = "") -> tuple[str, str]:
    """En qué quedó y lo que dice."""
    pagina.get_by_label("O pega aquí su texto").fill(json.dumps(acta))
    pagina.get_by_label("Huellas que apuntaste").fill(apuntadas)
    pagina.get_by_role("button", name="Comprobar", exact=True).click()
    salida = pagina.locator("[data-salida]")
    return str(salida.get_attribute("data-juicio")), salida.inner_text()


def jugar_una(mesa: MesaFalsa) -> None:
    while mesa.estado.fase is Fase.JUGANDO:
        mesa.tirar(con_nonce=True)


def test_la_huella_se_apunta_y_cualquiera_comprueba_el_acta_despues(mirar: Mirar) -> None:
    mesa = MesaFalsa(semilla=4)
    pagina = mirar(mesa)
    pagina.wait_for_function("() => AmigosMesa.vista.yo.falta_nonce === false")
    assert mesa.estado.siguiente is not None
    huella = mesa.estado.siguiente.compromiso
    corta = " ".join(huella[n : n + 4] for n in range(0, 16, 4))
    mesa.comenzar()
    pagina.locator("[data-abre=manos]").click()
    assert pagina.locator("[data-huella-n]").inner_text() == corta
    # la misma mano en otra pestaña: lo que guardó la primera le sirve
    otra = mesa.abrir(pagina.context.new_page())
    jugar_una(mesa)
    otra.locator("[data-comprobar]").click()
    otra.get_by_text("Todo cuadra").first.wait_for()
    acta = mesa.historia()
    abrir_comprobar(otra)
    assert comprobar(otra, acta)[0] == "bien"

    ajeno = mirar(MesaFalsa(semilla=9))
    abrir_comprobar(ajeno)
    juicio, dicho = comprobar(ajeno, acta)
    assert juicio == "a_medias" and "un acta sola no demuestra" in dicho and "nadie cambió" not in dicho
    juicio, dicho = comprobar(ajeno, acta, corta.upper())
    assert juicio == "a_medias" and "La huella que apuntaste es la de esta mano" in dicho
    assert "Ninguna mano de esta acta tiene la huella dead beef" in comprobar(ajeno, acta, "dead beef")[1]

    cambiada = copy.deepcopy(acta)
    reparto = cambiada["manos"][0]["reparto"]
    reparto[0][0], reparto[1][0] = reparto[1][0], reparto[0][0]
    assert comprobar(ajeno, cambiada)[0] == "mal"
    # se oye en qué quedó, no las manos de corrido; y lo que sigue no hereda ese juicio
    assert "comprueba__juicio" in ajeno.evaluate("document.activeElement.className")
    juicio, dicho = comprobar(ajeno, {"formato": "otro"})
    assert juicio == "None" and "de otra cosa" in dicho
    # otra huella con sus claves, y mi número: por dentro cuadra, y sólo mi aparato nota que la cambiaron
    inventada = copy.deepcopy(acta)
    falso = sorteo_al_azar(mesa.azar)
    inventada["manos"][0]["sorteo"] |= {
        "claves": list(falso.claves),
        "semilla": falso.semilla,
        "compromiso": falso.compromiso,
    }
    assert "No es la huella que tu navegador guardó" in comprobar(otra, inventada)[1]


@pytest.mark.noche
def test_lo_que_no_es_un_acta_se_dice_y_no_se_ejecuta(mirar: Mirar) -> None:
    pagina = mirar(MesaFalsa())
    abrir_comprobar(pagina)
    for texto, dicho in (
        ("", "Elige un archivo"),
        ("{", "no es un acta"),
        ('{"formato": "amigos-domino/recreo", "version": 1}', "otra cosa"),
        ('{"formato": "amigos-domino/partida", "version": 1, "manos": []}', "no es un acta"),
        ('{"formato": "amigos-domino/partida", "version": 1, "manos": [null, {"sorteo": 3}]}', "Ninguna mano"),
        ('{"formato": "amigos-domino/partida", "version": 1, "manos": [{"sorteo": {}}]}', "Algo del acta no cuadra"),
    ):
        pagina.get_by_label("O pega aquí su texto").fill(texto)
        pagina.get_by_role("button", name="Comprobar", exact=True).click()
        assert dicho in pagina.locator("[data-salida]").inner_text()
    malo = MesaFalsa(semilla=4, nombres=("<img src=x onerror=alert(1)>", "Beto", "Caro", "Delia"))
    malo.comenzar(con_nonces=False)
    jugar_una(malo)
    juicio, dicho = comprobar(pagina, malo.historia())
    assert juicio == "a_medias" and "Ningún navegador dio su número" in dicho
    assert pagina.locator("[data-salida] img").count() == 0


@pytest.mark.noche
def test_el_enlace_trae_la_propia_y_no_pide_otra_cosa(mirar: Mirar) -> None:
    mesa = MesaFalsa(semilla=4)
    mesa.comenzar()
    jugar_una(mesa)
    pagina = mirar(mesa)
    servir_comprobar(pagina)
    pedidas: list[str] = []

    def acta(ruta: Any) -> None:
        pedidas.append(ruta.request.url.removeprefix(CASA))
        ruta.fulfill(body=json.dumps(mesa.historia()), content_type="application/json")

    pagina.route("**/acta.json", acta)
    salida = pagina.locator("[data-salida]")
    pagina.goto(f"{CASA}/comprobar/#/enlinea/partidas/5/acta.json")
    salida.get_by_text("Por dentro, el acta cuadra").wait_for()
    for otra in (
        "/enlinea/acta.json",
        "//otro.sitio/acta.json",
        "/enlinea/partidas/5/acta.json?x",
        "/recreo/3/acta.json",
    ):
        pagina.goto("about:blank")
        pagina.goto(f"{CASA}/comprobar/#{otra}")
        assert salida.inner_text() == ""
    assert pedidas == ["/enlinea/partidas/5/acta.json"]
    # sin sesión contestan con la página de entrada
    pagina.unroute("**/acta.json")
    pagina.goto("about:blank")
    pagina.goto(f"{CASA}/comprobar/#/enlinea/partidas/5/acta.json")
    salida.get_by_text("No se pudo traer esa acta").wait_for()
