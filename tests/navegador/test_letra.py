"""Lo que se lee se pinta con la letra de las pruebas, no con la que tenga la máquina (`letra.py`)."""

import sys
from typing import TYPE_CHECKING

import pytest

from tests.navegador.casa import Casa
from tests.navegador.letra import LETRAS, con_las_dos_letras, en_cada_letra

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [
    pytest.mark.navegador,
    pytest.mark.skipif(sys.platform != "linux", reason="sólo ahí Chromium busca la letra con fontconfig"),
]


def familias(pagina: "Page", donde: str) -> set[str]:
    """Las que de verdad se usaron al pintarlo, según el propio Chromium."""
    cdp = pagina.context.new_cdp_session(pagina)
    cdp.send("DOM.enable")
    cdp.send("CSS.enable")
    raiz = cdp.send("DOM.getDocument")["root"]["nodeId"]
    nodos = cdp.send("DOM.querySelectorAll", {"nodeId": raiz, "selector": donde})["nodeIds"]
    assert nodos, donde
    usadas = [cdp.send("CSS.getPlatformFontsForNode", {"nodeId": nodo})["fonts"] for nodo in nodos]
    return {fuente["familyName"] for fuentes in usadas for fuente in fuentes}


@con_las_dos_letras
def test_titulos_texto_y_botones_se_pintan_con_la_letra_pedida(
    casa: Casa, navegador: "Browser", tipo_de_letra: str
) -> None:
    pagina = navegador.new_page()
    pagina.goto(f"{casa.direccion}/")
    assert familias(pagina, "h1, h2, p, a, button, input") == {LETRAS[tipo_de_letra]}
    vistas = [familias(pagina, "h1, p") for _ in en_cada_letra(pagina)]
    assert vistas == [{familia} for familia in LETRAS.values()]
    assert familias(pagina, "h1, p") == {LETRAS[tipo_de_letra]}
    pagina.close()
