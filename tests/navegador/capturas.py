"""`make capturas`: fotografía cada pantalla en capturas/ y rehace la imagen del README.

Cada parada se fotografía en teléfono (360×740), en computadora (1280×800) y algunas también en oscuro, entera de
arriba abajo. La imagen del README sale de la demostración.
"""

import argparse
import base64
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.config.servidor import RAIZ
from tests.conftest import buscar_chromium
from tests.navegador import recorrido_enlinea, recorrido_pagos, recorrido_publico, recorrido_recreo
from tests.navegador.casa import Casa, base_de_demostracion, base_sembrada, vaciar
from tests.navegador.en_vivo import PLAZOS, Sala, base_con_pozo
from tests.navegador.telefono import CHICO, GRANDE, Fabrica, Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CARPETA = RAIZ / "capturas"
IMAGEN = RAIZ / "docs" / "imagenes" / "pantallas.png"
EN_OSCURO = {
    "inicio", "entrar", "invitar-con-gente", "mesa-3-salidor", "mesa-4-jugando", "mesa-4-con-todo-abierto",
    "anotar-tantos", "anotar-siguiente", "anotada", "tablero-con-llamada", "clasificacion-final", "apuesta-final",
    "sala-con-gente", "mesa-jugando", "fin-de-mano", "fin-de-partida", "mesa-ausente",
}  # fmt: skip


class Fotografo:
    """Retrata cada parada."""

    def __init__(self, solo: str = "") -> None:
        self.solo = solo
        self.hechas: list[str] = []

    def __call__(self, nombre: str, t: Telefono) -> None:
        self.hechas.append(nombre)
        if self.solo not in nombre:
            return
        antes = t.pagina.viewport_size or CHICO
        for donde, pantalla in (("telefono", CHICO), ("computadora", GRANDE)):
            t.pagina.set_viewport_size(pantalla)
            self._foto(t, nombre, donde)
            if nombre in EN_OSCURO:
                t.pagina.emulate_media(color_scheme="dark")
                self._foto(t, nombre, f"{donde}-oscuro")
                t.pagina.emulate_media(color_scheme="light")
        t.pagina.set_viewport_size(antes)

    def _foto(self, t: Telefono, nombre: str, donde: str) -> None:
        t.pagina.wait_for_timeout(80)  # que acabe de acomodarse
        t.pagina.screenshot(path=CARPETA / donde / f"{len(self.hechas):03d}-{nombre}.png", full_page=True)


def retratar(navegador: "Browser", solo: str, publicas: bool) -> None:
    """Los paseos enteros, con un servidor propio."""
    with tempfile.TemporaryDirectory(prefix="capturas-") as donde:
        casa = Casa(Path(donde) / "casa", base_sembrada(Path(donde)))
        fabrica, fotografo = Fabrica(navegador, casa), Fotografo(solo)
        try:
            if publicas:
                recorrido_publico.pasear(fabrica, fotografo)
                recorrido_pagos.pasear(fabrica("quien paga"), fotografo)
            recorrido_recreo.pasear(fabrica, "organiza1@prueba.mx", fotografo)
            recorrido_recreo.cancelado(fabrica, "organiza2@prueba.mx", fotografo)
        finally:
            _contar_que_paso(fabrica)
            fabrica.cerrar(comprobar=False)
            casa.desmontar()
    retratar_enlinea(navegador, fotografo)
    print(f"{len(fotografo.hechas)} pantallas en {CARPETA}")


def retratar_enlinea(navegador: "Browser", fotografo: Fotografo) -> None:
    """La Sala y la mesa, con un servidor de pausas cortas y cuatro navegadores."""
    with tempfile.TemporaryDirectory(prefix="capturas-") as donde:
        base, pozo = base_con_pozo(Path(donde))
        casa = Casa(Path(donde) / "casa", base, ENLINEA_PLAZOS=json.dumps(PLAZOS))
        fabrica = Fabrica(navegador, casa)
        sala = Sala(navegador, casa, pozo)
        try:
            recorrido_enlinea.sola(fabrica("Sola"), "organiza1@prueba.mx", fotografo)
            recorrido_enlinea.cuatro(sala("sala"), fotografo)
        finally:
            for una in (fabrica, sala.fabrica):
                _contar_que_paso(una)
                una.cerrar(comprobar=False)
            casa.desmontar()


def _contar_que_paso(fabrica: Fabrica) -> None:
    """Si algo falló, qué tenía cada teléfono."""
    if sys.exc_info()[0] is not None:
        print("\n\n".join(f"{t.nombre}: {t.retrato()}" for t in fabrica.abiertos))


def armar_imagen(navegador: "Browser") -> None:
    """Cuatro teléfonos de la demostración, uno junto a otro, compuestos con el mismo Chromium."""
    with tempfile.TemporaryDirectory(prefix="capturas-") as donde:
        casa = Casa(Path(donde) / "casa", base_de_demostracion(Path(donde)))
        fabrica = Fabrica(navegador, casa)
        try:
            fotos = [base64.b64encode(foto).decode() for foto in _cuatro_telefonos(fabrica)]
        finally:
            _contar_que_paso(fabrica)
            fabrica.cerrar(comprobar=False)
            casa.desmontar()
    estilo = (
        "body{margin:0;padding:26px 14px;background:#164735;display:flex}"
        "img{width:360px;height:740px;border-radius:24px;margin:0 12px;border:5px solid #0d2b20}"
    )
    pagina = navegador.new_page(viewport={"width": 1604, "height": 802}, device_scale_factor=1)
    pagina.set_content(f"<style>{estilo}</style>" + "".join(f'<img src="data:image/png;base64,{f}">' for f in fotos))
    pagina.wait_for_timeout(300)
    IMAGEN.parent.mkdir(parents=True, exist_ok=True)
    pagina.screenshot(path=IMAGEN)
    print(f"{IMAGEN.relative_to(RAIZ)}: {IMAGEN.stat().st_size // 1024} KB")


def _cuatro_telefonos(fabrica: Fabrica) -> list[bytes]:
    """La mesa de quien anota, la mano a medio anotar, el tablero y la clasificación final."""
    carmen, lupita = fabrica("Carmen"), fabrica("Lupita")
    carmen.entrar("carmen@demo.mx")
    carmen.ver("En vivo")
    carmen.pagina.wait_for_timeout(300)
    fotos = [carmen.pagina.screenshot()]
    carmen.tocar("Anotar mano")
    for cifra in "35":
        carmen.pagina.locator(f'[data-cifra="{cifra}"]').click()
    fotos.append(carmen.pagina.screenshot())
    lupita.entrar("lupita@demo.mx")
    lupita.ver("En vivo")
    lupita.pagina.wait_for_timeout(300)
    fotos.append(lupita.pagina.screenshot())
    lupita.abrir("/recreo/mios/")
    lupita.tocar(re.compile("Sobremesa del domingo"))
    lupita.ver("En vivo")
    fotos.append(lupita.pagina.screenshot())
    return fotos


def principal(argumentos: list[str]) -> int:
    """Retrata todo, o sólo lo que diga `--solo`."""
    from playwright.sync_api import sync_playwright

    leido = argparse.ArgumentParser(prog="make capturas", description=__doc__)
    leido.add_argument("--solo", default="", help="sólo las paradas cuyo nombre lo contenga")
    leido.add_argument("--sin-publicas", action="store_true", help="sólo el Recreo")
    leido.add_argument("--pantallas", action="store_true", help="sólo docs/imagenes/pantallas.png")
    opciones = leido.parse_args(argumentos)
    chromium = buscar_chromium()
    if chromium is None:
        print("Hace falta Chromium: instálalo o di dónde está con CHROMIUM=ruta")
        return 1
    if not opciones.solo and not opciones.pantallas:
        vaciar(CARPETA)
    with sync_playwright() as p:
        navegador = p.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"])
        if not opciones.pantallas:
            retratar(navegador, opciones.solo, not opciones.sin_publicas)
        if not opciones.solo:
            armar_imagen(navegador)
        navegador.close()
    return 0


if __name__ == "__main__":
    sys.exit(principal(sys.argv[1:]))
