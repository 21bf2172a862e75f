"""Lee los roles del texto oficial tal cual está publicado, sin mirar `reglas.roles`."""

import re
from functools import cache

from tests.reglas.ayudas import DATOS

Mesa = tuple[tuple[int, int], tuple[int, int]]
Programa = list[tuple[list[Mesa], list[int]]]
"""Por partida: sus mesas y quienes descansan."""

_TITULOS = {
    4: "a) *4 jugadores*",
    5: "b) 5 jugadores.",
    6: "c) 6 jugadores",
    7: "d) *7 jugadores*",
    8: "a) Para 8 jugadores",
    12: "b) Para 12 jugadores",
    16: "c) Para 16 jugadores",
}
_MESAS = {8: 2, 12: 3, 16: 4}
NO_SUMAN = {(6, 8): {1, 4}, (7, 11): {3, 6}}
"""Lo que dice el párrafo que cierra cada rol: (tamaño, partida) → a quiénes no les suma."""


@cache
def programa_oficial(tamano: int) -> Programa:
    texto = (DATOS / "rol_oficial.txt").read_text(encoding="utf-8")
    desde = texto.index(_TITULOS[tamano])
    siguientes = [texto.index(titulo) for titulo in _TITULOS.values() if texto.index(titulo) > desde]
    seccion = texto[desde + len(_TITULOS[tamano]) : min(siguientes, default=len(texto))]
    if tamano in _MESAS:
        return _tabla(seccion, _MESAS[tamano])
    return _renglones(seccion) if tamano == 7 else _diagramas(seccion.split("La pareja")[0])


def _diagramas(seccion: str) -> Programa:
    programa: Programa = []
    for bloque in re.split(r"\w+ partida", seccion)[1:]:
        descanso = re.search(r"Descansan? (\d)(?: y (\d))?", bloque)
        descansan = [int(numero) for numero in descanso.groups() if numero] if descanso else []
        resto = bloque.replace(descanso[0], "") if descanso else bloque
        arriba, izquierda, derecha, abajo = map(int, re.findall(r"\d", resto)[:4])
        programa.append(([((arriba, abajo), (izquierda, derecha))], descansan))
    return programa


def _renglones(seccion: str) -> Programa:
    patron = r"(\d) y (\d) VS (\d) y (\d)\. Descansan (\d) (\d) y (\d)\."
    return [
        ([((int(a), int(b)), (int(c), int(d)))], [int(x), int(y), int(z)])
        for a, b, c, d, x, y, z in re.findall(patron, seccion)
    ]


def _tabla(seccion: str, mesas: int) -> Programa:
    encontradas: list[Mesa] = [
        ((int(a), int(b)), (int(c), int(d)))
        for a, b, c, d in re.findall(r"(\d+) y (\d+)\s+vs\s+(\d+) y (\d+)", seccion)
    ]
    return [(encontradas[desde : desde + mesas], []) for desde in range(0, len(encontradas), mesas)]
