"""La casa vista en Chromium: la portada abre, con sus hojas y guiones, y nada choca con la política de contenido."""

from pathlib import Path
from typing import Any

import pytest

from tests.config.servidor import migrar, puerto_libre, sirviendo

pytestmark = pytest.mark.navegador


def test_la_portada_y_la_entrada_abren_sin_quejas_del_navegador(
    tmp_path: Path, opciones_chromium: dict[str, Any]
) -> None:
    from playwright.sync_api import sync_playwright

    base, puerto = f"sqlite:///{tmp_path}/navegador.sqlite3", puerto_libre()
    migrar(base)
    quejas: list[str] = []
    with sirviendo(base, puerto), sync_playwright() as p, p.chromium.launch(**opciones_chromium) as navegador:
        pagina = navegador.new_page(viewport={"width": 360, "height": 740})
        pagina.on("console", lambda m: quejas.append(m.text) if m.type in ("error", "warning") else None)
        pagina.on("pageerror", lambda error: quejas.append(str(error)))
        # lo que se abandona al ir a la página siguiente no es una falla
        pagina.on("requestfailed", lambda r: None if r.failure == "net::ERR_ABORTED" else quejas.append(r.url))
        for ruta in ("/", "/cuenta/login/"):
            respuesta = pagina.goto(f"http://localhost:{puerto}{ruta}", wait_until="load")
            assert respuesta is not None
            assert respuesta.status == 200
            assert pagina.evaluate("document.styleSheets.length") > 0
            ancho = pagina.evaluate("document.documentElement.scrollWidth")
            assert ancho <= 360, f"{ruta} se desborda a lo ancho: {ancho}"
    assert quejas == []
