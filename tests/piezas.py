"""Qué hojas y guiones pide una página, vengan o no en un conjunto (D657)."""

import re

from config.conjuntos.disco import piezas_de

PEDIDO = re.compile(r'<(?:link rel="stylesheet" href|script src)="/static/([^"]+)"')


def archivos_de(cuerpo: str) -> list[str]:
    """Los que el navegador pide, en su orden, por su ruta en `static/`."""
    return PEDIDO.findall(cuerpo)


def piezas_de_pagina(cuerpo: str) -> list[str]:
    """Lo que va dentro de ellos, en el orden en que se aplica o corre."""
    return [pieza for archivo in archivos_de(cuerpo) for pieza in piezas_de(archivo) or (archivo,)]
