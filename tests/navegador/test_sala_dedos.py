"""Dedos lentos y dobles toques en la Sala: lo que aparece o se mueve bajo el dedo no obedece todavía (EL2)."""

import re
from typing import TYPE_CHECKING

import pytest

from tests.navegador.telefono import Telefono
from tests.navegador.test_sala import arma, casa_sala, entra, fabrica  # noqa: F401

if TYPE_CHECKING:
    from tests.navegador.telefono import Fabrica

pytestmark = pytest.mark.navegador

TOCA_AL_APARECER = """(function () {
  var tocado = false;
  window.__toques = 0;
  new MutationObserver(tocar).observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', tocar);
  function tocar() {
    var boton = document.querySelector('[data-clave="%s"]');
    if (!boton || tocado || document.readyState === 'loading') { return; }
    tocado = true;
    window.setTimeout(function () {
      window.__toques += 1;
      boton.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    }, 0);
  }
}());"""
"""El segundo toque, que ya venía cuando el botón apareció debajo; `detail` lo distingue del teclado."""

REPINTADO = """() => {
  const pinta = (cual, arriba) => {
    document.querySelector('[data-tuya]').innerHTML = arriba +
      '<form action="/x" data-reposa="' + cual + '"><button>x</button></form>';
    document.dispatchEvent(new CustomEvent('vivo:zonas'));
  };
  let ordenes = 0;
  document.addEventListener('submit', (e) => { ordenes += 1; e.preventDefault(); });
  const toca = (detail) => {
    const antes = ordenes;
    document.querySelector('[data-reposa] button').dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
    return ordenes > antes;
  };
  const espera = (ms) => new Promise((listo) => setTimeout(listo, ms));
  return (async () => {
    const dicho = {};
    pinta('a-1', '');
    dicho.al_aparecer = toca(1);
    pinta('a-1', '');
    dicho.repintado = toca(1);
    dicho.apagado = getComputedStyle(document.querySelector('[data-reposa] button')).pointerEvents;
    dicho.con_teclado = toca(0);
    await espera(1500);
    dicho.al_rato = toca(1);
    pinta('a-1', '');
    dicho.repintado_al_rato = toca(1);
    pinta('a-1', '<p>uno</p><p>dos</p>');
    dicho.movido = toca(1);
    await espera(1500);
    dicho.movido_al_rato = toca(1);
    pinta('a-2', '<p>uno</p><p>dos</p>');
    dicho.otra = toca(1);
    return dicho;
  })();
}"""


def al_aparecer_tocar(quien: Telefono, clave: str) -> None:
    quien.pagina.add_init_script(TOCA_AL_APARECER % clave)


def llegaron(quien: Telefono) -> None:
    quien.pagina.wait_for_function("() => window.__toques > 0")
    quien.pagina.wait_for_timeout(400)


@pytest.mark.noche
def test_el_toque_que_ya_venia_no_cancela_la_mesa_ni_acepta_la_invitacion(fabrica: "Fabrica") -> None:  # noqa: F811
    ana = entra(fabrica, 1)
    al_aparecer_tocar(ana, "retirar")
    beto = fabrica("organiza2")
    al_aparecer_tocar(beto, "aceptar")
    beto.llegar("organiza2@prueba.mx", siguiente="/enlinea/")
    caro, dani = entra(fabrica, 3), entra(fabrica, 4)
    arma(ana, 2, 3, 4)
    llegaron(ana)
    llegaron(beto)
    ana.ver(re.compile("^Faltan "))
    beto.ver("organiza1 te invita a jugar")
    beto.tocar("Aceptar")
    beto.ver("En cuanto acepten los cuatro")
    caro.tocar("Ahora no")
    dani.ver("organiza3 no quiso ahora")


def test_reposa_al_aparecer_o_moverse_y_no_por_repintarse_ni_con_el_teclado(fabrica: "Fabrica") -> None:  # noqa: F811
    ana = entra(fabrica, 5)
    assert ana.pagina.evaluate(REPINTADO) == {
        "al_aparecer": False,
        "repintado": False,
        "apagado": "none",
        "con_teclado": True,
        "al_rato": True,
        "repintado_al_rato": True,
        "movido": False,
        "movido_al_rato": True,
        "otra": False,
    }


@pytest.mark.noche
def test_el_segundo_toque_en_enviar_no_reclama_un_mensaje_vacio(fabrica: "Fabrica") -> None:  # noqa: F811
    ana = entra(fabrica, 6)
    ana.pagina.evaluate("""() => { window.__reclamos = 0;
      document.addEventListener('invalid', () => { window.__reclamos += 1; }, true); }""")
    pedidos: list[str] = []
    ana.pagina.on("request", lambda p: pedidos.append(p.url) if p.url.endswith("/orden/charla/") else None)
    ana.escribir("Tu mensaje", "buenas")
    ana.tocar("Enviar")
    ana.ver("buenas", dentro="[data-charla]")
    ana.pagina.wait_for_function("() => document.querySelector('#charla-texto').value === ''")
    ana.tocar("Enviar")
    ana.escribir("Tu mensaje", "   ")
    ana.tocar("Enviar")
    ana.pagina.wait_for_timeout(300)
    assert ana.pagina.evaluate("window.__reclamos") == 0
    assert len(pedidos) == 1
