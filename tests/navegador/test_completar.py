"""Dos que esperan completan su mesa con automáticos: se propone, se lee que no cuenta, se acepta y se juega (D762)."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.navegador.casa import Casa, base_sembrada
from tests.navegador.revisiones import revisar
from tests.navegador.telefono import QUIETO, Fabrica, Telefono
from tests.navegador.test_practica import toca_algo

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.navegador
NO_CUENTA = "Se completa con automáticos: esta partida no cuenta para tu lugar ni tus estadísticas."


@pytest.fixture(scope="module")
def casa_rapida(carpeta_de_bases: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casa]:
    """Un servidor cuyos automáticos no fingen pensar."""
    propia = Casa(tmp_path_factory.mktemp("rapida"), base_sembrada(carpeta_de_bases), ENLINEA_PAUSA_DE_PASE="0")
    yield propia
    propia.desmontar()


def esperan_juntos(fabrica: Fabrica) -> tuple[Telefono, Telefono]:
    ana, beto = fabrica("ana"), fabrica("beto")
    for t, numero in ((ana, 34), (beto, 35)):
        t.entrar(f"organiza{numero}@prueba.mx", siguiente="/enlinea/")
        t.ver("En vivo")
    ana.tocar("Juega ya")
    ana.ver("Faltan 3 para empezar")
    # queda una persona libre, y es quien lo lee (D767, D814)
    beto.ver("Libre, sólo tú")
    beto.tocar(re.compile("^Sentarme con"))
    ana.ver("Faltan 2 para empezar")
    return ana, beto


def acabo_la_mano(t: Telefono) -> bool:
    return t.pagina.locator("body[data-escena=mano]").count() > 0


def test_dos_completan_su_mesa_y_empiezan(telefono: Fabrica) -> None:
    ana, beto = esperan_juntos(telefono)
    ana.tocar("Completar con automáticos")
    for t in (ana, beto):
        t.ver(NO_CUENTA)
        assert revisar(t) == []
    # quien propuso se arrepiente y lo vuelve a proponer: nadie se movió de su lugar
    ana.tocar("Mejor esperar a que llegue alguien")
    beto.pagina.get_by_text(NO_CUENTA).wait_for(state="hidden")
    ana.tocar("Completar con automáticos")
    # con el teclado
    acepta = beto.pagina.get_by_role("button", name="Aceptar: jugar sin que cuente")
    acepta.wait_for()
    beto.pagina.wait_for_function(QUIETO)
    acepta.focus()
    beto.pagina.keyboard.press("Enter")
    for t in (ana, beto):
        t.esperar_ruta(r"/enlinea/mesa/\d+/")
        t.ver("No cuenta")
        assert t.pagina.get_by_text(re.compile("· automático")).count() == 2
    assert revisar(ana) == []


@pytest.mark.noche
def test_dos_personas_y_dos_automaticos_acaban_la_mano_y_al_salir_una_termina(
    casa_rapida: Casa, navegador: "Browser"
) -> None:
    """A 360, hasta la cuenta de la primera mano; luego una sale: para la otra termina también, y sin consecuencia."""
    fabrica = Fabrica(navegador, casa_rapida)
    ana, beto = esperan_juntos(fabrica)
    ana.tocar("Completar con automáticos")
    beto.tocar("Aceptar: jugar sin que cuente")
    for t in (ana, beto):
        t.esperar_ruta(r"/enlinea/mesa/\d+/")
    ana.tocar("Comenzar")
    for t in (ana, beto):
        t.pagina.locator(".mano__ficha").nth(6).wait_for()
    limite = time.monotonic() + 120
    while not all(acabo_la_mano(t) for t in (ana, beto)):
        assert time.monotonic() < limite, ana.retrato()
        for t in (ana, beto):
            if not acabo_la_mano(t):
                toca_algo(t)
        ana.pagina.wait_for_timeout(60)
    assert revisar(beto) == []
    beto.pagina.locator("[data-salir]").first.click()
    beto.ver("no cuenta y nadie lleva tarjeta")
    beto.tocar("Sí, salir")
    beto.esperar_ruta("/enlinea/$")
    beto.ver("no contaba y no llevas tarjeta")
    ana.ver("no contaba y nadie lleva tarjeta")
    ana.tocar("Ir a la Sala")
    ana.esperar_ruta("/enlinea/$")
    ana.ver("Juega ya")
    ana.abrir("/enlinea/partidas/")
    ana.ver("Todavía no juegas ninguna")
    fabrica.cerrar(comprobar=True)
