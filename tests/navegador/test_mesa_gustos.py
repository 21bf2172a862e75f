"""Cómo se siente la mesa: sonido, vibración, paño, fichas, la apartada, los palos y lo que dejó (D562 a D565)."""

import json
from typing import TYPE_CHECKING, Any

import pytest

from reglas.fichas import MULAS, NUMERO, PALOS
from reglas.mano import legales
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase
from tests.navegador.mesa_buscar import Mirar, buscar, mirar, texto, turno_de
from tests.navegador.mesa_falsa import CASA, MesaFalsa

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.navegador, pytest.mark.noche]
__all__ = ["mirar"]


def apartables(e: Mesa) -> list[tuple[int, int]]:
    """(ficha, extremo) del asiento 0 que caben ahora en una sola punta, aunque tire otro."""
    if e.fase is not Fase.JUGANDO or e.mano is None or not e.mano.cadena:
        return []
    cual = {1: e.mano.a, 2: e.mano.b}
    suyas = [f for f in range(28) if e.mano.manos[0] >> f & 1]
    palos = {NUMERO[a, b]: {a, b} for a in range(PALOS) for b in range(a, PALOS)}
    caben = [(f, [x for x in (1, 2) if cual[x] in palos[f]]) for f in suyas]
    return [(f, donde[0]) for f, donde in caben if len(donde) == 1 and e.mano.a != e.mano.b]


def le_sigue(despues: bool) -> Any:
    """Tira el 3 y luego toca al 0; tras lo que tire, la apartada sigue cabiendo en su punta (o ya no)."""

    def cierto(e: Mesa) -> bool:
        if e.fase is not Fase.JUGANDO or e.mano is None or e.mano.turno != 3 or not apartables(e):
            return False
        opciones = legales(e.mano)
        if not opciones or (not despues and MULAS >> opciones[0][0] & 1):
            return False
        return (opciones[0][1] != apartables(e)[0][1]) is despues

    return cierto


def apartar(pagina: "Page", ficha: int) -> None:
    pagina.locator("[data-abre=mas]").click()
    pagina.locator("#panel-mas summary", has_text="Cómo tiro").click()
    pagina.locator("[data-ajuste=apartar]").check()
    pagina.locator("[data-abre=mas]").click()
    pagina.locator(f".mano__ficha[data-ficha='{ficha}']").click()


def tiradas(mesa: MesaFalsa) -> list[dict[str, Any]]:
    return [m for m in mesa.recibidos if m["tipo"] == "tirar"]


def test_la_apartada_se_tira_al_tocarme_si_su_punta_sigue_igual_y_antes_no_se_dice_nada(mirar: Mirar) -> None:
    mesa = buscar(le_sigue(True))
    pagina = mirar(mesa)
    ficha, extremo = apartables(mesa.estado)[0]
    antes = len(mesa.recibidos)
    apartar(pagina, ficha)
    pagina.locator(".mano__ficha--apartada").wait_for()
    pagina.locator("[data-apartada-quitar]").wait_for()
    assert [m for m in mesa.recibidos[antes:] if m["tipo"] != "nonce"] == [], "apartar no le dice nada al servidor"
    mesa.tirar(0)
    pagina.wait_for_function("(n) => AmigosMesa.vista.version > n", arg=mesa.estado.num)
    (una,) = tiradas(mesa)
    assert (una["datos"]["ficha"], una["datos"]["extremo"]) == (ficha, extremo)


def test_si_su_punta_cambio_no_se_tira_y_se_dice(mirar: Mirar) -> None:
    mesa = buscar(le_sigue(False))
    pagina = mirar(mesa)
    apartar(pagina, apartables(mesa.estado)[0][0])
    pagina.locator(".mano__ficha--apartada").wait_for()
    mesa.tirar(0)
    pagina.get_by_text("no se tiró").first.wait_for()
    assert tiradas(mesa) == [] and pagina.evaluate("AmigosApartar.cual()") is None


def test_se_quita_con_un_toque_tambien_cuando_ya_iba(mirar: Mirar) -> None:
    mesa = buscar(le_sigue(True))
    pagina = mirar(mesa)
    ficha = apartables(mesa.estado)[0][0]
    apartar(pagina, ficha)
    pagina.locator("[data-apartada-quitar]").click()
    assert pagina.locator(".mano__ficha--apartada").count() == 0
    pagina.locator(f".mano__ficha[data-ficha='{ficha}']").click()
    mesa.tirar(0)
    pagina.locator("[data-apartada-quitar]", has_text="Va ").click()
    assert tiradas(mesa) == [] and pagina.evaluate("AmigosApartar.cual()") is None
    # sin pedirlo, tocar fuera de turno sólo avisa, como siempre (EL4)
    otra = mirar(buscar(turno_de(3, jugadas=3)))
    otra.locator(".mano__ficha").first.click()
    otra.get_by_text("No es tu turno. Espera a que te toque.").first.wait_for()


def test_el_sonido_se_ofrece_en_la_espera_una_sola_vez(mirar: Mirar) -> None:
    pagina = mirar(MesaFalsa())
    pagina.get_by_role("button", name="Sí, con sonido").click()
    assert pagina.evaluate("AmigosAjustes.es('sonido')") is True
    assert pagina.locator(".ofrece").count() == 0
    pagina.reload()
    pagina.wait_for_function("() => window.AmigosMesa && AmigosMesa.vista")
    assert pagina.locator(".ofrece").count() == 0


def test_vibra_una_vez_cuando_me_toca(mirar: Mirar) -> None:
    mesa = buscar(le_sigue(True))
    pagina = mirar(mesa)
    pagina.evaluate("() => { window.veces = 0; navigator.vibrate = () => { window.veces++; return true; }; }")
    mesa.tirar(0)
    pagina.wait_for_function("() => AmigosMesa.vista.datos.turno === 0")
    assert pagina.evaluate("window.veces") == 1


def test_pano_fichas_y_claro_u_oscuro_se_recuerdan_en_este_aparato(mirar: Mirar) -> None:
    pagina = mirar(buscar(turno_de(0, jugadas=3)))
    pagina.locator("[data-abre=mas]").click()
    pagina.locator("#panel-mas summary", has_text="Cómo se ve").click()
    for nombre in ("Azul", "Negras", "Oscuro"):
        pagina.get_by_label(nombre, exact=True).check()
    pagina.reload()
    pagina.wait_for_function("() => window.AmigosMesa && AmigosMesa.vista")
    fondo, cara, hoja = pagina.evaluate("""() => [
      getComputedStyle(document.querySelector('.pantalla')).backgroundColor,
      getComputedStyle(document.querySelector('.mano .f-cara') || document.querySelector('#ficha .f-cara')).fill,
      getComputedStyle(document.querySelector('.juego__lado')).backgroundColor]""")
    assert (fondo, hoja) == ("rgb(31, 74, 115)", "rgb(27, 38, 33)"), cara


def test_los_siete_palos_de_un_vistazo_y_solo_con_lo_que_se_ve(mirar: Mirar) -> None:
    mesa = buscar(turno_de(0, jugadas=6))
    pagina = mirar(mesa)
    pagina.locator("[data-abre=palos]").click()
    mano = mesa.estado.mano
    assert mano is not None
    jugadas = mano.cadena[::3]
    for palo in range(PALOS):
        suyas = [NUMERO[min(palo, b), max(palo, b)] for b in range(PALOS)]
        van = sum(ficha in jugadas for ficha in suyas)
        assert texto(pagina, f"[data-palo='{palo}'] .palo__c") == str(van)


def test_al_ganar_se_ven_los_puntos_el_quintil_la_mejor_jugada_y_el_enlace_a_esa_partida(mirar: Mirar) -> None:
    mesa = buscar(lambda e: e.fase is Fase.FIN_DE_PARTIDA and e.ganadora == 0)
    final = {
        "guardada": True, "repetir": "/enlinea/academia/partida/31/", "partida": 31, "puntos": [1200, 1227],
        "quintil": [3, 2], "mejor": {"mano": 2, "ficha": "5-6", "ventaja": 18}, "falta": False,
    }  # fmt: skip
    original = mesa._servir

    def servir(ruta: Any) -> None:
        if "/final/" in ruta.request.url:
            assert ruta.request.url.removeprefix(CASA) == "/enlinea/mesa/7/final/1.json"
            ruta.fulfill(body=json.dumps(final), content_type="application/json")
        else:
            original(ruta)

    mesa._servir = servir  # type: ignore[method-assign]
    pagina = mirar(mesa)
    dicho = texto(pagina, ".logro") if pagina.locator(".logro").wait_for() is None else ""
    assert "1200 → 1227 (+27)" in dicho and "¡Subiste! Del quintil 3 al 2." in dicho
    assert "5-6, en la mano 2" in dicho and "18 tantos" in dicho
    assert pagina.locator("[data-repasarla]").get_attribute("href") == final["repetir"]
    assert pagina.locator(".resultado--ganamos .icono").count() == 1
