"""Con el servidor de verdad: a 200, a juegos ganados, sin prisa y sólo con teclado (RG4, RG6, EL3, EL4)."""

import re
import time

import pytest

from tests.navegador.en_vivo import CABE, PILOTO, SIN_PILOTO, Cuarteto, Sala
from tests.navegador.telefono import Telefono
from tests.navegador.test_vivo_partida import compara_con_el_acta, votan

pytestmark = pytest.mark.navegador

MARI, NACHO, CARMEN, BETO = range(4)


@pytest.mark.noche
def test_a_juegos_ganados_con_sin_tanto_vigesimal_y_rotar(sentar: Sala) -> None:
    c = sentar("juegos_ganados")
    c.jugar("[data-seguir]", sigue=False)
    for t in c.telefonos:
        assert "Sin tanto" in t.texto("[data-cubre] .plantilla")
        assert sorted(c.plantilla(t)["secuencias"]) in ([["0"], ["0"]], [["0"], ["20"]])
    c.pilotar("[data-voto]", plazo=200)
    compara_con_el_acta(c, "juegos_ganados")
    votan(c, "rotar")
    # EL6: la pareja pasa a la izquierda, la izquierda a la derecha y la derecha a ser la pareja
    assert c.vecinos(MARI) == ["Carmen", "Nacho", "<b>Beto</b>"]
    assert c.vecinos(NACHO) == ["<b>Beto</b>", "Mari", "Carmen"]
    c.jugar_unas(3)


@pytest.mark.noche
@pytest.mark.parametrize("meta", ["200", "juegos_ganados"])
def test_entera_por_pantalla(meta: str, sentar: Sala) -> None:
    c = sentar(meta)
    c.jugar("[data-voto]", plazo=220)
    compara_con_el_acta(c, meta)
    for t in c.telefonos:
        t.tocar("Comprobar el reparto")
        t.ver("Todo cuadra: el reparto fue limpio.")


def sin_prisa(sentar: Sala) -> Cuarteto:
    """Armada por pantalla en la Sala."""
    c = sentar("sala")
    for t in c.telefonos:
        t.abrir("/enlinea/")
        t.ver("En vivo")
    c.armar("Sin prisa")
    c.comenzar()
    return c


@pytest.mark.noche
def test_sin_prisa_se_arma_y_quien_se_tarda_no_lleva_tarjeta(sentar: Sala) -> None:
    c = sin_prisa(sentar)
    for t in c.telefonos:
        assert "Sin prisa" in t.texto("header")
    # nadie toca nada: a su hora, tira el sistema
    c.esperar("() => AmigosMesa.vista.datos.cadena.length === 3")
    for t in c.telefonos:
        assert c.datos(t)["amarillas"] == [0, 0, 0, 0]
        assert "amarilla" not in t.texto("[data-rivales]")
    c[BETO].pagina.get_by_role("button", name="Salir de la mesa").first.click()
    c[BETO].ver(re.compile("se da por no terminada. Sin tarjetas"))
    c[BETO].tocar("Quedarme a jugar")


@pytest.mark.noche
def test_sin_prisa_entera_no_cuenta(sentar: Sala) -> None:
    c = sin_prisa(sentar)
    c.pilotar("[data-voto]", plazo=200)
    c[MARI].pagina.locator("[data-voto=comunicacion]").tap()
    c[MARI].tocar("Sí, elegir Comunicación")
    c[NACHO].tocar("Ir a la Sala")
    c[NACHO].abrir("/enlinea/partidas/")
    c[NACHO].ver(re.compile("sin prisa: no cuenta"))
    with c[NACHO].pagina.expect_download():
        c[NACHO].pagina.get_by_role("link", name="Bajar el acta").click()


# --- sólo con teclado, oyendo -----------------------------------------------------------------------------------------
def oido(t: Telefono) -> list[str]:
    """Lo que un lector de pantalla ha dicho de la mesa."""
    return t.pagina.locator("[data-voz] p").all_text_contents()


def tab_hasta(t: Telefono, cual: str) -> bool:
    """Tab hasta que el foco caiga ahí; falso si dejó de haber."""
    for _ in range(60):
        en, hay = t.pagina.evaluate("(s) => [document.activeElement.matches(s), !!document.querySelector(s)]", cual)
        if en or not hay:
            return bool(en)
        t.pagina.keyboard.press("Tab")
    raise AssertionError(f"con Tab no se llega a {cual}: {t.retrato()}")


def test_una_mano_entera_solo_con_teclado_y_oyendo(sentar: Sala) -> None:
    c = sentar()
    carmen = c[CARMEN]
    for t in (c[MARI], c[NACHO], c[BETO]):
        t.pagina.evaluate(PILOTO, 150)
    tiradas, limite = 0, time.monotonic() + 150
    while c.datos(carmen)["fase"] == 3:
        assert time.monotonic() < limite, carmen.retrato()
        if not carmen.pagina.locator(CABE).count() or not tab_hasta(carmen, CABE):
            carmen.pagina.wait_for_timeout(30)
            continue
        assert re.search("Te toca; tienes|Sales tú", oido(carmen)[-1]), oido(carmen)
        quedan = len(c.mano(carmen))
        carmen.pagina.keyboard.press("Enter")
        if carmen.pagina.evaluate("document.activeElement.className").find("mano__lado") >= 0:
            carmen.pagina.wait_for_timeout(400)  # el segundo Enter de dos seguidos no contesta
            carmen.pagina.keyboard.press("Enter")
        carmen.pagina.wait_for_function("(n) => document.querySelectorAll('.mano__ficha').length < n", arg=quedan)
        tiradas += 1
    todo = " ".join(oido(carmen))
    assert len(re.findall("Tiraste|Saliste con", todo)) == tiradas > 0
    assert "Mano 1. Tus fichas: " in todo
    for quien in ("Mari", "Nacho", "<b>Beto</b>"):
        assert f"Tira {quien}." in todo
    # al acabar, el foco está en el resultado, y de ahí se sigue
    carmen.pagina.locator("[data-cubre] .cubre__titulo").wait_for()
    carmen.pagina.wait_for_function("() => document.activeElement.matches('.cubre__titulo')")
    assert tab_hasta(carmen, "[data-seguir]")
    carmen.pagina.keyboard.press("Enter")
    c.esperar("() => AmigosMesa.vista.datos.mano === 2")
    for t in (c[MARI], c[NACHO], c[BETO]):
        t.pagina.evaluate(SIN_PILOTO)
