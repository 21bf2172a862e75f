"""Federación y Música: un niño sin cuenta, y dos y tres personas en una mesa de verdad (VA12, D545, D546)."""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.navegador.casa import Casa
from tests.navegador.revisiones import revisar
from tests.navegador.telefono import Fabrica, Telefono
from tests.navegador.test_practica import CABE, LADO, ROBAR, SEGUIR

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.navegador
CHICA = {"width": 360, "height": 740}
RETRATOS = os.environ.get("RETRATOS", "")


def retratar(t: Telefono, nombre: str) -> None:
    if RETRATOS:
        t.pagina.screenshot(path=str(Path(RETRATOS) / f"{nombre}.png"))


def toca_algo(t: Telefono) -> bool:
    """Tira lo primero que quepa, o roba; falso si no le toca."""
    from playwright.sync_api import TimeoutError

    for cual in (LADO, ROBAR, CABE):
        n = t.pagina.locator(cual).locator("visible=true").first
        if n.count():
            with suppress(TimeoutError):  # la mesa cambió entretanto
                n.click(timeout=1_500)
            return True
    return False


def test_un_nino_sin_cuenta_escoge_musica_y_tira_con_figuras(casa: Casa, navegador: "Browser") -> None:
    fabrica = Fabrica(navegador, casa)
    t = fabrica("Lupita", pantalla=CHICA)
    t.abrir("/probar/juegos/")
    assert revisar(t) == []
    retratar(t, "probar-juegos")
    t.pagina.get_by_role("link", name="Música de 2").click()
    t.esperar_ruta("/probar/")
    t.pagina.locator(f"{CABE}, {ROBAR}").locator("visible=true").first.wait_for(timeout=30_000)
    t.pagina.locator("[data-abre=figuras]").click()
    t.pagina.locator("[data-caras][value=sumas]").check()
    retratar(t, "probar-figuras")
    t.pagina.locator("[data-abre=figuras]").click()
    fichas = t.pagina.locator(".mano__ficha").count()
    toca_algo(t)
    toca_algo(t)
    t.pagina.wait_for_function("(n) => document.querySelectorAll('.mano__ficha').length !== n", arg=fichas)
    retratar(t, "probar-tirada")
    # recargar sigue donde iba, con sus figuras
    t.pagina.reload()
    t.pagina.locator(".mano__ficha use[*|href^='#s']").first.wait_for(state="attached", timeout=30_000)
    fabrica.cerrar(comprobar=True)


@pytest.mark.noche
def test_sin_cuenta_una_mano_de_dos_con_pozo_hasta_el_final(casa: Casa, navegador: "Browser") -> None:
    fabrica = Fabrica(navegador, casa)
    t = fabrica("Lupita", pantalla=CHICA)
    t.abrir("/probar/?juego=federacion-2-0-7")
    otra = t.pagina.locator("[data-seguir], [data-otra-mano]")
    for _ in range(900):
        if otra.is_visible():
            break
        toca_algo(t)
        t.pagina.wait_for_timeout(150)
    t.ver("Es de prueba: no se guarda ni cuenta.")
    retratar(t, "probar-fin")
    t.tocar("Comprobar el reparto")
    t.pagina.locator(".pasos-reparto .bien").first.wait_for()
    assert t.pagina.locator(".pasos-reparto .mal").count() == 0
    t.pagina.get_by_role("link", name="Probar otro juego").click()
    t.esperar_ruta("/probar/juegos/")
    fabrica.cerrar(comprobar=True)


@pytest.mark.noche
def test_dos_se_encuentran_con_juega_ya_y_juegan_a_federacion_con_pozo(telefono: Fabrica) -> None:
    dos = [telefono(f"organiza{n}", pantalla=CHICA) for n in (81, 82)]
    for n, t in zip((81, 82), dos, strict=True):
        t.llegar(f"organiza{n}@prueba.mx", siguiente="/enlinea/")
        t.ver("En vivo")
        t.desplegar("buscar-opciones")
        t.pagina.locator("#buscar-juego").select_option("federacion-2-0-7")
        assert not t.pagina.locator("#buscar-meta").is_visible(), "la meta es la de costumbre"
    retratar(dos[0], "sala-otro-juego")
    dos[0].tocar("Juega ya")
    dos[0].ver("Falta 1 para empezar")
    dos[0].ver("Federación, 2 jugadores")
    assert revisar(dos[0]) == []
    retratar(dos[0], "sala-busca-dos")
    dos[1].tocar("Juega ya")
    for t in dos:
        t.esperar_ruta(r"/enlinea/mesa/\d+/")
    dos[0].tocar("Comenzar")
    for t in dos:
        t.pagina.locator(".mano__ficha").nth(6).wait_for(timeout=30_000)
    retratar(dos[1], "mesa-dos")
    seguir = [t.pagina.locator(SEGUIR).locator("visible=true") for t in dos]
    for _ in range(400):
        if all(s.count() for s in seguir):
            break
        for t in dos:
            if t.pagina.locator(".mano--turno").count():
                toca_algo(t)
        dos[0].pagina.wait_for_timeout(150)
    dos[0].ver(re.compile("dominó|dominaste|cerró|cerraste", re.I), "[data-cubre]")
    retratar(dos[0], "mesa-dos-fin")
    for t in dos:
        t.pagina.locator(SEGUIR).first.click()
    for t in dos:
        t.pagina.locator(".mano__ficha").nth(6).wait_for(timeout=30_000)


@pytest.mark.noche
def test_se_arma_una_de_tres_y_otro_la_mira(telefono: Fabrica) -> None:
    gente = [telefono(f"organiza{n}", pantalla=CHICA) for n in (83, 84, 85, 75)]
    for n, t in zip((83, 84, 85, 75), gente, strict=True):
        t.llegar(f"organiza{n}@prueba.mx", siguiente="/enlinea/")
        t.ver("En vivo")
    ana, beto, caro, miron = gente
    ana.tocar("Armar una mesa")
    ana.ver("¿Quién va en cada lugar?")
    ana.pagina.locator("[data-armado-juego]").select_option("federacion-2-0-7")
    assert ana.pagina.locator("[data-lugar]").locator("visible=true").count() == 1
    retratar(ana, "armar-dos")
    ana.pagina.locator("[data-armado-juego]").select_option("musica-3-0-7")
    assert ana.pagina.locator("[data-lugar]").locator("visible=true").count() == 2
    assert ana.pagina.locator("#meta-musica").is_visible() and not ana.pagina.locator("#meta-federacion").is_visible()
    for n in (84, 85):
        ana.pagina.locator("[data-elegible]", has_text=f"organiza{n}").locator("button").click()
        ana.pagina.wait_for_timeout(800)  # el segundo de un doble toque no cuenta
    ana.pagina.locator("#meta-musica").select_option("50")
    ana.pagina.get_by_text("Que otros la puedan mirar").click()
    retratar(ana, "armar-tres")
    assert revisar(ana) == []
    ana.tocar("Crear mesa")
    for t in (beto, caro):
        t.ver("Música y matemáticas, 3 jugadores")
        t.tocar("Aceptar")
    for t in (ana, beto, caro):
        t.esperar_ruta(r"/enlinea/mesa/\d+/")
    ana.tocar("Comenzar")
    caro.pagina.locator(".mano__ficha").nth(6).wait_for(timeout=30_000)
    miron.ver(re.compile("Música y matemáticas, 3 jugadores"))
    retratar(miron, "sala-jugando-tres")
    miron.pagina.get_by_role("link", name=re.compile("Mirar")).first.click()
    miron.ver("Pozo")
    assert miron.pagina.locator("[data-puntos]").count() == 3
    assert revisar(miron) == []
    retratar(miron, "mirar-tres")
