"""El aparato con la hora mal puesta y la pestaña que se duerme: se cuenta con la hora de la casa y todo sigue."""

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.navegador.en_vivo import Cuarteto, Sala
from tests.navegador.telefono import PACIENCIA, Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.navegador
RAIZ = Path(__file__).resolve().parent.parent.parent
UNA_HORA = 3_600_000
# La hora del aparato corrida esos milisegundos; el tiempo pasa igual.
RELOJ = """(() => {
  const De = Date, corre = %d;
  window.Date = class extends De {
    constructor(...a) { if (a.length) { super(...a); } else { super(De.now() + corre); } }
    static now() { return De.now() + corre; }
  };
})()"""
RESTA = "() => [...document.querySelectorAll('[data-vence] [data-resta]')].map((n) => +n.textContent)"
CORRE = """() => {
  const r = document.querySelector('[data-reloj]:not([hidden]) [data-reloj-n]');
  return r ? r.textContent : '';
}"""

VERSION = "() => AmigosMesa.vista.version"
DE_VUELTA = """() => window.AmigosMesa && AmigosMesa.vista && !AmigosMesa.vista.datos.ausentes &&
  !document.querySelector('[data-cubre]').offsetParent"""


def entre(t: Telefono, poco: int, mucho: int) -> None:
    """La cuenta regresiva que se le ve está en esos segundos."""
    (resta,) = t.pagina.evaluate(RESTA)
    assert poco <= resta <= mucho, (t.nombre, resta)


@pytest.mark.noche
def test_con_la_hora_mal_puesta_invitacion_y_turno_cuentan_lo_debido(sentar: Sala) -> None:
    """Uno una hora adelantado y otro atrasado: ni la invitación ni el turno se les acaban antes o después."""
    c: Cuarteto = sentar("sala")
    for t, horas in zip(c.telefonos, (1, -1, 0, 1), strict=True):
        t.pagina.add_init_script(RELOJ % (horas * UNA_HORA))
        t.abrir("/enlinea/")
        t.ver("En vivo")

    def parada(cual: str, t: Telefono) -> None:
        if cual == "invitacion":
            entre(t, 1, 30)
            entre(c[0], 1, 30)

    c.armar(parada=parada)
    c.sentarse()
    quien = c[c.datos(c[0])["turno"]]
    quien.pagina.wait_for_function(f"({CORRE})() !== ''")
    visto, desde = [int(t.pagina.evaluate(CORRE) or -1) for t in c.telefonos], time.monotonic()
    assert max(visto) <= 60 and max(visto) - min(v for v in visto if v >= 0) <= 3 + time.monotonic() - desde, visto
    duerme_y_despierta(c, quien)


def duerme_y_despierta(c: Cuarteto, quien: Telefono) -> None:
    """Su pestaña deja de correr sin cerrarse: los demás la esperan y, al despertar, vuelve sola y la mano sigue."""
    otro = next(t for t in c.telefonos if t is not quien)
    cdp = quien.pagina.context.new_cdp_session(quien.pagina)
    cdp.send("Debugger.enable")
    cdp.send("Debugger.pause")
    try:
        # en la mesa, o en la Sala si ya los mandó ahí
        otro.ver(re.compile(rf"Esper(amos|ando) a {re.escape(quien.nombre)}"), plazo=90_000)
    finally:
        cdp.send("Debugger.disable")  # dormida no se le podría ni leer lo que tenía
    for t in c.telefonos:
        t.pagina.wait_for_url(re.compile(rf"{c.ruta}$"), timeout=60_000)
        t.pagina.wait_for_function(DE_VUELTA, timeout=60_000)
    quien.ver(re.compile("^Te toca"), plazo=60_000)
    # lo mismo en las dos: si entre leer una y otra hubo tarjeta, se vuelve a leer
    limite = time.monotonic() + PACIENCIA / 1_000
    while (suya := quien.pagina.evaluate(VERSION)) != (ajena := otro.pagina.evaluate(VERSION)):
        assert time.monotonic() < limite, (suya, ajena)


# --- sin servidor: lo que en el Recreo se dice con la hora ------------------------------------------------------------
HACE = """<body data-ahora="{ahora}" data-t-hace="hace {{n}} min" data-t-hace-nada="hace un momento">
<time data-hace datetime="{antes}">6:40 p.m.</time>
<p data-cuenta="{vence}" data-t-quedan="Vence en {{t}}" data-t-vencio="Ya venció">Vale hasta las 7</p>
<p data-tras="15" data-desde="{antes}" hidden>Ya tardó</p></body>"""


def iso(ms: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(ms // 1000))


@pytest.fixture
def corrida(navegador: "Browser", request: pytest.FixtureRequest) -> "Any":
    """Una página con la hora del aparato corrida."""
    pagina = navegador.new_page()
    pagina.add_init_script(RELOJ % request.param)
    pagina.goto("about:blank")
    yield pagina
    pagina.close()


@pytest.mark.parametrize("corrida", [UNA_HORA, -UNA_HORA, 0], indirect=True, ids=["adelantado", "atrasado", "en hora"])
def test_en_el_recreo_hace_cuanto_y_cuanto_queda_son_los_de_la_casa(corrida: "Page") -> None:
    ahora = int(time.time() * 1000)
    cuerpo = HACE.format(ahora=ahora, antes=iso(ahora - 20 * 60_000 - 30_000), vence=iso(ahora + 4 * 60_000 + 30_000))
    corrida.set_content(cuerpo)
    for guion in ("comun/ayudas", "comun/base", "recreo/hace", "recreo/mesa", "recreo/organizador"):
        corrida.add_script_tag(path=str(RAIZ / f"static/js/{guion}.js"))
    assert corrida.locator("[data-hace]").inner_text() == "hace 20 min"
    assert re.fullmatch(r"Vence en 4:[0-3]\d", corrida.locator("[data-cuenta]").inner_text())
    assert corrida.locator("[data-tras]").is_visible()
