"""El objetivo del emparejamiento, dicho una sola vez (TO7, TO9): lo leen la búsqueda, la hoja y el ensayo.

Cada nivel es una suma sobre las parejas y los contrarios de cada mesa. El vector se compara como tupla, del más al
menos importante; para buscar aprisa se empaca en un entero con un *peso* por nivel. Ninguno se desborda al de arriba:
el peso de un nivel es mayor que todo lo que pueden juntar los de abajo, porque se calcula con una cota de cada uno
(`Pesos.con_cotas`), y los niveles nunca son negativos.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from reglas.suizo.historia import Historia
from reglas.suizo.sorteo import huella
from reglas.suizo.tipos import Contrarios

Vector = tuple[int, ...]

NIVELES_INDIVIDUAL: tuple[tuple[str, str], ...] = (
    ("prohibidos", "prohibidos en la misma mesa"),
    ("parejas", "parejas repetidas"),
    ("evitar", "enfrentados que se quería evitar"),
    ("contrarios", "contrarios que la regla no deja repetir"),
    ("dispersion", "suma de los cuadrados de las seis diferencias de cada mesa"),
    ("repetidos", "contrarios por segunda vez"),
    ("equilibrio", "cuadrado de la diferencia entre las dos parejas de cada mesa"),
    ("sorteo", "sorteo de la partida"),
)
(PROHIBIDOS, PAREJAS, EVITAR, CONTRARIOS, DISPERSION, REPETIDOS, EQUILIBRIO, SORTEO) = range(8)

DE_PAREJA, DE_CONTRARIO = 1021, 1019
"""Primos del sorteo: lo que pesa ir de pareja y de contrario no es lo mismo."""
PARES_DE_MESA, CONTRARIOS_DE_MESA, PAREJAS_DE_MESA = 6, 4, 2


@dataclass(frozen=True, slots=True)
class Pesos:
    """Por cuánto se multiplica cada nivel al empacarlo en un entero."""

    pesos: Vector

    @classmethod
    def con_cotas(cls, cotas: Sequence[int]) -> "Pesos":
        """Cada peso es uno más que lo que suman, ya pesados, los niveles de abajo cuando llegan a su cota."""
        pesos: list[int] = []
        debajo = 0
        for cota in reversed(cotas):
            pesos.append(debajo + 1)
            debajo += cota * pesos[-1]
        return cls(tuple(reversed(pesos)))

    def empacar(self, vector: Vector) -> int:
        """El entero que ordena igual que el vector."""
        return sum(nivel * peso for nivel, peso in zip(vector, self.pesos, strict=True))


@dataclass(frozen=True)
class ObjetivoIndividual:
    """TO7 para una partida: quiénes se sientan (por su lugar en la tabla) y lo que cuesta ir juntos o enfrentados.

    Las personas se nombran por su índice en `quienes`, que va en el orden de la tabla.
    """

    quienes: tuple[str, ...]
    principal: tuple[int, ...]
    historia: Historia
    prohibidos: Mapping[str, frozenset[str]]
    evitar: Mapping[str, frozenset[str]]
    regla: Contrarios
    suerte: tuple[int, ...]
    """Un número por persona, del sorteo de esta partida (h); todos cero si no hay (la primera)."""

    def de_par(self, i: int, j: int, juntos: bool) -> Vector:
        """Lo que aportan dos de una misma mesa. El equilibrio de una pareja resta: (a+b−c−d)² es la suma de las
        cuatro diferencias de contrarios, al cuadrado, menos las dos de compañeros.
        """
        uno, otro = self.quienes[i], self.quienes[j]
        cuadrado = (self.principal[i] - self.principal[j]) ** 2
        suerte = self.suerte[i] * self.suerte[j]
        prohibidos = int(otro in self.prohibidos.get(uno, ()))
        if juntos:
            veces = self.historia.companeros.get(uno, {}).get(otro, 0)
            return (prohibidos, veces, 0, 0, cuadrado, 0, -cuadrado, suerte % DE_PAREJA)
        veces = self.historia.contrarios.get(uno, {}).get(otro, 0)
        evitar = int(otro in self.evitar.get(uno, ()))
        if self.regla is Contrarios.NUNCA:
            vetados, repetidos = veces, 0
        else:
            vetados = int(veces >= 2) + int(otro in self.historia.recientes.get(uno, ()))
            repetidos = int(veces >= 1)
        return (prohibidos, 0, evitar, vetados, cuadrado, repetidos, cuadrado, suerte % DE_CONTRARIO)

    @cached_property
    def pesos(self) -> Pesos:
        """Con las cotas de esta partida: N/4 mesas, cada una con seis pares, cuatro de contrarios y dos de pareja."""
        mesas = max(1, len(self.quienes) // 4)
        amplitud = max(self.principal, default=0) - min(self.principal, default=0)
        juntos = max((n for suyos in self.historia.companeros.values() for n in suyos.values()), default=0)
        enfrente = max((n for suyos in self.historia.contrarios.values() for n in suyos.values()), default=0)
        cotas = (
            PARES_DE_MESA,
            PAREJAS_DE_MESA * juntos,
            CONTRARIOS_DE_MESA,
            CONTRARIOS_DE_MESA * max(2, enfrente),
            # con dos en cada extremo, cuatro de las seis diferencias son la amplitud
            CONTRARIOS_DE_MESA * amplitud**2,
            CONTRARIOS_DE_MESA,
            (2 * amplitud) ** 2,
            PARES_DE_MESA * DE_PAREJA,
        )
        return Pesos.con_cotas([mesas * cota for cota in cotas])

    def de_mesa(self, mesa: Sequence[int]) -> Vector:
        """El vector de una mesa por asiento: parejas 0-2 y 1-3."""
        a, b, c, d = mesa
        pares = [self.de_par(a, c, True), self.de_par(b, d, True)]
        pares += [self.de_par(i, j, False) for i, j in ((a, b), (a, d), (c, b), (c, d))]
        return sumar(pares, len(NIVELES_INDIVIDUAL))

    def de_todas(self, mesas: Sequence[Sequence[int]]) -> Vector:
        """El de la partida."""
        return sumar([self.de_mesa(mesa) for mesa in mesas], len(NIVELES_INDIVIDUAL))

    def empacado(self, juntos: bool) -> Callable[[int, int], int]:
        """Lo que cuestan dos, en un entero: lo mismo que `pesos.empacar(de_par(…))`, sin armar la tupla."""
        pesos = self.pesos.pesos
        especiales = self._especiales(juntos)
        principal, suerte = self.principal, self.suerte
        primo = DE_PAREJA if juntos else DE_CONTRARIO
        por_cuadrado = pesos[DISPERSION] + (-pesos[EQUILIBRIO] if juntos else pesos[EQUILIBRIO])

        def cuesta(i: int, j: int) -> int:
            cuadrado = (principal[i] - principal[j]) ** 2
            costo = cuadrado * por_cuadrado + suerte[i] * suerte[j] % primo
            # casi nadie ha coincidido con casi nadie
            return costo + especiales[i].get(j, 0)

        return cuesta

    def _especiales(self, juntos: bool) -> list[dict[int, int]]:
        """Por persona, lo que cuestan los que tienen historia o restricción con ella, sin dispersión ni sorteo."""
        indice = {uno: i for i, uno in enumerate(self.quienes)}
        visto = self.historia.companeros if juntos else self.historia.contrarios
        costos: list[dict[int, int]] = []
        for i, uno in enumerate(self.quienes):
            otros = {*visto.get(uno, {}), *self.prohibidos.get(uno, ())}
            if not juntos:
                otros |= self.evitar.get(uno, frozenset())
            costos.append({})
            for otro in otros:
                if (j := indice.get(otro)) is not None and j != i:
                    vector = self.de_par(i, j, juntos)
                    sin_azar = (*vector[:DISPERSION], 0, vector[REPETIDOS], 0, 0)
                    costos[i][j] = self.pesos.empacar(sin_azar)
        return costos


def sumar(vectores: Sequence[Vector], niveles: int) -> Vector:
    """Nivel por nivel."""
    return tuple(map(sum, zip(*vectores, strict=True))) if vectores else (0,) * niveles


def suerte_de(semilla: str, partida: int, quienes: Sequence[str]) -> tuple[int, ...]:
    """TO7 h: un número por persona, propio de cada partida."""
    return tuple(int(huella(semilla, "partida", partida, uno)[:8], 16) % (DE_PAREJA * DE_CONTRARIO) for uno in quienes)
