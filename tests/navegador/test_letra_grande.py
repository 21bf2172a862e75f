"""Con la letra del sistema al 200 % se puede hacer todo y nada se sale ni se recorta."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.navegador.paseos import PASEOS, Revisor
from tests.navegador.revisiones import desbordes
from tests.navegador.telefono import Fabrica

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

pytestmark = pytest.mark.navegador


@pytest.fixture(scope="module")
def navegador(motor: "Playwright", con_letra: dict[str, Any]) -> "Iterator[Browser]":
    """Chromium con la letra al doble: también las medidas en em de las hojas la ven."""
    argumentos = [*con_letra["args"], "--blink-settings=defaultFontSize=32"]
    with motor.chromium.launch(**{**con_letra, "args": argumentos}) as abierto:
        yield abierto


# los paseos más largos: de día los revisa `test_accesible`, de noche también con la letra al doble
DE_NOCHE = [
    pytest.param(nombre, marks=pytest.mark.noche) for nombre in ("publicas", "recreo", "estadistica", "cancelado")
]


@pytest.mark.parametrize("nombre", ["codigo", "cuenta", *DE_NOCHE, "enlinea"])
def test_con_la_letra_al_doble_se_puede_todo_y_nada_se_sale(nombre: str, telefono: Fabrica) -> None:
    revisor = Revisor(desbordes)
    PASEOS[nombre][0](telefono, revisor)
    assert len(revisor.nombres) > 3
    assert telefono.abiertos[0].pagina.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= 32
    assert not revisor.malos, "\n".join(revisor.malos)
