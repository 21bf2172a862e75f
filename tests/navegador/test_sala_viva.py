"""La Sala con movimiento: quien sólo lee sigue ahí, y a quien llega tarde se le guarda su lugar (EL1, EL2, D180)."""

import re
import time
from typing import TYPE_CHECKING

import pytest

from tests.navegador.telefono import Telefono
from tests.navegador.test_sala import LUGARES, arma, casa_sala, fabrica, reune, sienta  # noqa: F401

if TYPE_CHECKING:
    from tests.navegador.telefono import Fabrica

pytestmark = pytest.mark.navegador
SE_VA_A_LOS = 12
"""Segundos que la Sala espera a quien calla."""
NOMBRES_EN_LA_LISTA = "() => [...document.querySelectorAll('.persona [data-nombre]')].map((n) => n.textContent)"


def nombres_sentados(quien: Telefono) -> list[str]:
    return [quien.texto(f"[data-lugar={lugar}] [data-lugar-nombre]") for lugar in LUGARES]


def fuera(quien: Telefono) -> None:
    """A otra página, que no es la Sala."""
    quien.abrir("/ayuda/en-linea/")


def vuelve(quien: Telefono) -> None:
    quien.abrir("/enlinea/")
    quien.ver("En vivo")


@pytest.mark.noche
def test_quien_solo_lee_la_platica_sigue_en_la_sala(fabrica: "Fabrica") -> None:  # noqa: F811
    """Cada mensaje que llegaba aplazaba su latido: con la plática animada no latía nunca y se le daba por ido."""
    ana, beto = reune(fabrica, 1, 2)
    hasta = time.monotonic() + SE_VA_A_LOS + 8
    dichos = 0
    while time.monotonic() < hasta or dichos <= 5:
        dichos += 1
        ana.escribir("Tu mensaje", f"hola {dichos}")
        ana.tocar("Enviar")
        beto.ver(f"hola {dichos}", dentro="[data-charla]")
        assert any(n.startswith("organiza2") for n in ana.pagina.evaluate(NOMBRES_EN_LA_LISTA)), f"tras {dichos}"
        ana.pagina.wait_for_timeout(1900)


@pytest.mark.noche
def test_a_quien_tarda_se_le_guarda_su_lugar_y_al_llegar_se_sienta(fabrica: "Fabrica") -> None:  # noqa: F811
    ana, beto, caro, dani = reune(fabrica, 5, 6, 7, 8)
    arma(ana, 6, 7, 8)
    caro.tocar("Ahora no")
    ana.ver(re.compile("organiza7 no quiso ahora"))
    fuera(dani)
    ana.pagina.locator(".persona", has_text="organiza8").wait_for(state="detached")
    ana.tocar("Armarla otra vez")
    ana.ver("organiza8 todavía no llega a la Sala. En cuanto llegue se sienta en su lugar.")
    ana.ver("Faltan lugares: izquierda, derecha")
    vuelve(dani)
    ana.ver("Falta un lugar: izquierda")
    assert nombres_sentados(ana) == ["organiza6", "Izquierda", "organiza8"]
    ana.no_ver(re.compile("todavía no llega"))
    fuera(beto)
    ana.ver("organiza6 ya no está libre. Elige a alguien más.", "[data-se-fue]")
    vuelve(beto)
    ana.ver("Falta un lugar: izquierda")
    assert nombres_sentados(ana) == ["organiza6", "Izquierda", "organiza8"]
    # a quien ella pone no lo quita el que llega
    fuera(dani)
    ana.ver("Faltan lugares: izquierda, derecha")
    ana.pagina.locator("[data-lugar=derecha]").click()
    sienta(ana, 7)
    vuelve(dani)
    ana.pagina.locator('[data-elegible][data-nombre="organiza8"] button').wait_for()
    assert nombres_sentados(ana) == ["organiza6", "Izquierda", "organiza7"]


@pytest.mark.noche
def test_la_otra_pestana_en_que_se_armaba_va_a_la_sala(fabrica: "Fabrica") -> None:  # noqa: F811
    ana, _beto, _caro, _dani = reune(fabrica, 9, 10, 11, 12)
    otra = Telefono(fabrica.casa, ana.pagina.context.new_page(), "otra pestaña")
    otra.abrir("/enlinea/armar/")
    otra.ver("¿Quién es tu pareja?")
    sienta(otra, 10, 11, 12)
    arma(ana, 10, 11, 12)
    otra.esperar_ruta("/enlinea/$")
    otra.ver(re.compile("^Faltan "))
