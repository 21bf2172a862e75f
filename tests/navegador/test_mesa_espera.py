"""En la Sala se espera al ausente con la cuenta a la vista, y se vuelve solo a la mesa (EL9)."""

import json
import re
from typing import TYPE_CHECKING

import pytest

from reglas.mesa import ordenes as o
from reglas.mesa.tipos import Modo
from tests.navegador.letra import con_las_dos_letras
from tests.navegador.mesa_buscar import Mirar, buscar, turno_de
from tests.navegador.mesa_falsa import CASA, RAIZ, MesaFalsa

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.navegador

SALA = """<!DOCTYPE html><title>Sala</title><div id="zona"><div data-espera-mesa="7" data-mesa-url="/enlinea/mesa/7/"
data-puede-volver="Quien dice «(Abandono)» también puede volver."></div>
<a id="volver-a-la-mesa" class="boton boton--accion boton--ancho" href="/enlinea/mesa/7/">Volver a la mesa</a></div>
<script src="/static/js/comun/ayudas.js"></script><script src="/static/js/comun/envio.js"></script>
<script src="/static/js/mesa/conexion.js"></script><script src="/static/js/sala/espera.js"></script>"""


PRINCIPAL = "boton--accion"


def abrir_sala(navegador: "Browser", mesa: MesaFalsa, salio: bool = False) -> "Page":
    pagina = navegador.new_page()

    def servir(ruta: object) -> None:
        camino = ruta.request.url.removeprefix(CASA)  # type: ignore[attr-defined]
        if camino.startswith("/static/"):
            ruta.fulfill(body=(RAIZ / camino.lstrip("/")).read_bytes(), content_type="text/javascript")  # type: ignore[attr-defined]
        else:
            cuerpo = SALA if camino == "/enlinea/" else "<title>Otra</title>"
            ruta.fulfill(body=cuerpo, content_type="text/html; charset=utf-8")  # type: ignore[attr-defined]

    pagina.route("**/*", servir)
    pagina.route_web_socket(re.compile("/ws/mesa/7/"), lambda socket: mesa.conectar(socket, 0))
    if salio:
        pagina.goto(f"{CASA}/otra/")
        pagina.evaluate("sessionStorage.setItem('mesa-salida', JSON.stringify({mesa: '7', desde: Date.now()}))")
    pagina.goto(f"{CASA}/enlinea/")
    return pagina


def test_dice_a_quien_se_espera_sobrevive_al_repintado_y_regresa(navegador: "Browser") -> None:
    mesa = buscar(turno_de(0))
    mesa.pedir(o.Ausentar(3))
    pagina = abrir_sala(navegador, mesa)
    pagina.get_by_text(re.compile(r"Esperando a Beto [45]:\d\d")).first.wait_for()
    pagina.evaluate(
        """() => { var z = document.getElementById('zona'); z.innerHTML = z.innerHTML.replace(/<p.*<\\/p>/, '');
        var e = document.createEvent('CustomEvent'); e.initCustomEvent('vivo:zonas', true, false, null);
        document.dispatchEvent(e); }"""
    )
    pagina.get_by_text(re.compile(r"Esperando a Beto")).first.wait_for()
    # la mesa lo regresaría aquí: no es lo principal, tampoco tras el repintado
    assert PRINCIPAL not in (pagina.locator("#volver-a-la-mesa").get_attribute("class") or "")
    mesa.ahora += 20_000
    mesa.pedir(o.Ausentar(2))
    varios = r"Esperando a \w+ \(Abandono\) y Beto\. Tienen que volver todos; a Beto le quedan 4:\d\d"
    pagina.get_by_text(re.compile(varios)).first.wait_for()
    pagina.get_by_text("Quien dice «(Abandono)» también puede volver.", exact=True).wait_for()
    # vuelve el primero: quien se fue mientras se le esperaba sigue marcado
    mesa.pedir(o.Volver(3))
    pagina.get_by_text(re.compile(r"Esperando a \w+ \(Abandono\) [45]:\d\d")).first.wait_for()
    mesa.pedir(o.Volver(2))
    pagina.wait_for_url("**/enlinea/mesa/7/")
    pagina.close()


def test_quien_sale_en_otra_pestana_tampoco_espera_aqui(navegador: "Browser") -> None:
    mesa = buscar(turno_de(0))
    mesa.pedir(o.Ausentar(3))
    pagina = abrir_sala(navegador, mesa)
    pagina.get_by_text(re.compile("Esperando a Beto")).first.wait_for()
    mesa.despedir("saliste")
    pagina.get_by_text(re.compile(r"Saliste de la mesa .* (4:5\d|5:00)")).first.wait_for()
    # recargada sigue sin volver
    mesa.sockets.clear()
    pagina.reload()
    pagina.get_by_text(re.compile("Saliste de la mesa")).first.wait_for()
    assert not mesa.sockets
    pagina.close()


def test_mientras_se_sale_no_se_late_y_sin_el_acuse_se_llega_igual_a_la_sala(mirar: Mirar) -> None:
    mesa = buscar(turno_de(0))
    pagina = mirar(mesa)
    mesa.cortar()
    pagina.wait_for_function("() => document.body.getAttribute('data-conexion-estado') === 'en_vivo'")
    # quien vuelve solo lo dice: si había salido, el servidor no lo regresa
    assert [d.rpartition("/")[2] for d in mesa.direcciones] == ["?pasos", "?pasos&reconecta"]
    mesa.callada = True
    pagina.get_by_role("button", name="Salir de la mesa").first.click()
    pagina.get_by_role("button", name="Sí, salir").click()
    pagina.get_by_text("Saliendo…").first.wait_for()
    latidos = mesa.latidos
    pagina.wait_for_timeout(2_500)
    assert mesa.latidos == latidos
    mesa.despedir("saliste")  # el acuse se perdió en el camino
    pagina.wait_for_url("**/enlinea/")
    assert pagina.evaluate("sessionStorage.getItem('mesa-ordenes-7')") == "[]"
    assert '"mesa":"7"' in pagina.evaluate("sessionStorage.getItem('mesa-salida')")


@con_las_dos_letras
@pytest.mark.parametrize(
    ("modo", "dice"),
    [
        (Modo.NORMAL, "contados desde que saliste. Si no vuelves: tarjeta azul para ti y la partida no cuenta"),
        (Modo.SIN_PRISA, "la partida se da por no terminada. Sin tarjetas."),
    ],
)
def test_a_quien_salio_en_otra_pestana_se_le_dice_que_le_pasa_si_no_vuelve(mirar: Mirar, modo: Modo, dice: str) -> None:
    mesa = MesaFalsa(modo=modo)
    mesa.comenzar()
    for ancho in (360, 1280):
        pagina = mirar(mesa, ancho=ancho)
        mesa.despedir("saliste")
        texto = pagina.get_by_text("Saliste de esta mesa en otra pestaña")
        assert dice in (texto.text_content() or "")
        # pudo volver por la otra: lo que aquí se lee sigue siendo cierto
        assert "está detenida" not in (texto.text_content() or "")
        assert "Si ya volviste por otro lado, sigue allá." in (texto.text_content() or "")
        pie = pagina.locator("[data-fuera] .barra")
        aire = pagina.evaluate("([a, b]) => b.getBoundingClientRect().top - a.getBoundingClientRect().bottom", [
            texto.element_handle(), pie.element_handle(),
        ])  # fmt: skip
        assert aire >= 8, "el texto se encima en la raya de su botón"
        mesa.sockets.clear()


@pytest.mark.parametrize("codigo", ["saliste", "otra_pestana", "sin_sesion", "despacio", "sin_suscripcion"])
def test_a_quien_se_despide_no_se_le_dice_que_sigue_en_vivo(mirar: Mirar, codigo: str) -> None:
    mesa = buscar(turno_de(0))
    pagina = mirar(mesa)
    mesa.despedir(codigo)
    pagina.get_by_role("heading", name="Ya no estás conectado").wait_for()
    pastilla = pagina.locator("[data-conexion]")
    assert pastilla.inner_text().strip() == "Desconectado"
    assert pastilla.locator("use").get_attribute("xlink:href") == "#i-sinsenal"
    # el texto y la raya de su botón no se tocan
    aire = pagina.evaluate("""() => document.querySelector('[data-fuera] .barra').getBoundingClientRect().top -
      document.querySelector('[data-fuera-texto]').getBoundingClientRect().bottom""")
    assert aire >= 8
    assert not pagina.locator("[data-sin-conexion]").is_visible()


def test_quien_salio_a_proposito_no_vuelve_sin_pedirlo(navegador: "Browser") -> None:
    mesa = buscar(turno_de(0))
    mesa.pedir(o.Salir(0))
    pagina = abrir_sala(navegador, mesa, salio=True)
    pagina.get_by_text(re.compile(r"Saliste de la mesa .* 4:5\d|Saliste de la mesa .* 5:00")).first.wait_for()
    assert not mesa.sockets, "abrir el socket sería volver"
    assert PRINCIPAL in (pagina.locator("#volver-a-la-mesa").get_attribute("class") or "")
    assert json.loads(pagina.evaluate("sessionStorage.getItem('mesa-salida')"))["mesa"] == "7"
    pagina.close()
