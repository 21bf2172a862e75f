"""El papel en el teléfono: la hoja, con el teclado, en menos de quince segundos; y la foto, achicada (RE8)."""

import re
import time
from pathlib import Path

import pytest
from PIL import Image

from tests.navegador.telefono import Fabrica
from tests.navegador.test_mala_senal import mesa_puesta

pytestmark = pytest.mark.navegador
DE_LA_CAMARA = (3000, 2200)
POR_TECLA = 0.5
"""Segundos de quien escribe con dos dedos: quien teclea a diario tarda 0.28 (Card, Moran y Newell, 1980)."""


@pytest.mark.noche
def test_la_hoja_entera_con_el_teclado_y_su_foto(telefono: Fabrica, tmp_path: Path) -> None:
    recreo = mesa_puesta(telefono, "organiza61@prueba.mx")
    olga = recreo.organiza
    olga.abrir(recreo.ruta("partida/1/mesa/1/captura/"))
    empezo = time.monotonic()
    teclado = olga.pagina.keyboard
    teclas = ("3", "5", "Enter", "Enter", "1", "2", "Enter", "4", "0", "c", "Enter", "2", "9", "Enter")
    for tecla in teclas:
        teclado.press(tecla)
    assert olga.pagina.locator('[data-suma="0"]').inner_text() == "104"
    assert olga.pagina.locator('[data-suma="1"]').inner_text() == "12"
    al_final = 3  # dos casillas vacías y el botón de guardar
    for _ in range(al_final):
        teclado.press("Enter")
    olga.esperar_ruta("/partida/1/mesa/1/$")
    # la máquina teclea sin pensar: se le suma lo que tarda una persona
    assert time.monotonic() - empezo + POR_TECLA * (len(teclas) + al_final) < 15
    olga.ver("se guardaron 4 manos")
    grande = tmp_path / "hoja.jpg"
    Image.effect_noise(DE_LA_CAMARA, 90).convert("RGB").save(grande, quality=95)
    olga.abrir(recreo.ruta("partida/1/mesa/1/fotos/"))
    olga.pagina.locator("#archivo-foto").set_input_files(grande)
    olga.tocar("Guardar la foto")
    olga.ver("Listo: la foto quedó con la mesa.")
    foto = olga.pagina.locator("figure img")
    assert [int(foto.get_attribute(lado) or 0) <= 1600 for lado in ("width", "height")] == [True, True]
    olga.tocar("Quitar esta foto")
    olga.ver(re.compile("todavía no tiene foto"))
