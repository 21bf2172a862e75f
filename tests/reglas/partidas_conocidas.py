"""Cuatro partidas escritas a mano, para comparar la estadística con tablas sacadas a lápiz (ES1).

Se arman con cuatro manos, vistas desde quien sale (0) hacia su derecha. Junto a cada reparto va lo que de él se cuenta:
tantos, mulas, lo más de un palo y sus pases. `0-2@2` dice a qué terminal va la ficha que cabe en las dos.

  CIERRE    sin pases; cierra el 1. Sobran 15, 30, 31 y 50: la pareja 0-2 con 46 y la otra con 80.
  EMPATE    lo mismo con 28, 24, 35 y 39: 63 y 63.
  SALE      domina quien sale, con todos los blancos. Sobran 0, 20, 58 y 41: da 61 a 100 y 119 a 200.
  DERECHA   domina quien va a su derecha, con todos los blancos. Sobran 35, 0, 34 y 35: da 69 a 100 y 104 a 200.
"""

from typing import Any, NamedTuple

from tests.reglas.modelo_mesa import MARCAS, ManoModelo


class Mano(NamedTuple):
    reparto: tuple[str, str, str, str]
    jugadas: str


CIERRE = Mano(
    (
        "0-0 0-3 5-6 1-1 1-3 1-4 2-2",  # 29 tantos, 3 mulas, 3 de un palo (unos), 0 pases
        "0-1 3-4 0-6 2-6 3-3 3-5 4-4",  # 44, 2, 3 (treses), 0
        "1-2 0-4 1-5 1-6 2-3 2-4 2-5",  # 38, 0, 4 (doses), 0
        "0-2 0-5 3-6 4-5 4-6 5-5 6-6",  # 57, 2, 3 (cincos), 0
    ),
    "0-0 0-1 1-2 0-2@2 0-3 3-4 0-4@4 0-5 5-6 0-6@6",
)
EMPATE = Mano(
    (
        "0-0 0-3 5-6 1-1 2-2 5-5 6-6",  # 42 tantos, 5 mulas, 2 de un palo, 0 pases
        "0-1 3-4 0-6 1-5 1-6 2-3 2-4",  # 38, 0, 3 (unos), 0
        "1-2 0-4 1-3 1-4 4-6 4-5 2-5",  # 42, 0, 4 (cuatros), 0
        "0-2 0-5 2-6 3-3 3-5 3-6 4-4",  # 46, 2, 3 (treses), 0
    ),
    CIERRE.jugadas,
)
SALE = Mano(
    (
        "0-0 0-1 0-2 0-3 0-4 0-5 0-6",  # 21 tantos, 1 mula, 7 de un palo (blancos), 0 pases
        "3-6 3-3 3-4 3-5 2-3 2-2 1-4",  # 44, 2, 5 (treses), 3
        "1-6 1-5 5-6 4-6 4-5 6-6 1-2",  # 58, 1, 4 (seises), 6
        "5-5 4-4 1-3 2-6 1-1 2-5 2-4",  # 45, 3, 3 (doses), 5
    ),
    "0-6 3-6 1-3 0-1@1 0-0 0-4 3-4 0-3@3 0-5 3-5 0-2",
)
DERECHA = Mano(
    (
        "5-5 4-6 3-6 2-2 3-3 2-3 2-5",  # 51 tantos, 3 mulas, 3 de un palo (doses), 5 pases
        "0-0 0-1 0-2 0-3 0-4 0-5 0-6",  # 21, 1, 7 (blancos), 0
        "4-4 1-2 4-5 2-4 5-6 3-4 6-6",  # 56, 2, 4 (cuatros), 3
        "1-5 2-6 1-6 1-1 3-5 1-3 1-4",  # 40, 1, 5 (unos), 5
    ),
    "3-3 0-3 3-4 1-4 0-1@1 0-2 2-4 4-6 0-6@6 0-5 4-5 0-4@4 0-0",
)

NOMBRES = ("Mari", "Beto", "Carmen", "Nacho")
# la pareja 0 gana las tres primeras y pierde la cuarta; en la mano n sale el asiento n − 1
A_CIEN = ("100", (CIERRE, EMPATE, SALE))  # 80, nadie, 61: 100 a 0, zapato
A_DOSCIENTOS = ("200", (DERECHA, DERECHA, SALE))  # la otra 104, 104, 119: 200 a 104
A_JUEGOS = ("juegos_ganados", (SALE, CIERRE, SALE, DERECHA, DERECHA, DERECHA))  # 0 C 0 0 1 0: cuatro a uno
PERDIDA = ("100", (DERECHA, SALE))  # la otra 69 y 61: 0 a 100, zapato
CONOCIDAS = (A_CIEN, A_DOSCIENTOS, A_JUEGOS, PERDIDA)

# lo que Mari (asiento 0) lleva en cada una: mano, salidor, valor, mulas, mismo palo, fallas, ganó, diferencia
MANOS_DE_MARI = (
    (
        (1, 0, 29, 3, 3, 0, True, 80),
        (2, 1, 46, 2, 3, 0, None, 0),
        (3, 2, 58, 1, 4, 6, True, 61),
    ),
    (
        (1, 0, 51, 3, 3, 5, False, -104),
        (2, 1, 40, 1, 5, 5, True, 104),
        (3, 2, 58, 1, 4, 6, True, 119),
    ),
    (
        (1, 0, 21, 1, 7, 0, True, 0),
        (2, 1, 57, 2, 3, 0, None, 0),
        (3, 2, 58, 1, 4, 6, True, 0),
        (4, 3, 21, 1, 7, 0, True, 0),
        (5, 0, 51, 3, 3, 5, False, 0),
        (6, 1, 40, 1, 5, 5, True, 0),
    ),
    (
        (1, 0, 51, 3, 3, 5, False, -69),
        (2, 1, 45, 3, 3, 5, False, -61),
    ),
)
# y cómo quedó: manos ganadas, perdidas, sin ganador, a favor, en contra, ganó, zapato
PARTIDAS_DE_MARI = (
    (2, 0, 1, 100, 0, True, True),
    (2, 1, 0, 200, 104, True, False),
    (4, 1, 1, 0, 0, True, None),
    (0, 2, 0, 0, 100, False, True),
)


def acta_de(conocida: tuple[str, tuple[Mano, ...]], nombres: tuple[str, ...] = NOMBRES) -> dict[str, Any]:
    """El acta de una de ellas: en cada mano sale el de la derecha del anterior (RG5)."""
    meta, manos = conocida
    jugadas = [_acta_de_mano(mano, numero % 4) for numero, mano in enumerate(manos)]
    return {
        "formato": "amigos-domino/partida", "version": 1, "meta": meta, "asientos": list(nombres), "manos": jugadas,
    }  # fmt: skip


def _acta_de_mano(mano: Mano, salidor: int) -> dict[str, Any]:
    reparto = [mano.reparto[(asiento - salidor) % 4].split() for asiento in range(4)]
    mesa = ManoModelo([list(suyas) for suyas in reparto], salidor)
    jugadas = []
    for dicha in mano.jugadas.split():
        while not mesa.legales(mesa.turno):
            mesa.pasar()
        ficha, _arroba, terminal = dicha.partition("@")
        extremo = _extremo(mesa, ficha, terminal)
        jugadas.append({"asiento": mesa.turno, "ficha": ficha, "extremo": extremo})
        mesa.tirar(ficha, extremo)
    assert mesa.fin is not None
    return {"reparto": reparto, "salidor": salidor, "jugadas": jugadas}


def _extremo(mesa: ManoModelo, ficha: str, terminal: str) -> str | None:
    caben = [extremo for una, extremo in mesa.legales(mesa.turno) if una == ficha]
    puntas = dict(zip("AB", mesa.terminales() or (), strict=False))
    elegidos = [e for e in caben if not terminal or (e and puntas[e] == int(terminal))]
    assert len(elegidos) == 1, (ficha, terminal, puntas, MARCAS[ficha])
    return elegidos[0]
