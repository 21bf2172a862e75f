"""La casa vista en Chromium: la portada abre, con sus hojas y guiones, y nada choca con la política de contenido."""

from typing import TYPE_CHECKING

import pytest

from tests.navegador.casa import Casa
from tests.navegador.letra import con_las_dos_letras
from tests.navegador.telefono import CHICO

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.navegador


@con_las_dos_letras
def test_la_portada_y_la_entrada_abren_sin_quejas_del_navegador(casa: Casa, navegador: "Browser") -> None:
    quejas: list[str] = []
    pagina = navegador.new_page(viewport=CHICO)  # type: ignore[arg-type]
    pagina.on("console", lambda m: quejas.append(m.text) if m.type in ("error", "warning") else None)
    pagina.on("pageerror", lambda error: quejas.append(str(error)))
    # lo que se abandona al ir a la página siguiente no es una falla
    pagina.on("requestfailed", lambda r: None if r.failure == "net::ERR_ABORTED" else quejas.append(r.url))
    for ruta in ("/", "/cuenta/login/"):
        respuesta = pagina.goto(f"{casa.direccion}{ruta}", wait_until="load")
        assert respuesta is not None
        assert respuesta.status == 200
        assert pagina.evaluate("document.styleSheets.length") > 0
        ancho = pagina.evaluate("document.documentElement.scrollWidth")
        assert ancho <= 360, f"{ruta} se desborda a lo ancho: {ancho}"
    pagina.close()
    assert quejas == []
