"""«Cómo se han movido»: el lugar de cada quien tras cada partida, como líneas que se cruzan."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ALTO = 36
ARRIBA = 48
IZQUIERDA = 18
RADIO = 14
NOMBRE = 132
ANCHO_COMODO = 216
"""Lo que ocupan las partidas sin que haya que deslizar: en él caben hasta seis."""
PASO_MINIMO = 38
PASO_MAXIMO = 98


@dataclass(frozen=True, slots=True)
class Punto:
    """Un lugar tras una partida, con su sitio en el dibujo."""

    x: int
    y: int
    lugar: int

    @property
    def y_texto(self) -> str:
        """Línea base del número dentro del círculo."""
        return f"{self.y + 5.5:.1f}"


@dataclass(frozen=True, slots=True)
class Linea:
    """El recorrido de un jugador."""

    nombre: str
    yo: bool
    puntos: tuple[Punto, ...]

    @property
    def trazo(self) -> str:
        """Atributo `d` del trazo."""
        return "M" + "L".join(f"{p.x} {p.y}" for p in self.puntos)

    @property
    def lugares(self) -> str:
        """«1, 3, 2», para quien no ve el dibujo."""
        return ", ".join(str(p.lugar) for p in self.puntos)


@dataclass(frozen=True, slots=True)
class Grafica:
    """Todo lo que la plantilla dibuja."""

    ancho: int
    alto: int
    ejes: tuple[tuple[int, int], ...]
    """(partida, x)."""
    lineas: tuple[Linea, ...]
    x_nombre: int
    desliza: bool
    """No cabe en un teléfono sin encoger la letra: se desliza."""


def grafica_de(
    lugares: Mapping[int, Sequence[int | None]], partidas: Sequence[int], nombres: Mapping[int, str], yo: int | None
) -> Grafica:
    """La gráfica de esas parciales; quien mira se dibuja al último, encima de los demás.

    Un suplente empieza donde entró: antes no tiene lugar (None).
    """
    paso = min(PASO_MAXIMO, max(PASO_MINIMO, ANCHO_COMODO // max(1, len(partidas) - 1)))
    fin = IZQUIERDA + paso * (len(partidas) - 1)
    orden = sorted(lugares, key=lambda n: (n == yo, lugares[n][-1] or 0))
    return Grafica(
        ancho=fin + RADIO + 10 + NOMBRE,
        alto=ARRIBA + ALTO * len(lugares) - RADIO,
        ejes=tuple((p, IZQUIERDA + paso * i) for i, p in enumerate(partidas)),
        lineas=tuple(
            Linea(
                nombres[n],
                n == yo,
                tuple(
                    Punto(IZQUIERDA + paso * i, ARRIBA + ALTO * (lugar - 1), lugar)
                    for i, lugar in enumerate(lugares[n])
                    if lugar is not None
                ),
            )
            for n in orden
        ),
        x_nombre=fin + RADIO + 10,
        desliza=paso * (len(partidas) - 1) > ANCHO_COMODO,
    )
