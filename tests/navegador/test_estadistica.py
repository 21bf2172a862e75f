"""La estadística en el navegador, a 360 y a 1280: verla, filtrarla, abrir una partida y bajarla (ES1)."""

import csv
from pathlib import Path

import pytest

from tests.navegador.telefono import ANGOSTO, CHICO, GRANDE, Fabrica

pytestmark = pytest.mark.navegador
SEMBRAR = "from tests.navegador.siembra import sembrar_estadistica as s; s({!r}, 9)"
RENGLONES = "(n) => { const r = document.createRange(); r.selectNodeContents(n); return r.getClientRects().length; }"


@pytest.mark.parametrize(
    ("pantalla", "correo"),
    [
        (CHICO, "mari.chica@prueba.mx"),
        pytest.param(GRANDE, "mari.grande@prueba.mx", marks=pytest.mark.noche),
    ],
)
def test_ver_filtrar_abrir_y_bajar(pantalla: dict[str, int], correo: str, telefono: Fabrica) -> None:
    t = telefono("Mari", pantalla=pantalla)
    t.casa.manage("shell", "-v", "0", "-c", SEMBRAR.format(correo))
    t.entrar(correo, siguiente="/enlinea/")
    t.tocar("Estadística")
    t.ver("Ganaste 7 de 9 partidas")
    # el menú sigue diciendo dónde estoy después de que el socket lo repinta
    t.ver("En vivo")
    assert t.pagina.locator("#ir-estadistica").get_attribute("aria-current") == "page"
    ancho = t.pagina.evaluate("document.documentElement.scrollWidth")
    assert ancho == pantalla["width"]
    for medida in (ANGOSTO, pantalla):
        t.pagina.set_viewport_size(medida)
        for celda in ("tbody th:text-is('Diferencia')", "thead th:text-is('Promedio')"):
            lugar = t.pagina.locator(f"[aria-labelledby=acumulados] {celda}")
            assert lugar.evaluate(RENGLONES) == 1, f"una palabra sola no se parte: {celda} a {medida['width']}"
    # las diez columnas, a la vista en lo ancho; en el teléfono, renglones sin encabezado
    encabezado = t.pagina.locator(".estad thead th").first.bounding_box()
    assert encabezado and (encabezado["x"] >= 0) == (pantalla is GRANDE)
    assert "<i>" in t.texto(".estad tbody tr"), "el nombre de la mesa se ve como se escribió"

    t.tocar("200 tantos")
    t.ver("Ganaste 2 de 2 partidas")
    with t.pagina.expect_download() as bajada:
        t.desplegar("llevarse")
        t.tocar("Bajar las partidas")
    hoja = Path(bajada.value.path()).read_text(encoding="utf-8-sig")
    assert bajada.value.suggested_filename == "partidas-200.csv"
    assert [fila["partida"] for fila in csv.DictReader(hoja.splitlines())] == ["6", "2"]

    t.tocar("Partida 6" if pantalla is CHICO else "6", exacto=True)
    t.esperar_ruta(r"/enlinea/estadistica/\d+/$")
    t.ver("La ganaste, 200 a 104")
    assert t.pagina.locator(".e-manos tbody").count() == 4
    assert t.pagina.evaluate("document.documentElement.scrollWidth") == pantalla["width"]
    t.tocar("Volver a la estadística")
    t.ver("Tus puntos y tu quintil")
    t.tocar("Con quién y contra quién")
    t.ver("Carmen <b>")
