"""Lo común a las pruebas de la página de la mesa: abrirla en un teléfono y buscar mesas que lleguen a un estado."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from reglas.mano import legales
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase
from reglas.tipos import Meta
from tests.navegador.mesa_falsa import MesaFalsa

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

Mirar = Callable[..., "Page"]


@pytest.fixture
def mirar(navegador: "Browser") -> Iterator[Mirar]:
    """Abre la mesa en un teléfono; al final, ninguno puede haberse quejado."""
    abiertos: list[BrowserContext] = []
    quejas: list[str] = []

    def abrir(mesa: MesaFalsa, persona: int = 0, ancho: int = 360, repetir: bool = False, antes: str = "") -> "Page":
        contexto = navegador.new_context(
            viewport={"width": ancho, "height": 740 if ancho < 900 else 800}, reduced_motion="reduce"
        )
        abiertos.append(contexto)
        pagina = contexto.new_page()
        if antes:
            pagina.add_init_script(antes)
        pagina.set_default_timeout(12_000)
        pagina.set_default_navigation_timeout(24_000)  # como `Telefono`: abrir en un equipo cargado tarda más
        pagina.on("console", lambda m: quejas.append(m.text) if m.type in ("error", "warning") else None)
        pagina.on("pageerror", lambda e: quejas.append(str(e)))
        mesa.abrir(pagina, persona)
        if not repetir:
            pagina.evaluate("AmigosRepeticion.terminar()")
        return pagina

    yield abrir
    for contexto in abiertos:
        contexto.close()
    assert not quejas, quejas


def buscar(cierto: Callable[[Mesa], bool], meta: Meta = Meta.CIEN, semillas: int = 300) -> MesaFalsa:
    """Una mesa que jugando al azar llega a un estado así."""
    for semilla in range(1, semillas):
        mesa = MesaFalsa(meta, semilla=semilla)
        mesa.comenzar()
        for _ in range(900):
            if cierto(mesa.estado):
                return mesa
            if mesa.estado.fase is Fase.FIN_DE_MANO:
                mesa.avanzar(16_000)
            elif not mesa.tirar(mesa.azar.randrange(50)):
                break
    raise AssertionError("ninguna semilla llega a ese estado")


def turno_de(asiento: int, opciones: int = 2, jugadas: int = 5) -> Callable[[Mesa], bool]:
    def cierto(e: Mesa) -> bool:
        if e.fase is not Fase.JUGANDO or e.mano is None or e.mano.turno != asiento:
            return False
        return len(legales(e.mano)) >= opciones and len(e.mano.cadena) >= 3 * jugadas

    return cierto


def ordenes(mesa: MesaFalsa, tipo: str) -> list[dict[str, Any]]:
    return [m for m in mesa.recibidos if m["tipo"] == tipo]


def dicho(pagina: "Page") -> str:
    return pagina.locator("[data-voz]").text_content() or ""


def texto(pagina: "Page", donde: str = "main") -> str:
    return " ".join(pagina.locator(donde).first.inner_text().split())


def tirar_unica(pagina: "Page", mesa: MesaFalsa) -> int:
    """Toca con el teclado una ficha que cabe de un solo lado; devuelve cuál."""
    assert mesa.estado.mano is not None
    fichas = [f for f, _e in legales(mesa.estado.mano)]
    ficha = next(f for f in fichas if fichas.count(f) == 1)
    pagina.locator(f".mano__ficha[data-ficha='{ficha}']").focus()
    pagina.keyboard.press("Enter")
    return ficha


def un_lado(asiento: int = 0) -> Callable[[Mesa], bool]:
    base = turno_de(asiento)

    def cierto(e: Mesa) -> bool:
        if not base(e) or e.mano is None:
            return False
        fichas = [f for f, _e in legales(e.mano)]
        return any(fichas.count(f) == 1 for f in fichas) and len(e.mano.cadena) < 15 * 3

    return cierto
