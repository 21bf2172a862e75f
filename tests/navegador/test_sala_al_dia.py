"""La página de la Sala con lo que le llega: la plática en su orden y la pestaña que quedó detrás (EL1)."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.navegador.casa import Casa
from tests.navegador.telefono import Fabrica, Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.navegador

DETRAS = """
Object.defineProperty(document, 'hidden', { get: function () { return true; } });
window.enchufes = [];
var Verdadero = window.WebSocket;
window.WebSocket = function (a) { var s = new Verdadero(a); window.enchufes.push(s); return s; };
"""
LLEGAN = """(lineas) => document.dispatchEvent(new CustomEvent('vivo:mensaje', {
  detail: { tipo: 'parcial', version: 1, datos: { zonas: {}, charlas: lineas, ahora: Date.now(), resta: -2 } } }))"""

INVITAN = """(callada) => {
  document.querySelector('[data-zona="tuya"]').innerHTML = '<section data-invitacion="7" ' + callada +
    ' data-titulo="¡Beto te invita!"><h2 id="inv" tabindex="-1">Beto te invita a jugar</h2></section>';
  document.dispatchEvent(new CustomEvent('vivo:zonas'));
}"""


@pytest.fixture
def sala(navegador: "Browser", casa: Casa, request: pytest.FixtureRequest) -> Iterator[Fabrica]:
    una = Fabrica(navegador, casa)
    yield una
    una.cerrar(comprobar=not getattr(request.node, "fallo", False))


def entra(t: Telefono) -> Telefono:
    t.llegar("organiza49@prueba.mx", siguiente="/enlinea/")
    t.ver("En vivo")
    return t


def test_lo_que_se_dijo_a_la_vez_se_lee_en_orden_y_una_vez(sala: Fabrica) -> None:
    """Con PostgreSQL el 11 puede llegar antes que el 10, y la consulta repite las últimas cincuenta."""
    ana = entra(sala("Ana"))

    def llegan(*numeros: int) -> list[str]:
        ana.pagina.evaluate(
            LLEGAN, [{"id": n, "nombre": "Beto", "texto": f"dice {n}", "hora": "9:00"} for n in numeros]
        )
        puestas = ana.pagina.locator("[data-charla-lista] > li").all()
        return [
            str(li.get_attribute("data-linea")) for li in puestas if int(li.get_attribute("data-linea") or 0) > 9000
        ]

    assert llegan(9009, 9011) == ["9009", "9011"]
    assert llegan(9010) == ["9009", "9010", "9011"]
    assert llegan(9009, 9010, 9011, 9012) == ["9009", "9010", "9011", "9012"]
    assert len(llegan(*range(9100, 9160))) == 50


def test_la_pestana_que_se_abre_o_reconecta_detras_lo_dice(sala: Fabrica) -> None:
    """Sin decirlo, el servidor la cree a la vista y la da por ida: el navegador le deja latir una vez por minuto."""
    ana = sala("Ana")
    mandados: list[dict[str, object]] = []
    ana.pagina.on("websocket", lambda s: s.on("framesent", lambda dicho: mandados.append(json.loads(dicho))))
    ana.pagina.add_init_script(DETRAS)
    entra(ana)
    no_se_ve = {"tipo": "visible", "version": 0, "datos": {"visible": False}}
    assert no_se_ve in mandados
    mandados.clear()
    with ana.tolerando("WebSocket"):
        ana.pagina.evaluate("window.enchufes[window.enchufes.length - 1].close()")
        ana.ver("Conectando…")
        ana.ver("En vivo")
    assert [m["tipo"] for m in mandados][:2] == ["mirar", "visible"]
    assert no_se_ve in mandados


@pytest.mark.parametrize("callada", ["", "data-callada"])
def test_la_invitacion_de_quien_silencio_se_ve_pero_no_la_interrumpe(sala: Fabrica, callada: str) -> None:
    ana = entra(sala("Ana"))
    ana.pagina.evaluate(INVITAN, callada)
    ana.ver("Beto te invita a jugar")
    if callada:
        ana.pagina.wait_for_timeout(300)
        assert ana.pagina.title() != "¡Beto te invita!"
    else:
        ana.pagina.wait_for_function("() => document.title === '¡Beto te invita!'")
    assert (ana.pagina.evaluate("document.activeElement.id") == "inv") is not bool(callada)
