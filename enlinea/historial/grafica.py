"""La gráfica de puntos y quintil partida a partida, como medidas que la plantilla dibuja en SVG (ES1; 002 §4.1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from reglas.ranking import QUINTILES

IZQUIERDA, DERECHA = 52, 330
ARRIBA, ABAJO = 30, 170
"""Entre qué alturas van los puntos."""
ESCALON = 22
PRIMER_QUINTIL = 218
ALTO = PRIMER_QUINTIL + ESCALON * (QUINTILES - 1) + 14
ANCHO = 344


@dataclass(frozen=True, slots=True)
class TrasPartida:
    """Cómo quedó la persona tras una partida."""

    numero: int
    antes: int
    puntos: int
    quintil: int

    @property
    def cambio(self) -> int:
        """Lo que le dio la partida."""
        return self.puntos - self.antes


@dataclass(frozen=True, slots=True)
class Grafica:
    """Todo lo que la plantilla dibuja y lo que dice de ello."""

    puntos: tuple[TrasPartida, ...]
    """De la más vieja a la más nueva."""
    linea: str
    """Atributo `d` de los puntos."""
    escalera: str
    """Atributo `d` del quintil."""
    marcas: tuple[tuple[int, int], ...]
    """(puntos, y) de las rayas con número: lo más, lo menos y el cero, si cae en medio."""
    quintiles: tuple[tuple[int, int], ...]
    """(quintil, y)."""
    fin: tuple[int, int, int]
    """(x, y de los puntos, y del quintil) de la última partida."""
    ancho: int = ANCHO
    alto: int = ALTO
    izquierda: int = IZQUIERDA
    derecha: int = DERECHA

    @property
    def primera(self) -> TrasPartida:
        """La más vieja."""
        return self.puntos[0]

    @property
    def ultima(self) -> TrasPartida:
        """La más nueva."""
        return self.puntos[-1]

    @property
    def nuevas(self) -> tuple[TrasPartida, ...]:
        """Para la tabla: de la más nueva a la más vieja."""
        return self.puntos[::-1]

    @property
    def mejor(self) -> TrasPartida:
        """La de más puntos; de varias, la más nueva."""
        return max(self.puntos, key=lambda p: (p.puntos, p.numero))


def grafica_de(puntos: Sequence[TrasPartida]) -> Grafica | None:
    """La gráfica de esas partidas, de la más vieja a la más nueva; None si no hay ninguna.

    La línea empieza en los puntos de antes de la primera, para que también se vea lo que ésa dio.
    """
    if not puntos:
        return None
    alturas = [puntos[0].antes, *(p.puntos for p in puntos)]
    equis = [IZQUIERDA + (DERECHA - IZQUIERDA) * n // len(puntos) for n in range(len(alturas))]
    menos, mas = min(alturas), max(alturas)
    rango = max(1, mas - menos)

    def y_de(valor: int) -> int:
        return ABAJO - (ABAJO - ARRIBA) * (valor - menos) // rango

    def y_de_quintil(quintil: int) -> int:
        return PRIMER_QUINTIL + ESCALON * (quintil - 1)

    # el cero se rotula si no se encima con los extremos
    con_cero = menos < 0 < mas and min(y_de(menos) - y_de(0), y_de(0) - y_de(mas)) >= 24
    return Grafica(
        puntos=tuple(puntos),
        linea="M" + "L".join(f"{x} {y_de(valor)}" for x, valor in zip(equis, alturas, strict=True)),
        escalera=f"M{equis[0]} {y_de_quintil(puntos[0].quintil)}"
        + "".join(f"V{y_de_quintil(p.quintil)}H{x}" for x, p in zip(equis[1:], puntos, strict=True)),
        marcas=tuple((valor, y_de(valor)) for valor in dict.fromkeys((mas, *([0] if con_cero else []), menos))),
        quintiles=tuple((q, y_de_quintil(q)) for q in range(1, QUINTILES + 1)),
        fin=(equis[-1], y_de(alturas[-1]), y_de_quintil(puntos[-1].quintil)),
    )
