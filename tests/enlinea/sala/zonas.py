"""Lo que hace `comun/conexion.js` con un aviso de la Sala: las zonas que trae, y de las listas, lo que cambió."""

import re
from typing import Any

RENGLON = re.compile(r'<li [^>]*?data-(?:cuenta|elegible)="(\d+)".*?</li>', re.DOTALL)
ABRE = re.compile(r'<ul [^>]*data-renglones="(\d+)"[^>]*>')


def aplicar(zonas: dict[str, str], datos: dict[str, Any]) -> None:
    """Deja `zonas` como quedaría la página. Falla si la lista no es aquélla de la que se parte."""
    for zona, cambio in datos.get("listas", {}).items():
        zonas[zona] = cambiada(zonas[zona], cambio)
    zonas.update(datos.get("zonas", {}))


def cambiada(html: str, cambio: dict[str, Any]) -> str:
    abre = ABRE.search(html)
    assert abre is not None and int(abre[1]) == cambio["de"]
    fin = html.index("</ul>")
    filas = [(int(m[1]), m[0]) for m in RENGLON.finditer(html, abre.end(), fin)]
    filas = [f for f in filas if f[0] not in cambio["quita"]]
    for cual, tras, renglon in cambio["pon"]:
        filas = [f for f in filas if f[0] != cual]
        donde = next((i + 1 for i, f in enumerate(filas) if f[0] == tras), 0)
        filas.insert(donde, (cual, renglon))
    cabeza = abre[0].replace(f'data-renglones="{cambio["de"]}"', f'data-renglones="{cambio["a"]}"')
    return html[: abre.start()] + cabeza + "".join(f for _n, f in filas) + html[fin:]
