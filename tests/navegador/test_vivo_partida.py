"""Cuatro navegadores y el servidor de verdad: de la Sala al último voto, tocando la pantalla (EL2-EL6, EL9)."""

import re

import pytest

from tests.navegador.en_vivo import Cuarteto, Sala, como_se_escribe

pytestmark = pytest.mark.navegador

MARI, NACHO, CARMEN, BETO = range(4)


def compara_con_el_acta(c: Cuarteto, meta: str) -> None:
    """Lo que dicen las cuatro pantallas es lo mismo entre sí y lo mismo que el acta."""
    informe = c.acta(NACHO)
    debido = como_se_escribe(meta, informe)
    assert informe["estado"] == "terminada"
    for t in c.telefonos:
        dicho = c.plantilla(t)
        assert {k: dicho[k] for k in debido} == debido
        quien = int(t.pagina.evaluate("AmigosMesa.yo()")) & 1
        marcador = [t.texto("[data-marcador-nos]").lower(), t.texto("[data-marcador-ellos]").lower()]
        assert marcador == [str(informe["marcador"][quien]), str(informe["marcador"][1 - quien])]
        gano = quien == informe["ganadora"]
        assert ("¡Ganamos la partida!" in t.texto("[data-cubre] .cubre__titulo")) is gano


def se_va_y_vuelve(c: Cuarteto) -> None:
    """Cierra la pestaña; los otros tres esperan en la Sala con la cuenta, regresan y se repite (EL9)."""
    antes = c.cadena(c[MARI])
    c[BETO].pagina.close()
    otros = c.telefonos[:BETO]
    for t in otros:
        t.ver("Esperamos a <b>Beto</b>", plazo=20_000)
    for t in otros:
        t.esperar_ruta(rf"/enlinea/\?espera={c.mesa}$")
        t.ver(re.compile(r"Esperando a <b>Beto</b> 4:[0-5]\d"))
        assert not t.pagina.locator("[data-jugar]").is_visible(), "con mesa propia no se ofrece otra"
    c.telefonos[BETO] = c.otra_pestana(BETO, "/enlinea/")
    for t in c.telefonos:
        t.esperar_ruta(rf"{c.ruta}$")
    # una la mira entera; los demás la saltan, si en un equipo lento no acabó ya (que salte, en test_mesa_pagina)
    c[MARI].ver(re.compile(r"Repitiendo: [1-9]\d* de \d+"))
    for t in c.telefonos[1:]:
        t.pagina.evaluate("document.querySelector('[data-repeticion-saltar]').click()")
        t.pagina.locator("[data-repeticion]").wait_for(state="hidden")
    c[MARI].pagina.get_by_text(re.compile("Repitiendo")).wait_for(state="hidden")
    for t in c.telefonos:
        assert c.cadena(t)[: len(antes)] == antes


def votan(c: Cuarteto, opcion: str) -> None:
    """El primer voto se ve en las otras pantallas; con los cuatro iguales empieza otra partida."""
    c[NACHO].pagina.locator(f"[data-voto={opcion}]").tap()
    for t in (c[MARI], c[CARMEN], c[BETO]):
        t.pagina.locator(f"[data-voto={opcion}]").get_by_text("Lo eligió Nacho").wait_for()
    partida = c.datos(c[MARI])["partida"]
    for t in (c[MARI], c[CARMEN], c[BETO]):
        t.pagina.locator(f"[data-voto={opcion}]").tap()
    c.esperar(f"() => AmigosMesa.vista.datos.partida === {partida + 1} && AmigosMesa.vista.datos.fase === 3")


@pytest.mark.noche
@pytest.mark.parametrize("otra_mas", [False, True], ids=["revancha", "y rotar"])
def test_una_partida_a_100_con_quien_se_va_y_vuelve_y_revancha(otra_mas: bool, sentar: Sala) -> None:
    c = sentar("sala", con_sesion=False)
    for t, correo in zip(c.telefonos, c.ficha["correos"], strict=True):
        t.entrar(correo, siguiente="/enlinea/")
    c.armar()
    c.comenzar()
    assert c.vecinos(MARI) == ["<b>Beto</b>", "Carmen", "Nacho"]
    c.jugar_unas(6)
    se_va_y_vuelve(c)
    c.jugar("[data-seguir]", sigue=False)
    assert len({str(c.plantilla(t)) for t in c.telefonos}) == 1
    for t in c.telefonos:
        t.tocar("Comprobar el reparto")
        t.ver("Todo cuadra: el reparto fue limpio.")
    c.pilotar("[data-voto]", plazo=200)
    compara_con_el_acta(c, "100")
    votan(c, "revancha")
    # EL6: quien organiza y su pareja cambian de lugar entre sí
    assert c.vecinos(MARI) == ["Nacho", "Carmen", "<b>Beto</b>"]
    assert c.vecinos(BETO) == ["Mari", "Nacho", "Carmen"]
    c.jugar("[data-seguir]")
    if otra_mas:
        c.pilotar("[data-voto]", plazo=200)
        compara_con_el_acta(c, "100")
        votan(c, "rotar")
        # EL6: la pareja pasa a la izquierda, la izquierda a la derecha y la derecha a ser la pareja
        assert c.vecinos(MARI) == ["Carmen", "<b>Beto</b>", "Nacho"]
        c.jugar_unas(3)
