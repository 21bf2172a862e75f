"""El navegador suma el paso a la vista que tenía y le da la que sigue (D672)."""

import random
from typing import TYPE_CHECKING

import pytest

from tests.enlinea.mesa.test_paso import GemelasQueSuman
from tests.navegador.mesa_falsa import RAIZ

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.navegador

SUMAR = "(casos) => casos.map(([tengo, llega]) => AmigosMesaConexion.sumar(tengo, llega))"
NO_CAMBIA = "([tengo, llega]) => { AmigosMesaConexion.sumar(tengo, llega); return tengo; }"
SIN_LA_QUE_SIGUE = """([vista, paso]) => {
  const recibidas = [];
  let abiertos = 0;
  window.WebSocket = class {
    constructor() { this.readyState = 1; window.socket = this; abiertos += 1; }
    send() {}
    close() { this.readyState = 3; }
  };
  AmigosMesaConexion.crear({ direccion: '/x', alRecibir: (m) => recibidas.push(m.version), alEstado() {}, alAcuse() {},
    alRechazo() {} });
  const llega = (m) => window.socket.onmessage({ data: JSON.stringify(m) });
  window.socket.onopen();
  llega(vista);
  llega(paso);
  const antes = abiertos, cerrado = window.socket;
  llega(Object.assign({}, paso, { de: paso.version + 5, version: paso.version + 6 }));
  return [recibidas, cerrado.readyState, antes];
}"""


def test_la_suma_del_navegador_es_la_vista_que_sigue(navegador: "Browser") -> None:
    m = GemelasQueSuman("200", "normal", 7)
    m.comenzar()
    azar = random.Random(7)
    while len(m.tripletas) < 300:
        m.hasta_el_fin_de_mano(azar)
        for asiento in range(4):
            m.pedir("continuar", asiento)
        if m.modelo.fase == "repartiendo":
            m.espera_al_plazo()
            m.pedir("vencer")
        if m.modelo.fase == "voto":
            break
    assert len(m.tripletas) > 100
    pagina = navegador.new_page()
    pagina.goto("about:blank")
    pagina.add_script_tag(path=str(RAIZ / "static/js/mesa/conexion.js"))
    pares = [[tengo, llega] for tengo, llega, _ in m.tripletas]
    assert pagina.evaluate(SUMAR, pares) == [sigue for _, _, sigue in m.tripletas]
    # la de antes queda como estaba: la pantalla compara las dos para animar
    tengo, llega, _ = m.tripletas[0]
    assert pagina.evaluate(NO_CAMBIA, [tengo, llega]) == tengo
    # uno que no sigue a lo que se tiene no se pinta: se entra de nuevo
    recibidas, cerrado, abiertos = pagina.evaluate(SIN_LA_QUE_SIGUE, [tengo, llega])
    assert (recibidas, cerrado, abiertos) == ([tengo["version"], llega["version"]], 3, 1)
    pagina.close()
