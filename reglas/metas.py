"""Las metas: a qué se juega una partida y todo lo que de eso depende, en una tabla (RG3, RG6, RG7).

Quien quiera saber algo de una meta se lo pregunta a ella (`meta.suma`, `meta.tantos`…). Nadie deduce que «si no es a
100, es a 200»: una meta nueva es un renglón aquí.
"""

from collections.abc import Sequence
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, NamedTuple

PUNTOS_DE_ZAPATO = 3
"""Por ganarle a quien no hizo ni un tanto (RG7)."""


class Suma(Enum):
    """Qué fichas no jugadas suma quien gana la mano (RG3)."""

    LAS_DE_LOS_PERDEDORES = 1
    TODAS = 2
    NINGUNA = 3
    """Se cuentan manos ganadas."""

    def de(self, no_jugados: Sequence[int], ganadora: int) -> int:
        """Los tantos de una mano, de las fichas que le quedaron a cada bando."""
        match self:
            case Suma.LAS_DE_LOS_PERDEDORES:
                return sum(no_jugados) - no_jugados[ganadora]
            case Suma.TODAS:
                return sum(no_jugados)
            case Suma.NINGUNA:
                return 0


class DatosDeMeta(NamedTuple):
    """Un renglón de la tabla."""

    tantos: int | None
    """Los que hay que reunir; None si se juega a manos ganadas."""
    suma: Suma
    gana_el_cierre: bool
    """Si un cierre da la mano a quien tiene menos tantos, o sólo corre la salida."""
    de_mano: tuple[int, int]
    """Lo menos y lo más que vale una mano ganada (RG6)."""
    puntos: tuple[tuple[int, int], ...]
    """(tantos del perdedor, hasta) → puntos del ganador, desde el zapato (RG7); la apuesta vale lo mismo (RG8)."""
    nombre: str
    dicha: str
    """Como se dice tras «se juega»."""
    corta: str
    """Lo mismo donde no hay sitio."""


class Meta(StrEnum):
    """A qué se juega la partida; su valor es el que va en las actas y en la base."""

    CIEN = (
        "100",
        DatosDeMeta(
            tantos=100,
            suma=Suma.LAS_DE_LOS_PERDEDORES,
            gana_el_cierre=True,
            de_mano=(1, 118),
            puntos=((0, PUNTOS_DE_ZAPATO), (50, 2), (99, 1)),
            nombre="100 tantos",
            dicha="a 100 tantos",
            corta="a 100",
        ),
    )
    DOSCIENTOS = (
        "200",
        DatosDeMeta(
            tantos=200,
            suma=Suma.TODAS,
            gana_el_cierre=True,
            de_mano=(1, 153),
            puntos=((0, PUNTOS_DE_ZAPATO), (100, 2), (199, 1)),
            nombre="200 tantos",
            dicha="a 200 tantos",
            corta="a 200",
        ),
    )
    JUEGOS_GANADOS = (
        "juegos_ganados",
        DatosDeMeta(
            tantos=None,
            suma=Suma.NINGUNA,
            gana_el_cierre=False,
            de_mano=(0, 0),
            puntos=(),
            nombre="Juegos ganados",
            dicha="a juegos ganados",
            corta="a juegos",
        ),
    )

    tantos: int | None
    suma: Suma
    gana_el_cierre: bool
    de_mano: tuple[int, int]
    puntos: tuple[tuple[int, int], ...]
    nombre: str
    dicha: str
    corta: str

    tope: int | None
    """Lo más que se acredita: a quien llega o rebasa, exactamente la meta (RG6)."""

    def __new__(cls, valor: str, *renglon: DatosDeMeta) -> "Meta":
        # sólo al declararla trae su renglón: `Meta("100")` la busca y no pasa por aquí
        (datos,) = renglon
        meta = str.__new__(cls, valor)
        meta._value_ = valor
        # en el propio miembro: la mesa los pregunta en cada mano y buscarlos por clave cuesta más que usarlos
        meta.tantos, meta.suma, meta.gana_el_cierre, meta.de_mano, meta.puntos = datos[:5]
        meta.nombre, meta.dicha, meta.corta = datos[5:]
        meta.tope = meta.tantos
        return meta

    def vale_la_mano(self, no_jugados: Sequence[int], ganadora: int) -> int:
        """Los tantos de una mano, de las fichas que le quedaron a cada pareja (RG3)."""
        return self.suma.de(no_jugados, ganadora)


class ATantos(str):
    """La meta de los otros juegos: un número de tantos, que se suman sin recortarlos (VA3, VA10; D408).

    Se le pregunta lo mismo que a una `Meta`; su texto, el del diario, es el número.
    """

    __slots__ = ("corta", "dicha", "nombre", "suma", "tantos")
    gana_el_cierre = True
    tope: int | None = None

    tantos: int
    suma: Suma
    nombre: str
    dicha: str
    corta: str

    def __new__(cls, tantos: int, suma: Suma) -> "ATantos":
        meta = super().__new__(cls, tantos)
        meta.tantos, meta.suma = tantos, suma
        meta.nombre, meta.dicha, meta.corta = f"{tantos} tantos", f"a {tantos} tantos", f"a {tantos}"
        return meta

    def __getnewargs__(self) -> tuple[int, Suma]:  # type: ignore[override]
        return (self.tantos, self.suma)

    def vale_la_mano(self, no_jugados: Sequence[int], ganadora: int) -> int:
        """Los tantos de una mano, de las fichas que le quedaron a cada bando."""
        return self.suma.de(no_jugados, ganadora)


if TYPE_CHECKING:
    AQueSeJuega = Meta | ATantos
else:
    # quien lee un estado guardado por su tipo (el ayudante de la historia) no admite uniones: sólo lee el de siempre
    AQueSeJuega = Meta
