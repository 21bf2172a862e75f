"""La página de quien mira, con cada fase de una mesa de verdad (D478)."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from enlinea.mesa.vista import vista
from enlinea.textos.mirar import todos as de_mirar
from enlinea.textos.tablero import todos
from reglas.mesa.tipos import Fase
from reglas.tipos import NADIE
from tests.navegador.mesa_buscar import Mirar
from tests.navegador.mesa_falsa import MesaFalsa

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.navegador
RETRATOS = os.environ.get("RETRATOS", "")


class Mirada(MesaFalsa):
    """La mesa como la recibe quien no está en ella."""

    con_pasos = False  # a quien mira, siempre entera

    def vista_de(self, persona: int) -> str:
        return vista(self.estado, NADIE, self.ahora).decode()

    def html(self) -> str:
        contexto = {
            "mesa_id": 7, "titulo": "La mesa de Mari", "textos": todos() | de_mirar(), "socket": "/ws/mesa/7/mirar/",
            "entrar": "/entrar/",
        }  # fmt: skip
        return render_to_string("enlinea/mesa/mirar.html", contexto, RequestFactory().get("/enlinea/mesa/7/"))


def retratar(pagina: "Page", nombre: str) -> None:
    for ancho, alto in ((360, 740), (740, 360), (1024, 768), (1280, 800)) if RETRATOS else ():
        pagina.set_viewport_size({"width": ancho, "height": alto})
        pagina.wait_for_timeout(500)
        pagina.screenshot(path=str(Path(RETRATOS) / f"{nombre}-{ancho}x{alto}.png"))


def test_quien_mira_lee_la_mano_y_al_acabar_lo_que_quedo(mirar: Mirar) -> None:
    mesa = Mirada(semilla=5)
    mesa.comenzar()
    pagina = mirar(mesa, repetir=True)
    mesa.jugar_hasta(lambda e: e.mano is not None and len(e.mano.cadena) >= 3 * 12)
    pagina.wait_for_function("() => document.querySelectorAll('.tablero__fichas > g').length === 12")
    assert not pagina.locator("[data-fin]").is_visible()
    # en la pantalla no hay más fichas que las del paño
    assert pagina.locator("[data-ficha]").count() == 12
    retratar(pagina, "mirando")
    mesa.jugar_hasta(lambda e: e.fase is Fase.FIN_DE_MANO)
    pagina.locator("[data-fin]").wait_for(state="visible")
    mano = mesa.estado.mano
    assert mano is not None
    quedan = sum(bits.bit_count() for bits in mano.manos)
    assert pagina.locator("[data-fin-manos] .ficha").count() == quedan
    assert "para" in pagina.locator("[data-turno-quien]").inner_text()
    retratar(pagina, "mirando-fin")
    mesa.despedir("no_se_mira")
    pagina.get_by_text("Ahora no se puede mirar esta mesa").wait_for()
