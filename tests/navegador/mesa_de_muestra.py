"""La página de muestra del tablero y la mano: sin servidor, con la política de contenido estricta."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.navegador.juntas import juntar

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

RAIZ = Path(__file__).resolve().parent.parent.parent
MUESTRA = Path(__file__).resolve().parent / "muestra_mesa"
DIRECCION = "http://muestra.invalid/"
TIPOS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html; charset=utf-8"}
SIN_NADA_EN_LINEA = {"Content-Security-Policy": "default-src 'self'"}


def leer(ruta: str) -> str:
    """Un archivo de la muestra o de la casa."""
    archivo = MUESTRA / ruta.removeprefix("/muestra/") if ruta.startswith("/muestra/") else RAIZ / ruta.lstrip("/")
    return archivo.read_text(encoding="utf-8")


@cache
def pagina_de_muestra() -> dict[str, str]:
    """Lo que se contesta en cada ruta: `/` es la muestra con el sprite de la casa."""
    sprite = (RAIZ / "templates/_sprite.html").read_text(encoding="utf-8").split("#}", 1)[1]
    texto = (MUESTRA / "mesa.html").read_text(encoding="utf-8").replace("<!-- sprite -->", sprite)
    html, juntas = juntar(texto, leer)
    return {"/": html, **juntas}


def servir(ruta: "Route") -> None:
    """Sin servidor."""
    pedido = "/" + ruta.request.url.removeprefix(DIRECCION)
    texto = pagina_de_muestra().get(pedido)
    if texto is None:
        ruta.fulfill(status=204)
        return
    clase = TIPOS[Path(pedido).suffix or ".html"]
    ruta.fulfill(body=texto, content_type=clase, headers=SIN_NADA_EN_LINEA)


@dataclass
class Mesa:
    """La muestra abierta. `quejas`: errores de guion o de la política."""

    pagina: "Page"
    quejas: list[str] = field(default_factory=list)

    def dile(self, guion: str, dato: Any = None) -> Any:
        return self.pagina.evaluate(guion, dato)

    def pinta(self, cadena: list[list[int]], animar: bool = False, **estado: Any) -> None:
        todo = {"cadena": cadena, "salidor": cadena[0][2] if cadena else 0, **estado}
        self.dile("([e, a]) => Muestra.tablero.pintar(e, {animar: a})", [todo, animar])

    def mano(self, fichas: list[int], opciones: list[list[int]] | None = None, en_turno: bool = True) -> None:
        self.dile(
            "([f, o, t]) => Muestra.mano.pintar({fichas: f, opciones: o, enTurno: t})", [fichas, opciones, en_turno]
        )

    def ficha(self, ficha: int) -> "Locator":
        return self.pagina.locator(f".mano__ficha[data-ficha='{ficha}']")

    @property
    def tiradas(self) -> list[list[int]]:
        return self.dile("Muestra.tiradas")

    @property
    def avisos(self) -> list[list[Any]]:
        return self.dile("Muestra.avisos")


def abrir(navegador: "Browser", ancho: int = 360, alto: int = 740, **contexto: Any) -> Mesa:
    """Una pestaña nueva con la muestra ya cargada."""
    pagina = navegador.new_context(viewport={"width": ancho, "height": alto}, **contexto).new_page()
    mesa = Mesa(pagina)
    pagina.on("console", lambda m: mesa.quejas.append(m.text) if m.type in ("error", "warning") else None)
    pagina.on("pageerror", lambda e: mesa.quejas.append(str(e)))
    pagina.set_default_timeout(8000)
    pagina.route("**/*", servir)
    pagina.goto(DIRECCION)
    return mesa
