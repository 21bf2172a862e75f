"""Las hojas y los guiones de una página sin servidor, en uno de cada clase: contestar sesenta archivos por la ruta de
Playwright era la tercera parte de lo que costaba abrirla. Uno tras otro, en el orden en que la página los pide."""

import re
from collections.abc import Callable

HOJA = re.compile(r'<link rel="stylesheet" href="(?P<ruta>[^"]+)">')
GUION = re.compile(r'<script src="(?P<ruta>[^"]+)"(?P<cuando>(?: defer)?)></script>')
JUNTAS = {"/juntas.css": HOJA, "/juntos.js": GUION}


def juntar(html: str, leer: Callable[[str], str]) -> tuple[str, dict[str, str]]:
    """La página con una hoja y un guion, y lo que dice cada uno por su ruta. `leer` da el archivo de una ruta."""
    textos: dict[str, str] = {}
    for junta, cual in JUNTAS.items():
        halladas = list(cual.finditer(html))
        if not halladas:
            continue
        textos[junta] = "\n".join(f"/* {h['ruta']} */\n{leer(h['ruta'])}" for h in halladas)
        # las hojas, donde la primera; los guiones, donde el último: ya está todo lo que tocan
        queda = halladas[0] if cual is HOJA else halladas[-1]
        nueva = queda[0].replace(queda["ruta"], junta)
        html = html.replace(queda[0], "\0", 1)
        html = cual.sub("", html).replace("\0", nueva)
    return html, textos
