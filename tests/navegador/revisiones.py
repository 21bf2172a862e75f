"""Lo que toda pantalla cumple: accesible según axe, sin desborde y con toques grandes."""

from functools import cache
from typing import TYPE_CHECKING, Any

from tests.navegador.letra import en_cada_letra
from tests.navegador.telefono import Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Page

NIVELES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SOLO_COLOR = ["color-contrast", "link-in-text-block"]
"""Lo único que cambia en el tema oscuro."""

TOQUE = 48

# Lo que se toca y mide menos de lo debido. Una liga dentro de un texto corrido se exenta (WCAG 2.5.8).
TOQUES_CHICOS = """(minimo) => {
  const malos = [];
  const corrida = (n) => n.tagName === 'A' && getComputedStyle(n).display === 'inline';
  document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=button]').forEach((n) => {
    if (n.type === 'hidden' || corrida(n) || n.classList.contains('saltar')) return;
    let caja = n;
    if (n.type === 'checkbox' || n.type === 'radio') caja = n.closest('label') || (n.labels && n.labels[0]) || n;
    const r = caja.getBoundingClientRect();
    if (r.width < 2 || r.height < 2 || getComputedStyle(caja).visibility === 'hidden') return;
    if (r.height < minimo - .6 || r.width < minimo - .6)
      malos.push(`${n.tagName.toLowerCase()} «${(n.innerText || n.getAttribute('aria-label') || n.name || '')
        .trim().slice(0, 40)}» ${Math.round(r.width)}×${Math.round(r.height)}`);
  });
  return malos;
}"""

# Lo que se sale a lo ancho de la pantalla, y el texto que una caja recorta.
DESBORDES = """() => {
  const malos = [], ancho = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > ancho)
    malos.push(`la página mide ${document.documentElement.scrollWidth} de ${ancho}`);
  document.querySelectorAll('body *').forEach((n) => {
    if (n.closest('.solo-lector, svg, [hidden], .saltar')) return;
    const e = getComputedStyle(n), r = n.getBoundingClientRect();
    if (r.width < 2 || r.height < 2 || e.visibility === 'hidden') return;
    const nombre = `${n.tagName.toLowerCase()}.${n.className} «${(n.innerText || '').trim().slice(0, 40)}»`;
    if (r.right > ancho + 1 && !n.closest('.tabla-desliza'))
      malos.push(`${nombre} llega a ${Math.round(r.right)} de ${ancho}`);
    if (e.overflowX === 'hidden' && n.scrollWidth > n.clientWidth + 1 && n.innerText)
      malos.push(`${nombre} se recorta`);
  });
  return malos.slice(0, 8);
}"""


def revisar(telefono: Telefono) -> list[str]:
    """Todo lo que está mal en la pantalla abierta, en claro y en oscuro, ancha y angosta."""
    pagina = telefono.pagina
    antes = pagina.viewport_size or {"width": 360, "height": 740}
    pagina.evaluate("Promise.all((document.getAnimations ? document.getAnimations() : []).map((a) => a.finished))")
    # entera a la vista: la barra pegada abajo taparía lo que está a medio camino
    alto = pagina.evaluate("document.documentElement.scrollHeight")
    pagina.set_viewport_size({"width": antes["width"], "height": min(alto + 200, 9000)})
    malos = [f"axe: {v}" for v in violaciones(pagina)]
    malos += toques_chicos(pagina)
    pagina.emulate_media(color_scheme="dark")
    malos += [f"axe en oscuro: {v}" for v in violaciones(pagina, SOLO_COLOR)]
    pagina.emulate_media(color_scheme="light")
    pagina.set_viewport_size({"width": 320, "height": 640})
    malos += [f"a 320 px: {d}" for d in desbordes(telefono)]
    pagina.set_viewport_size(antes)
    return malos


def desbordes(telefono: Telefono) -> list[str]:
    """Lo que se sale o se recorta tal como está."""
    return desbordes_de(telefono.pagina)


def desbordes_de(pagina: "Page") -> list[str]:
    """Con la letra ancha se sale lo que no cabe; con la angosta, lo que contaba con que el texto lo sostuviera."""
    return [f"{malo} (letra {letra})" for letra in en_cada_letra(pagina) for malo in pagina.evaluate(DESBORDES)]


def toques_chicos(pagina: "Page") -> list[str]:
    """Lo que se toca y no llega a la medida: con la letra angosta, un botón de una palabra se queda corto."""
    return [
        f"toque chico: {malo} (letra {letra})"
        for letra in en_cada_letra(pagina)
        for malo in pagina.evaluate(TOQUES_CHICOS, TOQUE)
    ]


def violaciones(pagina: "Page", solo: list[str] | None = None) -> list[str]:
    """Las de axe, con dónde."""
    limite: dict[str, Any] = {"type": "rule", "values": solo} if solo else {"type": "tag", "values": NIVELES}
    if not pagina.evaluate("typeof window.axe !== 'undefined'"):
        pagina.evaluate(guion_de_axe())
    hallado = pagina.evaluate("(o) => axe.run(document, o)", {"runOnly": limite, "resultTypes": ["violations"]})
    return [
        f"{v['id']}: {v['help']} → {n['target']} {n['failureSummary'].splitlines()[-1].strip()} {n['html'][:160]}"
        for v in hallado["violations"]
        for n in v["nodes"]
    ]


@cache
def guion_de_axe() -> str:
    """El mismo axe-core que trae la dependencia de desarrollo."""
    from axe_playwright_python.base import AXE_FILE_PATH

    return str(AXE_FILE_PATH.read_text(encoding="utf-8"))
