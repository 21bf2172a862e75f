"""Lo que toda pantalla cumple: accesible según axe, sin desborde y con toques grandes."""

from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve

from tests.navegador.letra import en_cada_letra
from tests.navegador.telefono import Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Page

NIVELES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SOLO_COLOR = ["color-contrast", "link-in-text-block"]
"""Lo único que cambia en el tema oscuro."""
DE_LA_PAGINA = ["document-title", "html-has-lang", "html-lang-valid", "bypass", "meta-viewport", "duplicate-id-aria"]
"""Lo que no es de ninguna cosa suya, sino de la página entera."""

AXE_EN_TODO = "(o) => axe.run(document, o)"
# si lo vivo las repintó entretanto, la página entera
AXE_EN_LAS_NUEVAS = "(o) => axe.run(__nuevas.every((n) => n.isConnected) ? { include: __nuevas } : document, o)"
TOQUE = 48
ACOSTADO = {"width": 740, "height": 360}
"""El Recreo se juega también así, y sus hojas cambian de medidas (D824)."""

# Lo que se toca y mide menos de lo debido, también lo plegado. Una liga dentro de un texto corrido se exenta (WCAG
# 2.5.8); sola en su renglón, no (D824).
TOQUES_CHICOS = """(minimo) => {
  const malos = [];
  const texto = (n) => [...n.childNodes].some((h) => h.nodeType === 3 && h.data.trim());
  const corrida = (n) => n.tagName === 'A' && getComputedStyle(n).display === 'inline' &&
    (!document.body.hasAttribute('data-vivo') || texto(n.closest('p, li, td, th, dd, div') || n));
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


# Cómo es cada cosa que se ve: etiqueta, clases, las de quien la contiene y en qué estado está. Deja en `__nuevas` las
# que no son como ninguna conocida.
NUEVAS = """(conocidas) => {
  const vistas = new Set(conocidas), halladas = new Set(), nombre = (n) => n.tagName + '.' + [...n.classList].sort();
  const dice = /^(role|type|disabled|open|checked|hidden|aria-(?!label|describedby|controls|owns).*)$/;
  window.__nuevas = [...document.querySelectorAll('body *')].filter((n) => {
    if (n.tagName !== "IMG" && n.getBoundingClientRect().width < 1) return false;
    const estado = [...n.attributes].filter((a) => dice.test(a.name)).map((a) => `${a.name}=${a.value}`).sort();
    const como = `${nombre(n)}<${nombre(n.parentElement)}<${nombre(n.parentElement.parentElement)}[${estado}]`;
    if (vistas.has(como)) return false;
    halladas.add(como);
    return true;
  });
  return [...halladas];
}"""


def nombre_de_ruta(telefono: Telefono) -> str | None:
    """El de la pantalla abierta; nada si no es de ninguna (una página de error)."""
    try:
        return resolve(urlsplit(telefono.pagina.url).path).view_name
    except Resolver404:
        return None


class SoloLoNuevo:
    """Como `revisar`, pero axe mira entera la primera pantalla y, de las demás, lo que no había visto y, la primera vez
    de cada ruta, lo que es de la página; sólo en claro: los colores del oscuro salen de las mismas clases.

    De día; la misma botonera en treinta paradas no dice más que en una. De noche se revisa todo.
    """

    def __init__(self) -> None:
        self.conocidas: set[str] = set()
        self.rutas: set[str | None] = set()

    def __call__(self, telefono: Telefono) -> list[str]:
        """Lo que está mal en la pantalla abierta."""
        ruta = nombre_de_ruta(telefono)
        nuevas = telefono.pagina.evaluate(NUEVAS, sorted(self.conocidas))
        entera, otra = not self.rutas, ruta not in self.rutas
        self.rutas.add(ruta)
        self.conocidas.update(nuevas)
        malos = revisar(telefono, solo_nuevas=not entera) if entera or nuevas else []
        if otra and not entera:
            malos += [f"axe: {v}" for v in violaciones(telefono.pagina, DE_LA_PAGINA)]
        return malos


def revisar(telefono: Telefono, solo_nuevas: bool = False) -> list[str]:
    """Todo lo que está mal en la pantalla abierta, clara y oscura, ancha y angosta; axe, si se pide, en `__nuevas`."""
    pagina = telefono.pagina
    antes = pagina.viewport_size or {"width": 360, "height": 740}
    pagina.evaluate(
        "Promise.all((document.getAnimations ? document.getAnimations() : []).map((a) => a.finished.catch(() => 0)))"
    )
    # entera a la vista: la barra pegada abajo taparía lo que está a medio camino
    alto = pagina.evaluate("document.documentElement.scrollHeight")
    pagina.set_viewport_size({"width": antes["width"], "height": min(alto + 200, 9000)})
    malos = [f"axe: {v}" for v in violaciones(pagina, solo_nuevas=solo_nuevas)]
    malos += toques_chicos(pagina)
    if (nombre_de_ruta(telefono) or "").startswith("recreo:"):
        pagina.set_viewport_size(ACOSTADO)
        malos += [f"acostado: {m}" for m in toques_chicos(pagina)]
        pagina.set_viewport_size({"width": antes["width"], "height": min(alto + 200, 9000)})
    if not solo_nuevas:
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


def violaciones(pagina: "Page", solo: list[str] | None = None, solo_nuevas: bool = False) -> list[str]:
    """Las de axe, con dónde."""
    if solo_nuevas and not pagina.evaluate("__nuevas.length"):
        return []
    limite: dict[str, Any] = {"type": "rule", "values": solo} if solo else {"type": "tag", "values": NIVELES}
    if not pagina.evaluate("typeof window.axe !== 'undefined'"):
        pagina.evaluate(guion_de_axe())
    mirar = AXE_EN_LAS_NUEVAS if solo_nuevas else AXE_EN_TODO
    hallado = pagina.evaluate(mirar, {"runOnly": limite, "resultTypes": ["violations"]})
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
