"""Cada fase de la mesa puesta en una pestaña, para mirarla en todas las medidas."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from reglas.mano import legales
from reglas.mesa import ordenes as o
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase, Modo
from tests.navegador.mesa_buscar import buscar, turno_de
from tests.navegador.mesa_falsa import MesaFalsa

if TYPE_CHECKING:
    from playwright.sync_api import Page

# los cinco aparatos: teléfono parado y acostado, tableta, portátil y escritorio
MEDIDAS = ((360, 740), (740, 360), (1024, 768), (1280, 800), (1920, 1080))
QUEDARSE = "() => { window.Envio.irse = () => {}; }"


def dos_lados(e: Mesa) -> bool:
    """Me toca y una ficha cabe en los dos."""
    if not turno_de(0, jugadas=5)(e) or e.mano is None:
        return False
    fichas = [f for f, _e in legales(e.mano)]
    return any(fichas.count(f) > 1 for f in fichas)


def me_paso(e: Mesa) -> bool:
    return (
        e.fase is Fase.JUGANDO
        and e.mano is not None
        and e.mano.turno == 0
        and len(e.mano.cadena) >= 3 * 5
        and not legales(e.mano)
    )


def en_practica() -> MesaFalsa:
    mesa = MesaFalsa(modo=Modo.PRACTICA)
    mesa.comenzar()
    return mesa


def sin_uno() -> MesaFalsa:
    mesa = buscar(turno_de(0, jugadas=3))
    mesa.pedir(o.Ausentar(3), difundir=False)
    return mesa


def ya_cerrada() -> MesaFalsa:
    mesa = sin_uno()
    mesa.avanzar(300_001)
    return mesa


def acabada() -> MesaFalsa:
    return buscar(lambda e: e.fase is Fase.FIN_DE_PARTIDA)


ESCENAS: dict[str, Callable[[], MesaFalsa]] = {
    "espera": MesaFalsa,
    "espera de otro": MesaFalsa,
    "mi turno": lambda: buscar(turno_de(0, jugadas=9)),
    "turno de otro": lambda: buscar(turno_de(1, jugadas=7)),
    "de qué lado": lambda: buscar(dos_lados),
    "paso": lambda: buscar(me_paso),
    "práctica": en_practica,
    "ausente": sin_uno,
    "fin de mano": lambda: buscar(lambda e: e.fase is Fase.FIN_DE_MANO and len(e.cuentas) == 3),
    "fin de partida": acabada,
    "cerrada": ya_cerrada,
}


def poner(escena: str, pagina: "Page") -> None:
    """Lo que falta para verla, ya abierta."""
    if escena == "ausente":
        pagina.evaluate(QUEDARSE)
    if escena == "de qué lado":
        opciones: list[list[int]] = pagina.evaluate("() => AmigosMesa.vista.yo.opciones")
        fichas = [f for f, _e in opciones]
        ficha = next(f for f in fichas if fichas.count(f) > 1)
        pagina.locator(f".mano__ficha[data-ficha='{ficha}']").focus()
        pagina.keyboard.press("Enter")
        pagina.locator(".mano__pregunta").wait_for()


def quien_mira(escena: str) -> int:
    return 1 if escena == "espera de otro" else 0
