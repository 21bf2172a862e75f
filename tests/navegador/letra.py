"""La letra con que se pintan las historias: las dos de `letras/` y ninguna de las que tenga la máquina.

Chromium las busca con fontconfig; el archivo que se le da sólo conoce esa carpeta, y lo que pida la hoja es la elegida.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

CARPETA = Path(__file__).resolve().parent / "letras"
LETRAS = {"ancha": "Amigos Ancha", "angosta": "Amigos Angosta"}
"""Carpeta → familia, que es como se le pide a Chromium."""

con_las_dos_letras = pytest.mark.parametrize("tipo_de_letra", list(LETRAS), indirect=True)
"""Lo que se acomoda según lo que mide el texto se prueba en los dos extremos; lo demás, con la ancha."""

# sin ajustar el trazo a los puntos de la pantalla: lo que mide cada letra no depende de la máquina
FONTCONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{letras}</dir>
  <cachedir>{cache}</cachedir>
  <match target="pattern">
    <test name="family" qual="all" compare="not_contains"><string>Amigos</string></test>
    <edit name="family" mode="assign" binding="strong"><string>{familia}</string></edit>
  </match>
  <match target="pattern">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
"""

# por la puerta que la política de contenido deja abierta: una hoja armada en el guion, no un <style>
PONER = """(familia) => {
  if (!window.__letra) {
    window.__letra = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, window.__letra];
  }
  window.__letra.replaceSync(familia ? `:root, :root * { font-family: "${familia}" !important; }` : '');
  // hasta que se pinta: con la máquina llena, parte de la página seguía con la letra de antes
  return new Promise((listo) => requestAnimationFrame(() => requestAnimationFrame(() => listo())));
}"""


def entorno_de(letra: str, carpeta: Path) -> dict[str, str]:
    """Lo que se añade al entorno de Chromium para que pinte con esa letra."""
    archivo = carpeta / f"{letra}.conf"
    datos = {"letras": str(CARPETA), "cache": str(carpeta / "cache"), "familia": LETRAS[letra]}
    archivo.write_text(FONTCONFIG.format(**{k: escape(v) for k, v in datos.items()}), encoding="utf-8")
    return {"FONTCONFIG_FILE": str(archivo)}


def en_cada_letra(pagina: "Page") -> Iterator[str]:
    """La página ya pintada, con una letra y con la otra; al acabar queda como estaba."""
    for letra, familia in LETRAS.items():
        pagina.evaluate(PONER, familia)
        yield letra
    pagina.evaluate(PONER, "")
