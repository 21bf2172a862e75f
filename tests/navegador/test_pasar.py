"""Una tableta que se pasa de mano en mano: nadie ve las fichas de otro, y se juega hasta la meta (VA12, D608)."""

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.navegador.casa import Casa
from tests.navegador.revisiones import revisar
from tests.navegador.telefono import Fabrica, Telefono
from tests.navegador.test_practica import CABE, LADO, ROBAR

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Response

pytestmark = pytest.mark.navegador
TABLETA = {"width": 768, "height": 1024}
RETRATOS = os.environ.get("RETRATOS", "")
DESTAPAR = "[data-destapar]:not([aria-disabled=true])"
SEGUIR = "[data-seguir]:not([aria-disabled=true])"
FICHAS = ".mano__ficha"
OTRA = "[data-otra-mano]"
TAPADA_CON = """(quien) => {
  const lugares = [AmigosMesa.mesa.personas.push(quien) - 1];
  const v = {yo: {asiento: -1}, datos: {fase: AmigosMesa.FASE.JUGANDO, turno: 0, lugares}};
  AmigosPasar.vestir(v);
  return v.tapada;
}"""


def retratar(t: Telefono, nombre: str) -> None:
    if RETRATOS:
        t.pagina.screenshot(path=str(Path(RETRATOS) / f"{nombre}.png"))


def empezar(t: Telefono, juego: str, nombres: dict[int, str], meta: str = "") -> None:
    t.abrir(f"/probar/pasar/?juego={juego}")
    for lugar, nombre in nombres.items():
        t.pagina.locator(f"[name=nombre_{lugar}]").fill(nombre)
    if meta:
        t.pagina.locator("[name=meta]").select_option(meta)
    t.tocar("Empezar")
    t.pagina.locator(DESTAPAR).wait_for(timeout=30_000)


def escuchar(t: Telefono) -> list[dict[str, Any]]:
    """Las vistas que llegan, tal como llegan."""
    vistas: list[dict[str, Any]] = []

    from playwright.sync_api import Error

    def oir(respuesta: "Response") -> None:
        if "/pasar/orden/" in respuesta.url:
            with suppress(json.JSONDecodeError, Error):  # al salir, la página ya no la tiene
                vistas.extend(json.loads(respuesta.text()).get("vistas", []))

    t.pagina.on("response", oir)
    return vistas


def tapada_sin_rastro(t: Telefono) -> None:
    """Con el aparato por pasar, en la página no queda ninguna ficha de nadie: ni dibujada ni dicha."""
    assert t.pagina.locator(FICHAS).count() == 0
    for cual in ("[data-voz]", "[data-voz-urgente]", "[data-palo-dice]", "[data-avisos]", "[data-cubre-avisos]"):
        assert t.pagina.locator(cual).inner_text().strip() == "", cual


def jugar_hasta(t: Telefono, cual: str, plazo: float) -> int:
    """Cada quien destapa y tira lo primero que quepa, o sigue la mano; cuántas veces se pasó."""
    from playwright.sync_api import TimeoutError

    limite, pasadas = time.monotonic() + plazo, 0
    while not t.pagina.locator(cual).first.is_visible():
        assert time.monotonic() < limite, t.retrato()
        for toca in (DESTAPAR, SEGUIR, LADO, ROBAR, CABE):
            n = t.pagina.locator(toca).locator("visible=true").first
            if n.count():
                if toca == DESTAPAR:
                    tapada_sin_rastro(t)
                    pasadas += 1
                with suppress(TimeoutError):  # la mesa cambió entretanto
                    n.tap(timeout=1_500)
                break
        t.pagina.wait_for_timeout(60)
    return pasadas


def test_dos_en_una_tableta_y_el_que_sigue_no_ve_lo_del_otro(casa: Casa, navegador: "Browser") -> None:
    fabrica = Fabrica(navegador, casa)
    t = fabrica("Ana y Beto", pantalla=TABLETA)
    vistas = escuchar(t)
    with t.tolerando("422"):
        t.abrir("/probar/pasar/?juego=musica-2-0-7")
        t.tocar("Empezar")
        t.ver("Escribe por lo menos dos nombres")
        t.pagina.locator("[name=nombre_0]").fill("Ana <b>")
        with t.pagina.expect_navigation():
            t.tocar("Empezar")
        t.ver("Escribe por lo menos dos nombres")
    assert "de 20 letras a lo más" in t.pagina.locator("#quienes").inner_text()
    retratar(t, "pasar-quienes")
    assert revisar(t) == []
    # lo contestado al envío ya no se reenvía: recargar vuelve a pedir la página (D670)
    with t.pagina.expect_request(lambda r: r.is_navigation_request()) as pedida:
        t.pagina.reload()
    assert pedida.value.method == "GET"
    assert t.pagina.locator("[name=nombre_0]").input_value() == "Ana <b>", "recargar no pierde los nombres (D688)"
    assert not t.pagina.get_by_role("link", name="Seguir la partida").is_visible(), "no hay ninguna viva"
    empezar(t, "musica-2-0-7", {0: "Ana <b>", 1: "Beto"})
    t.ver("Pásale el aparato a")
    retratar(t, "pasar-tapada")
    assert revisar(t) == []
    tapada_sin_rastro(t)
    assert all(una["yo"] == {"asiento": -1} for una in vistas), "sin destapar no llegó ninguna ficha"
    en_su_renglon = "(n) => n.getBoundingClientRect().bottom <= n.nextElementSibling.getBoundingClientRect().top"
    assert t.pagina.locator(DESTAPAR).evaluate(en_su_renglon), "«ver mis fichas», a lo ancho (D668)"
    t.pagina.locator(DESTAPAR).click()
    t.pagina.locator(CABE).first.wait_for()
    retratar(t, "pasar-turno")
    assert revisar(t) == []
    # salirse con «atrás» no la pierde: se ofrece seguirla, y vuelve tapada; lo que no es clave en el ancla, tampoco
    clave = t.pagina.evaluate("location.hash")
    t.pagina.evaluate("location.hash = 'contenido'")
    t.pagina.wait_for_function("(h) => location.hash === h", arg=clave)
    t.abrir("/probar/pasar/")
    retratar(t, "pasar-seguir")
    t.pagina.get_by_role("link", name="Seguir la partida").click()
    t.pagina.locator(DESTAPAR).wait_for(timeout=30_000)
    tapada_sin_rastro(t)
    t.pagina.locator(DESTAPAR).click()
    t.pagina.locator(CABE).first.wait_for()
    # otra clave en el ancla es otra partida, aunque la página sea la misma (D671)
    with t.tolerando("404"):
        t.pagina.evaluate("location.hash = 'f'.repeat(32)")
        t.ver("Ahora no se puede")
    t.pagina.go_back()
    t.pagina.locator(DESTAPAR).wait_for(timeout=30_000)
    # acabada ya no se ofrece seguirla; hasta la meta, en la de noche (D670)
    # a un automático no se le pasa el aparato (D716)
    assert [t.pagina.evaluate(TAPADA_CON, {"automatico": si}) for si in (False, True)] == [True, False]
    acabada = "AmigosPasar.vestir({yo: {asiento: -1}, datos: {fase: AmigosMesa.FASE.FIN_DE_PARTIDA}})"
    t.pagina.evaluate(acabada)
    assert not t.pagina.evaluate("localStorage.getItem('pasar-viva')")
    # recargar la tapa: no se sabe quién la tiene
    t.pagina.reload()
    t.pagina.locator(DESTAPAR).wait_for(timeout=30_000)
    tapada_sin_rastro(t)
    t.pagina.locator(DESTAPAR).click()
    t.pagina.locator(CABE).first.wait_for()
    quien = t.pagina.locator("[data-turno-quien]").inner_text()
    jugar_hasta(t, DESTAPAR, 30)
    tapada_sin_rastro(t)
    retratar(t, "pasar-a-otro")
    assert t.pagina.locator(".cubre__titulo").first.inner_text().split()[-1] not in quien
    assert t.pagina.evaluate("localStorage.getItem('pasar-viva')")
    t.pagina.get_by_role("button", name="Salir de la mesa").first.click()
    t.tocar("Sí, salir")
    t.pagina.wait_for_function("!localStorage.getItem('pasar-viva')")
    t.esperar_ruta("/probar/pasar/")
    fabrica.cerrar(comprobar=True)


ULTIMO = """([robos, salidor, cadena, turno, robadas]) => {
  AmigosMesa.mesa.robos = robos;
  return AmigosPasar.loUltimo({ ...AmigosMesa.vista.datos, salidor, turno, mano: 2, cadena, robos: robadas });
}"""


def test_lo_tapado_dice_que_hizo_cada_uno_desde_el_turno_anterior(casa: Casa, navegador: "Browser") -> None:
    """D760: cuántas robó y si pasó, en orden; cuáles robó, nunca. Fichas: 0 es la blanca-blanca y 1 la blanca-uno."""
    fabrica = Fabrica(navegador, casa)
    t = fabrica("Todos", pantalla=TABLETA)
    empezar(t, "federacion-3-0-7", {0: "Ana", 1: "Beto", 2: "Caro"})
    tiro = [0, 0, 0]  # Ana sale con la mula de blancas

    def dicho(robos: int, cadena: list[int], turno: int, robadas: list[int]) -> str:
        return str(t.pagina.evaluate(ULTIMO, [robos, 0, cadena, turno, robadas]))

    assert "en cada mano sale el siguiente" in dicho(28, [], 0, [])
    assert dicho(28, tiro, 1, []) == "Ana tiró la mula de blancas."
    # Beto roba tres y tira
    assert dicho(28, [*tiro, 1, 2, 1], 2, [1, 1] * 3) == (
        "Ana tiró la mula de blancas. Beto robó 3 y tiró la blanca-uno."
    )
    # sin pozo pasan los dos: se dice de cada uno
    assert dicho(28, tiro, 0, []) == "Beto pasó. Caro pasó."
    # robando de una en una, la vuelta entera sin tirar no junta los robos de dos turnos
    vuelta = [1, 1, 1, 2, 1, 0]
    assert dicho(1, tiro, 1, vuelta) == "Caro robó 1 y pasó. Ana robó 1 y pasó."
    assert dicho(1, [*tiro, 1, 2, 1], 2, [*vuelta, 1, 1]) == "Ana robó 1 y pasó. Beto robó 1 y tiró la blanca-uno."
    # quien ya robó y recargó a la mitad de su turno no se cuenta a sí mismo
    assert dicho(28, tiro, 1, [1, 1]) == "Ana tiró la mula de blancas."
    fabrica.cerrar(comprobar=True)


@pytest.mark.noche
@pytest.mark.larga(250)
@pytest.mark.parametrize(
    ("juego", "nombres", "pantalla"),
    [
        ("musica-2-0-7", {0: "Ana", 1: "Beto"}, {"width": 360, "height": 740}),
        ("musica-3-0-7", {0: "Ana", 2: "Caro"}, TABLETA),
        ("federacion", {0: "Ana", 1: "Beto", 2: "Caro", 3: "Dani"}, TABLETA),
        ("federacion-3-0-9", {0: "Ana", 1: "Beto", 2: "Caro"}, TABLETA),
    ],
    ids=["dos con pozo", "con un automático", "por parejas", "tres con nueve"],
)
def test_una_mano_y_hasta_la_meta_pasando_el_aparato(
    juego: str, nombres: dict[int, str], pantalla: Any, casa: Casa, navegador: "Browser"
) -> None:
    fabrica = Fabrica(navegador, casa)
    t = fabrica("Todos", pantalla=pantalla)
    vistas = escuchar(t)
    meta = "50" if juego == "musica-2-0-7" else ""
    empezar(t, juego, nombres, meta)
    assert jugar_hasta(t, SEGUIR, 300) > 2
    t.ver("Comprobar el reparto")
    # una mano de cada diez de dos, y una de cada cinco de tres, acaba con el pozo agotado: entonces no se nombra
    ultima = next(una["datos"] for una in reversed(vistas) if una["datos"].get("fin"))
    sobran = len(ultima["fin"].get("pozo") or []) - len(ultima.get("robos") or []) // 2
    assert t.pagina.get_by_text("En el pozo", exact=False).count() == (sobran > 0)
    retratar(t, f"pasar-mano-{juego}")
    assert revisar(t) == []
    assert "Nosotros" not in t.pagina.locator("[data-cubre-dentro]").inner_text(), "no es de ninguna pareja (D715)"
    t.tocar("Comprobar el reparto")
    t.pagina.locator(".pasos-reparto .bien").first.wait_for()
    assert t.pagina.locator(".pasos-reparto .mal").count() == 0
    if meta:  # a 300 son más de diez minutos: de las demás, la primera mano
        jugar_hasta(t, OTRA, 1_500)
        t.ver("no se guardó ni cuenta")
        assert not t.pagina.evaluate("localStorage.getItem('pasar-viva')"), "acabada, no se ofrece seguirla (D670)"
        retratar(t, f"pasar-final-{juego}")
        assert revisar(t) == []
    assert not [una for una in vistas if una["datos"]["fase"] == 3 and una["yo"]["asiento"] not in (-1, *nombres)]
    fabrica.cerrar(comprobar=True)
