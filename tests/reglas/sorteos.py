"""Sorteos de prueba y la ji cuadrada del reparto."""

import math
import random
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from reglas.sorteo import Reparto, Sorteo, compromiso_de

GRADOS_DE_FICHA, GRADOS_DE_SALIDOR = 27 * 3, 3
EN_CASTELLANO = ("", "¡Órale!", "ñandú", "四", "\U0001f000 dominó", "á" * 70)


def clave_al_azar(azar: random.Random) -> str:
    return str(uuid.UUID(int=azar.getrandbits(128), version=4))


def claves_al_azar(azar: random.Random) -> tuple[str, ...]:
    return tuple(clave_al_azar(azar) for _ in range(28))


def hexadecimal(azar: random.Random, letras: int) -> str:
    return f"{azar.getrandbits(letras * 4):0{letras}x}"


def sorteo_al_azar(azar: random.Random, raro: bool = False) -> Sorteo:
    """Como los de la casa: uno de cada ocho navegadores calla. `raro`: nonces y semilla de cualquier texto."""
    claves = claves_al_azar(azar)
    semilla = azar.choice(EN_CASTELLANO) if raro else hexadecimal(azar, 64)
    nonces = tuple(
        azar.choice(EN_CASTELLANO) if raro else "" if azar.random() < 1 / 8 else hexadecimal(azar, 32) for _ in range(4)
    )
    return Sorteo(compromiso_de(claves, semilla), claves, semilla, nonces)


@dataclass
class Conteo:
    """Cuántas veces tocó cada ficha a cada asiento y cuántas salió cada uno."""

    repartos: int = 0
    fichas: list[list[int]] = field(default_factory=lambda: [[0] * 4 for _ in range(28)])
    salidores: list[int] = field(default_factory=lambda: [0] * 4)

    def anota(self, reparto: Reparto, salidor: int) -> None:
        self.repartos += 1
        self.salidores[salidor] += 1
        for asiento, suyas in enumerate(reparto):
            for ficha in suyas:
                self.fichas[ficha][asiento] += 1

    def p_de_fichas(self) -> float:
        """Probabilidad de un desvío así o mayor si el reparto es justo.

        Cada reparto da una ficha por renglón y siete por columna: la suma de siempre vale 28/27 de una ji cuadrada de
        27×3 grados, no de 28×3.
        """
        suma = sum(ji(renglon, self.repartos / 4) for renglon in self.fichas)
        return cola_de_ji(suma * 27 / 28, GRADOS_DE_FICHA)

    def p_de_salidor(self) -> float:
        return cola_de_ji(ji(self.salidores, self.repartos / 4), GRADOS_DE_SALIDOR)


def contar(sorteos: Iterable[Sorteo], reparte: Callable[[Sorteo], tuple[Reparto, int]]) -> Conteo:
    conteo = Conteo()
    for sorteo in sorteos:
        conteo.anota(*reparte(sorteo))
    return conteo


def ji(vistos: Sequence[int], esperado: float) -> float:
    return sum((visto - esperado) ** 2 for visto in vistos) / esperado


def cola_de_ji(x: float, grados: int) -> float:
    """P(χ² > x) con grados impares: erfc más una suma finita (Abramowitz y Stegun 26.4.4)."""
    assert grados % 2 == 1
    cola = math.erfc(math.sqrt(x / 2))
    termino = math.sqrt(2 * x / math.pi) * math.exp(-x / 2)
    for k in range(1, (grados - 1) // 2 + 1):
        cola += termino
        termino *= x / (2 * k + 1)
    return cola
