"""`python -m tests.navegador.escaparate`: rehace las imágenes de la portada y la que enseña un enlace compartido.

Son pantallas de verdad de la demostración, en paleta, para que pesen poco.
"""

import io
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from config.comun.paginas import ALTO, ANCHO
from tests.config.servidor import RAIZ
from tests.conftest import buscar_chromium
from tests.navegador.casa import Casa, base_de_demostracion
from tests.navegador.telefono import Fabrica, Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PORTADA = RAIZ / "static" / "img" / "portada"
COMPARTIR = RAIZ / "static" / "img" / "compartir.png"
PANTALLA = {"width": 360, "height": 640}
COLORES = 64
LADO, CABE = ".mano__lado", ".mano--turno .mano__ficha--cabe"
TIRADAS = 3
COMPOSICION = """() => {
  const caja = document.querySelector('.pantalla'), dibujo = document.querySelector('.portada__dibujo svg');
  const poner = (nodo, que) => Object.assign(nodo.style, que);
  const nuevo = (etiqueta, texto, que) => {
    const n = document.createElement(etiqueta); n.textContent = texto; poner(n, que); return n;
  };
  caja.innerHTML = '';
  poner(document.body, {background: '#1d5b45', margin: 0});
  poner(caja, {height: '630px', display: 'flex', flexDirection: 'column', justifyContent: 'center',
    alignItems: 'center', color: '#fbf6e8', borderBottom: '22px solid #8a6239', boxSizing: 'border-box'});
  caja.appendChild(nuevo('p', 'Amigos por el Dominó', {fontSize: '44px', margin: '0', fontWeight: '600'}));
  const lema = {fontSize: '60px', margin: '8px 0 20px', fontWeight: '700', textAlign: 'center'};
  caja.appendChild(nuevo('p', 'Cuentas claras, amistades largas', lema));
  poner(dibujo, {width: '900px', height: '230px'});
  caja.appendChild(dibujo);
  caja.appendChild(nuevo('p', 'Prueba una mano ahora, sin cuenta', {fontSize: '40px', margin: '24px 0 0'}));
}"""


def _guardar(foto: bytes, donde: Path) -> None:
    donde.parent.mkdir(parents=True, exist_ok=True)
    imagen = Image.open(io.BytesIO(foto)).convert("RGB").quantize(COLORES, dither=Image.Dither.NONE)
    imagen.save(donde, optimize=True)
    print(f"{donde.relative_to(RAIZ)}: {donde.stat().st_size // 1024} kB")


def _mesa(t: Telefono) -> bytes:
    """Una mano de prueba con unas cuantas jugadas."""
    t.abrir("/probar/")
    for _vez in range(TIRADAS):
        t.pagina.locator(CABE).first.wait_for(timeout=30_000)
        t.pagina.wait_for_timeout(400)
        t.pagina.locator(CABE).first.tap()
        t.pagina.wait_for_timeout(300)
        if t.pagina.locator(LADO).count():
            t.pagina.locator(LADO).first.tap()
        t.pagina.wait_for_timeout(800)
    t.pagina.locator(CABE).first.wait_for(timeout=30_000)
    t.pagina.wait_for_timeout(600)
    return t.pagina.screenshot()


def _analisis(t: Telefono) -> bytes:
    t.abrir("/probar/partida/")
    t.pagina.locator("[data-analiza] .ac-error").wait_for()
    # el final del tablero y lo que costó
    t.pagina.evaluate("scrollTo(0, document.querySelector('[data-analiza]').getBoundingClientRect().top - 170)")
    t.pagina.wait_for_timeout(600)
    return t.pagina.screenshot()


def _anotar(t: Telefono) -> bytes:
    t.entrar("carmen@demo.mx")
    t.ver("En vivo")
    t.tocar("Anotar mano")
    for cifra in "35":
        t.pagina.locator(f'[data-cifra="{cifra}"]').click()
    t.pagina.wait_for_timeout(300)
    return t.pagina.screenshot()


def _compartir(t: Telefono) -> bytes:
    t.pagina.set_viewport_size({"width": ANCHO, "height": ALTO})
    t.pagina.emulate_media(reduced_motion="reduce")
    t.abrir("/")
    t.pagina.evaluate(COMPOSICION)
    t.pagina.wait_for_timeout(300)
    return t.pagina.screenshot()


def hacer(navegador: "Browser") -> None:
    """Las cuatro, con un servidor de demostración propio."""
    with tempfile.TemporaryDirectory(prefix="escaparate-") as donde:
        casa = Casa(Path(donde) / "casa", base_de_demostracion(Path(donde)))
        fabrica = Fabrica(navegador, casa)
        try:
            _guardar(_mesa(fabrica("Quien prueba", pantalla=PANTALLA)), PORTADA / "mesa.png")
            _guardar(_analisis(fabrica("Quien mira", pantalla=PANTALLA)), PORTADA / "analisis.png")
            _guardar(_anotar(fabrica("Carmen", pantalla=PANTALLA)), PORTADA / "anotar.png")
            _guardar(_compartir(fabrica("Quien comparte")), COMPARTIR)
        finally:
            fabrica.cerrar(comprobar=False)
            casa.desmontar()


def principal() -> int:
    """Sin opciones."""
    from playwright.sync_api import sync_playwright

    chromium = buscar_chromium()
    if chromium is None:
        print("Hace falta Chromium: instálalo o di dónde está con CHROMIUM=ruta")
        return 1
    with sync_playwright() as p:
        navegador = p.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"])
        hacer(navegador)
        navegador.close()
    return 0


if __name__ == "__main__":
    sys.exit(principal())
