"""Cuándo late la mesa: lo bastante para que se sepa que hay señal, y ni un mensaje de más (EL7, EL9)."""

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from enlinea.mesa.plazos import LATIDO_FRESCO
from tests.navegador.mesa_falsa import RAIZ

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.navegador

# El reloj, el intervalo y el socket son de mentira: `a(t)` lleva la hora hasta t pasando por cada pulso.
ARMAR = """() => {
  let hora = 0, pulso = null;
  const salio = [], oficial = Date;
  window.Date = class extends oficial { getTime() { return hora; } };
  window.setInterval = (f, cada) => { pulso = { f, cada, toca: cada }; return 1; };
  window.WebSocket = class {
    constructor() { this.readyState = 1; window.socket = this; }
    send(texto) { salio.push([hora, JSON.parse(texto)]); }
    close() {}
  };
  window.turno = -1;
  window.oye = '{"tipo":"latido","version":0,"datos":{}}';
  const c = AmigosMesaConexion.crear({ direccion: '/x', alRecibir() {}, alAcuse() {}, alRechazo() {},
    alEstado(cual) { window.estado = cual; },
    visto: () => window.turno < 0 ? -1 : hora - window.turno });
  window.socket.onopen();
  window.a = (t) => {
    while (pulso.toca <= t) {
      hora = pulso.toca;
      pulso.toca += pulso.cada;
      window.socket.onmessage({ data: window.oye });
      pulso.f();
    }
    hora = t;
  };
  window.dice = () => c.ordenar('charla', { texto: 'hola' });
  window.salio = () => salio;
}"""


def corre(navegador: "Browser", historia: str) -> list[tuple[int, dict[str, Any]]]:
    """Lo que mandó el navegador: (ms, mensaje)."""
    pagina = navegador.new_page()
    try:
        for guion in ("comun/ayudas", "mesa/conexion"):
            pagina.add_script_tag(content=(RAIZ / f"static/js/{guion}.js").read_text())
        pagina.evaluate(ARMAR)
        salio: list[tuple[int, dict[str, Any]]] = pagina.evaluate(f"() => {{ {historia} return window.salio(); }}")
        return salio
    finally:
        pagina.close()


def latidos(salio: list[tuple[int, dict[str, Any]]]) -> list[int]:
    return [hora for hora, mensaje in salio if mensaje["tipo"] == "latido"]


def test_callado_late_al_entrar_y_cada_dos_segundos(navegador: "Browser") -> None:
    assert latidos(corre(navegador, "a(10000);")) == [0, 2_000, 4_000, 6_000, 8_000, 10_000]


def test_quien_acaba_de_mandar_algo_no_late_ademas(navegador: "Browser") -> None:
    # la repetición de lo no acusado, a los 3 s, también vale por un latido
    salio = corre(navegador, "a(3000); dice(); a(5900);")
    assert latidos(salio) == [0, 2_000]
    assert [hora for hora, _ in salio] == [0, 2_000, 3_000]


@pytest.mark.parametrize("cada", range(100, 2_100, 130))
def test_hable_cuando_hable_nunca_calla_tanto_que_se_congele_su_reloj(navegador: "Browser", cada: int) -> None:
    salio = [hora for hora, _ in corre(navegador, f"a({cada}); dice(); a({cada + 20_000});")]
    callado = max(b - a for a, b in pairwise(salio))
    assert callado / 1_000 < LATIDO_FRESCO - 0.4


def test_en_su_turno_late_siempre_y_dice_hace_cuanto_lo_ve(navegador: "Browser") -> None:
    salio = corre(navegador, "a(2500); turno = 2500; a(3900); dice(); a(6000);")
    suyos = [(hora, m["datos"].get("visto")) for hora, m in salio if m["tipo"] == "latido" and hora > 2_500]
    assert suyos == [(4_000, 1_500), (6_000, 3_500)]


def test_a_quien_se_le_dice_que_ya_viene_se_queda_formado(navegador: "Browser") -> None:
    """D698: a los 7 s sin oír nada colgaba y volvía a empezar, justo cuando más esperaban."""
    historia = """
      const primero = window.socket;
      window.oye = '{"tipo":"llegando","version":0}';
      window.a(30000);
      window.salio().push([30000, { tipo: window.estado, mismo: primero === window.socket }]);
    """
    assert corre(navegador, historia)[-1] == [30_000, {"tipo": "llegando", "mismo": True}]
