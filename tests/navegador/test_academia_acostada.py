"""Acostado el teléfono, la partida analizada cabe: el paño, las cuatro manos, lo que pasó y lo que valía (D640)."""

from typing import TYPE_CHECKING

import pytest

from tests.navegador.casa import Casa
from tests.navegador.telefono import Fabrica

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.navegador
# por lo que es la pantalla: lo que se sale de ella o queda bajo los mandos, en cada jugada de la mano
FUERA = """() => {
  const piso = document.querySelector('[data-mandos]').getBoundingClientRect().top;
  const ancho = window.innerWidth, malos = [];
  const mirar = (n, que) => {
    const r = n.getBoundingClientRect();
    if (r.top < -1 || r.left < -1 || r.bottom > piso + 1 || r.right > ancho + 1) {
      malos.push(`jugada ${AmigosAcademia.paso()}: ${que} ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`);
    }
  };
  const cuantas = AmigosAcademia.vista().jugadas.length;
  for (let i = 0; i <= cuantas; i++) {
    AmigosAcademia.ir(i);
    for (const que of ['[data-marca]', '[data-par=arriba]', '[data-tablero]', '[data-par=abajo]', '[data-dice]']) {
      mirar(document.querySelector(que), que);
    }
    document.querySelectorAll('[data-tablero] [data-ficha]').forEach((n) => mirar(n, n.getAttribute('data-ficha')));
    const fallo = document.querySelector('[data-fallo]');
    if (fallo.offsetWidth) { mirar(fallo, 'el error'); }
    const razon = document.querySelector('[data-razon]');
    if (razon.offsetWidth) { mirar(razon, 'la razón'); }
  }
  return malos;
}"""


@pytest.mark.parametrize(("ancho", "alto"), [(740, 360), pytest.param(667, 375, marks=pytest.mark.noche)])
def test_la_partida_analizada_cabe_acostada(ancho: int, alto: int, casa: Casa, navegador: "Browser") -> None:
    fabrica = Fabrica(navegador, casa)
    t = fabrica("Quien mira", pantalla={"width": ancho, "height": alto}, reduced_motion="reduce")
    for mano in (1, 2):
        t.abrir(f"/probar/partida/?mano={mano}&jugada=0")
        t.pagina.wait_for_function("() => document.querySelector('[data-fallo]').offsetWidth > 0")
        assert t.pagina.evaluate(FUERA) == []
        # el tablero no se queda en nada
        assert t.pagina.locator("[data-tablero]").evaluate("(n) => n.getBoundingClientRect().height") >= 64
    fabrica.cerrar(comprobar=True)
