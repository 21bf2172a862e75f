"""Con el servidor de verdad y cuatro navegadores, cuando algo sale mal: nadie pierde nada (EL4, EL9)."""

import re
import sqlite3
from contextlib import ExitStack, closing, suppress
from typing import TYPE_CHECKING

import pytest

from tests.navegador.en_vivo import CABE, Cuarteto, Sala
from tests.navegador.revisiones import revisar
from tests.navegador.telefono import Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Route, WebSocketRoute

pytestmark = pytest.mark.navegador

MARI, NACHO, CARMEN, BETO = range(4)
POR_ENVIAR = "() => JSON.parse(sessionStorage.getItem('mesa-ordenes-' + document.body.dataset.mesa) || '[]').length"
JUGANDO = """() => { const v = window.AmigosMesa && AmigosMesa.vista;
  return v && v.datos.fase === 3 && !v.datos.ausentes; }"""
EN_VIVO = "() => document.body.dataset.conexionEstado === 'en_vivo'"


class Senal:
    """La señal de un teléfono: lo que va o lo que vuelve por su socket se puede perder en el camino."""

    def __init__(self, t: Telefono) -> None:
        self.va = self.vuelve = True
        t.pagina.route_web_socket(re.compile("/ws/mesa/"), self._atender)

    def _atender(self, aqui: "WebSocketRoute") -> None:
        alla = aqui.connect_to_server()
        aqui.on_message(lambda m: alla.send(m) if self.va else None)
        alla.on_message(lambda m: aqui.send(m) if self.vuelve else None)


def de_turno(c: Cuarteto) -> Telefono:
    """A quien le toca tirar; si el sistema pasa por alguien, se espera."""
    for _ in range(200):
        for t in c.telefonos:
            if t.pagina.locator(CABE).count():
                return t
        c[MARI].pagina.wait_for_timeout(50)
    raise AssertionError("\n\n".join(t.retrato() for t in c.telefonos))


def turno_de(c: Cuarteto, cual: int) -> Telefono:
    """Se juega hasta que le toque a esa persona y pueda tirar."""
    for _ in range(30):
        t = de_turno(c)
        if t is c[cual]:
            return t
        llega_a_todos(c, toca_una(t))
    raise AssertionError("nunca le tocó")


def toca_una(t: Telefono) -> int:
    """Toca una ficha que cabe y, si se le pregunta el lado, contesta; devuelve cuál."""
    boton = t.pagina.locator(CABE).first
    ficha = int(boton.get_attribute("data-ficha") or -1)
    boton.tap()
    if t.pagina.locator(".mano__lado").count():
        t.pagina.wait_for_timeout(400)  # la pregunta sale bajo el dedo: no contesta al momento
        t.pagina.locator(".mano__lado").first.tap()
    return ficha


def sin_castigo(c: Cuarteto) -> None:
    for t in c.telefonos:
        assert c.datos(t)["amarillas"] == [0, 0, 0, 0]


def llega_a_todos(c: Cuarteto, ficha: int) -> None:
    """Esa ficha está en la mesa de los cuatro, dibujada y una sola vez."""
    for t in c.telefonos:
        t.pagina.locator(f"[data-tablero] [data-ficha='{ficha}']").wait_for(state="attached", timeout=25_000)
        assert c.datos(t)["cadena"][::3].count(ficha) == 1


def acaban_la_mano(c: Cuarteto) -> None:
    """Y las cuatro pantallas dicen lo mismo."""
    c.jugar("[data-seguir]", sigue=False)
    assert len({str(c.plantilla(t)) for t in c.telefonos}) == 1


def test_doble_toque_y_la_red_que_se_corta_al_tirar(sentar: Sala) -> None:
    c = sentar(sentados=False)
    senal = Senal(c[NACHO])
    c.sentarse()

    def tocar_dos_veces(t: Telefono) -> int:
        boton = t.pagina.locator(CABE).first
        caja, ficha = boton.bounding_box(), int(boton.get_attribute("data-ficha") or -1)
        assert caja
        for _ in range(2):
            t.pagina.touchscreen.tap(caja["x"] + caja["width"] / 2, caja["y"] + caja["height"] / 2)
        return ficha

    quien = de_turno(c)  # quien sale: su ficha no pregunta de qué lado
    ficha = tocar_dos_veces(quien)
    llega_a_todos(c, ficha)
    assert len(c.mano(quien)) == 6

    nacho = turno_de(c, NACHO)
    senal.va = senal.vuelve = False
    with nacho.sin_red():
        ficha = toca_una(nacho)
        nacho.ver(re.compile("Tu ficha está guardada aquí"))
        assert nacho.pagina.evaluate(POR_ENVIAR) == 1
        assert ficha not in c.datos(c[MARI])["cadena"][::3]
    senal.va = senal.vuelve = True
    llega_a_todos(c, ficha)

    nacho = turno_de(c, NACHO)
    senal.vuelve = False  # llega, pero no se entera
    ficha = toca_una(nacho)
    c[MARI].pagina.locator(f"[data-tablero] [data-ficha='{ficha}']").wait_for(state="attached")
    assert nacho.pagina.evaluate(POR_ENVIAR) == 1
    senal.vuelve = True
    llega_a_todos(c, ficha)
    nacho.pagina.wait_for_function(POR_ENVIAR + " === 0")
    acaban_la_mano(c)


@pytest.mark.noche
def test_dos_pestanas_y_sesion_que_caduca_a_media_mano(sentar: Sala) -> None:
    from playwright.sync_api import TimeoutError

    c = sentar()
    otra = c.otra_pestana(CARMEN)
    carmen = turno_de(c, CARMEN)
    with suppress(TimeoutError):  # si ya hay fichas en la mesa, las repite
        otra.pagina.get_by_role("button", name="Saltar la repetición").click(timeout=1_000)
    assert c.mano(otra) == c.mano(carmen)
    ficha = toca_una(otra)
    llega_a_todos(c, ficha)
    assert c.mano(otra) == c.mano(carmen)
    otra.pagina.close()
    llega_a_todos(c, toca_una(de_turno(c)))
    assert c.datos(carmen)["ausentes"] is None

    beto = c[BETO]
    mano = c.mano(beto)
    with closing(sqlite3.connect(c.casa.base, timeout=20)) as base, base:
        base.execute("DELETE FROM django_session WHERE session_key = ?", (c.ficha["sesiones"][BETO],))
    beto.ver(re.compile("Tu sesión se cerró"))
    beto.tocar("Entrar otra vez")
    beto.esperar_ruta("/entrar/")
    beto.identificarse(c.ficha["correos"][BETO])
    beto.esperar_ruta(f"{c.ruta}$")
    c.esperar(JUGANDO)
    assert set(c.mano(beto)) <= set(mano)
    acaban_la_mano(c)


def test_kill_9_a_media_mano_y_nadie_pierde_nada(sentar: Sala) -> None:
    c = sentar()
    c.jugar_unas(4)
    quien = de_turno(c)
    manos, cadena = [c.mano(t) for t in c.telefonos], c.cadena(quien)
    with ExitStack() as pila:
        for t in c.telefonos:
            pila.enter_context(t.tolerando("."))
        c.casa.matar()
        for t in c.telefonos:
            t.ver(re.compile("Se fue la conexión"))
        ficha = toca_una(quien)
        quien.ver(re.compile("Tu ficha está guardada aquí"))
        c.casa.prender()
        c.esperar(EN_VIVO)
    llega_a_todos(c, ficha)
    for t, antes in zip(c.telefonos, manos, strict=True):
        assert c.cadena(t)[: len(cadena) + 1] == [*cadena, ficha]
        assert c.mano(t) == [f for f in antes if t is not quien or f != ficha]
        assert c.datos(t)["ausentes"] is None
    sin_castigo(c)
    acaban_la_mano(c)


# --- al salir a propósito ---------------------------------------------------------------------------------------------
@pytest.mark.noche
def test_salir_vale_en_todas_las_pestanas_y_se_vuelve_desde_cualquiera(sentar: Sala) -> None:
    c = sentar()
    otra = c.otra_pestana(CARMEN)
    otra.pagina.wait_for_function("() => window.AmigosMesa && AmigosMesa.vista")
    c[CARMEN].pagina.get_by_role("button", name="Salir de la mesa").first.click()
    c[CARMEN].tocar("Sí, salir")
    otra.ver(re.compile("Saliste de esta mesa en otra pestaña o aparato"))
    assert revisar(otra) == []
    c[CARMEN].ver(re.compile("Saliste de la mesa y los demás te esperan"))
    c[MARI].ver(re.compile("Esperando a Carmen"))
    c[MARI].pagina.wait_for_timeout(4_500)  # dos latidos de la pestaña olvidada
    c[MARI].ver(re.compile("Esperando a Carmen"))
    # de la que se quedó en la mesa a la Sala: tampoco es volver
    otra.pagina.get_by_role("button", name="Salir de la mesa").first.click()
    otra.ver(re.compile("Saliste de la mesa y los demás te esperan"))
    otra.tocar("Volver a la mesa")
    c.esperar(JUGANDO, [c[NACHO], c[BETO], otra])
    sin_castigo(Cuarteto(c.casa, c.fabrica, c.ficha, [c[NACHO], c[BETO], otra]))


# --- al armarla -------------------------------------------------------------------------------------------------------
@pytest.mark.noche
def test_aceptar_con_la_respuesta_tarde_lleva_igual_a_la_mesa(sentar: Sala) -> None:
    """El aviso de que ya están los cuatro llega por el socket antes que la respuesta de «Aceptar»: no pregunta nada."""
    c = sentar("sala")
    preguntas: list[str] = []

    def tarda(pedido: "Route") -> None:
        respuesta = pedido.fetch()
        c[BETO].pagina.wait_for_timeout(1_200)
        with suppress(Exception):  # la página ya se fue
            pedido.fulfill(response=respuesta)

    for t in c.telefonos:
        t.abrir("/enlinea/")
        t.ver("En vivo")
    c[BETO].pagina.on("dialog", lambda d: (preguntas.append(d.type), d.dismiss()))
    c[BETO].pagina.route("**/enlinea/orden/responder/", tarda)
    c.armar()
    assert preguntas == []
