"""El orden de todos los inscritos y su quintil (ES2): la clave con que se ordenan, y la historia entera en memoria.

`historia_de_puntos` es la definición: lo guardado en la base debe ser lo que ella da con los mismos sucesos.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from reglas.metas import Meta
from reglas.ranking import PR_INICIAL, QUINTILES, pr_tras_partida, quintil

_CUENTAS = 2**40
"""Caben números de cuenta menores que esto, y puntos de −8 a 8 millones, en un entero de 64 bits."""

_DE_UNA_VEZ = 500
"""Con más entradas que éstas sale más barato ordenar todo."""


def clave_de(puntos: int, cuenta: int) -> int:
    """El sitio de la cuenta en el orden: menor es mejor. A iguales puntos va antes la cuenta más antigua.

    La más antigua es la de menor número: se dan de uno en uno al crearlas.
    """
    return cuenta - puntos * _CUENTAS


def puntos_de_clave(clave: int) -> int:
    """Los puntos que hay en una clave."""
    return -(clave // _CUENTAS)


def primer_lugar(de_quintil: int, inscritos: int) -> int:
    """Lugar, desde 0, del primero de ese quintil; si nadie llega a él, el siguiente al último."""
    return -(-(de_quintil - 1) * inscritos // QUINTILES)


@dataclass(frozen=True, slots=True)
class Inscripcion:
    """La cuenta entra a la clasificación o sale de ella; sus puntos no se pierden."""

    cuenta: int
    inscrita: bool


@dataclass(frozen=True, slots=True)
class PartidaContada:
    """Una partida normal que llegó a la meta; `cuentas`, por asiento. `tantos`, None a juegos ganados."""

    meta: Meta
    ganadora: int
    tantos: tuple[int, int] | None
    cuentas: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PuntosDados:
    """Lo que la partida le dio a un asiento."""

    pr_antes: int
    pr_despues: int
    quintil_antes: int
    quintil_despues: int


class TablaDePuntos:
    """Todos los puntos y, en orden, quienes están inscritos."""

    def __init__(self) -> None:
        self.puntos: dict[int, int] = {}
        self._orden: list[int] = []
        self._inscritas: set[int] = set()

    @property
    def claves(self) -> Mapping[int, int | None]:
        """La clave de cada cuenta con puntos; None si no está inscrita."""
        return {c: clave_de(p, c) if c in self._inscritas else None for c, p in self.puntos.items()}

    @property
    def fronteras(self) -> tuple[int | None, ...]:
        """La clave del primero de los quintiles 2 a 5; None si nadie llega."""
        lugares = [primer_lugar(q, len(self._orden)) for q in range(2, QUINTILES + 1)]
        return tuple(self._orden[lugar] if lugar < len(self._orden) else None for lugar in lugares)

    @property
    def inscritos(self) -> int:
        """Cuántos hay."""
        return len(self._orden)

    def inscribir(self, cambios: Sequence[Inscripcion]) -> None:
        """Aplica las entradas y salidas, en su orden; la que no cambia nada no estorba."""
        if len(cambios) > _DE_UNA_VEZ:
            self._ordenar_de_nuevo(cambios)
            return
        for uno in cambios:
            clave = clave_de(self.puntos.setdefault(uno.cuenta, PR_INICIAL), uno.cuenta)
            if uno.inscrita and uno.cuenta not in self._inscritas:
                self._inscritas.add(uno.cuenta)
                insort(self._orden, clave)
            elif not uno.inscrita and uno.cuenta in self._inscritas:
                self._inscritas.remove(uno.cuenta)
                del self._orden[bisect_left(self._orden, clave)]

    def _ordenar_de_nuevo(self, cambios: Sequence[Inscripcion]) -> None:
        for uno in cambios:
            self.puntos.setdefault(uno.cuenta, PR_INICIAL)
            (self._inscritas.add if uno.inscrita else self._inscritas.discard)(uno.cuenta)
        self._orden = sorted(clave_de(self.puntos[c], c) for c in self._inscritas)

    def quintil(self, cuenta: int) -> int:
        """El de ahora; quien no está inscrito va en el último."""
        if cuenta not in self._inscritas:
            return QUINTILES
        return quintil(bisect_left(self._orden, clave_de(self.puntos[cuenta], cuenta)), len(self._orden))

    def aplicar(self, partida: PartidaContada) -> tuple[PuntosDados, ...]:
        """Suma la partida a los cuatro a la vez, con los quintiles de antes. Levanta lo de `pr_tras_partida`."""
        cuentas = partida.cuentas
        antes = [self.puntos.setdefault(c, PR_INICIAL) for c in cuentas]
        quintiles = [self.quintil(c) for c in cuentas]
        tras = pr_tras_partida(partida.meta, partida.ganadora, partida.tantos, antes, quintiles)
        for cuenta, pr in zip(cuentas, tras, strict=True):
            self._mover(cuenta, pr)
        ahora = [self.quintil(c) for c in cuentas]
        return tuple(PuntosDados(*uno) for uno in zip(antes, tras, quintiles, ahora, strict=True))

    def _mover(self, cuenta: int, puntos: int) -> None:
        if cuenta in self._inscritas:
            del self._orden[bisect_left(self._orden, clave_de(self.puntos[cuenta], cuenta))]
            insort(self._orden, clave_de(puntos, cuenta))
        self.puntos[cuenta] = puntos


def historia_de_puntos(
    tabla: TablaDePuntos, sucesos: Iterable[Inscripcion | PartidaContada]
) -> Iterator[tuple[PuntosDados, ...]]:
    """Lo que da cada partida a sus cuatro asientos, en el orden de los sucesos.

    `tabla` empieza vacía y al agotarse queda como tras el último. Levanta lo de `pr_tras_partida`.
    """
    for de_inscripcion, seguidos in groupby(sucesos, lambda uno: isinstance(uno, Inscripcion)):
        if de_inscripcion:
            tabla.inscribir([uno for uno in seguidos if isinstance(uno, Inscripcion)])
        else:
            yield from (tabla.aplicar(uno) for uno in seguidos if isinstance(uno, PartidaContada))
