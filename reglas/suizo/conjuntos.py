"""Emparejar Parejas y Equipos (TO9): óptimo exacto por emparejamiento perfecto de costo mínimo.

En salones grandes se resuelve primero con pocas aristas por sujeto, las que pueden convenir, y luego los duales dicen
si alguna de las demás mejoraría: si la hay, se agrega y se vuelve a resolver. Así el resultado es el óptimo de todas.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations, islice

from reglas.suizo.historia import Historia
from reglas.suizo.objetivo import Pesos, Vector, sumar
from reglas.suizo.pareo import Pareo

NIVELES_DE_CONJUNTOS: tuple[tuple[str, str], ...] = (
    ("prohibidos", "prohibidos que se enfrentan"),
    ("contrarios", "contrarios repetidos"),
    ("evitar", "enfrentados que se quería evitar"),
    ("diferencia", "suma de los cuadrados de la diferencia"),
    ("flotantes", "flotan en el mismo sentido dos veces seguidas"),
    ("corte", "de igual principal y de la misma mitad"),
    ("desvio", "cuadrado de lo que se apartan del corte"),
)
COMPLETO = 48
"""Hasta cuántos sujetos se dan de una vez todas las aristas."""
CERCANOS = 6


@dataclass(frozen=True)
class ObjetivoDeConjuntos:
    """TO9 para una partida. Los sujetos se nombran por su índice en `quienes`, que va en el orden de la tabla.

    Decidido aquí: el corte cuenta a los de igual principal que quedan en la misma mitad de su grupo y, después, cuánto
    se apartan de enfrentar al p con el p + m/2. En la partida 1 no hay corte y es 1-2, 3-4… (TO6).
    """

    quienes: tuple[str, ...]
    principal: tuple[int, ...]
    historia: Historia
    prohibidos: Mapping[str, frozenset[str]]
    evitar: Mapping[str, frozenset[str]]
    flotaron: tuple[int, ...]
    """Hacia dónde flotó cada quien la vez anterior: 1 hacia arriba, −1 hacia abajo, 0 no flotó."""
    primera: bool = False

    @cached_property
    def _grupos(self) -> tuple[tuple[int, int], ...]:
        """Por índice, su posición en el grupo de igual principal y de cuántos es el grupo."""
        cuantos: dict[int, int] = {}
        posicion = []
        for p in self.principal:
            posicion.append(cuantos.get(p, 0))
            cuantos[p] = posicion[-1] + 1
        return tuple((n, cuantos[p]) for n, p in zip(posicion, self.principal, strict=True))

    def de_par(self, i: int, j: int) -> Vector:
        """Lo que cuesta enfrentar a dos."""
        uno, otro = self.quienes[i], self.quienes[j]
        diferencia = self.principal[j] - self.principal[i]
        sentido = (diferencia > 0) - (diferencia < 0)
        flotan = int(sentido != 0 and self.flotaron[i] == sentido) + int(sentido != 0 and self.flotaron[j] == -sentido)
        corte, desvio = self._corte(i, j) if sentido == 0 else (0, 0)
        return (
            int(otro in self.prohibidos.get(uno, ())),
            self.historia.contrarios.get(uno, {}).get(otro, 0),
            int(otro in self.evitar.get(uno, ())),
            diferencia**2,
            flotan,
            corte,
            desvio,
        )

    def _corte(self, i: int, j: int) -> tuple[int, int]:
        (p, m), (q, _) = self._grupos[i], self._grupos[j]
        if self.primera:
            return 0, (abs(q - p) - 1) ** 2
        misma_mitad = (2 * p < m - 1) == (2 * q < m - 1)
        return int(misma_mitad), (abs(q - p) - m // 2) ** 2

    @cached_property
    def pesos(self) -> Pesos:
        """Con las cotas de esta partida: N/2 encuentros."""
        cuantos = len(self.quienes)
        amplitud = max(self.principal, default=0) - min(self.principal, default=0)
        veces = max((n for suyos in self.historia.contrarios.values() for n in suyos.values()), default=0)
        return Pesos.con_cotas([max(1, cuantos // 2) * c for c in (1, veces, 1, amplitud**2, 2, 1, cuantos**2)])

    def empacado(self) -> Callable[[int, int], int]:
        """Lo de `de_par`, en un entero que ordena igual; aprisa, porque en un salón son cien mil pares."""
        principal, flotaron = self.principal, self.flotaron
        _, _, _, por_cuadrado, por_flotante, por_corte, por_desvio = self.pesos.pesos
        restringidos = [
            {*self.prohibidos.get(u, ()), *self.historia.contrarios.get(u, ()), *self.evitar.get(u, ())}
            for u in self.quienes
        ]

        def cuesta(i: int, j: int) -> int:
            diferencia = principal[j] - principal[i]
            if self.quienes[j] in restringidos[i]:
                return self.pesos.empacar(self.de_par(i, j))
            if not diferencia:
                corte, desvio = self._corte(i, j)
                return corte * por_corte + desvio * por_desvio
            sentido = 1 if diferencia > 0 else -1
            flotan = (flotaron[i] == sentido) + (flotaron[j] == -sentido)
            return diferencia * diferencia * por_cuadrado + flotan * por_flotante

        return cuesta

    def de_todos(self, pares: Sequence[tuple[int, int]]) -> Vector:
        """El vector de la partida."""
        return sumar([self.de_par(i, j) for i, j in pares], len(NIVELES_DE_CONJUNTOS))

    def candidatos(self) -> set[tuple[int, int]]:
        """Las aristas que suelen convenir: de los que no se han visto, los cercanos y los de enfrente en el corte."""
        cuantos = len(self.quienes)
        pares: set[tuple[int, int]] = set()
        for i, (_, m) in enumerate(self._grupos):
            vistos = self.historia.contrarios.get(self.quienes[i], {})
            nuevos = (j for j in range(i + 1, cuantos) if self.quienes[j] not in vistos)
            pares.update((i, j) for j in islice(nuevos, CERCANOS))
            desde = cuantos if self.primera else max(i + 1, i + m // 2 - CERCANOS // 2)
            enfrente = (j for j in range(desde, cuantos) if self.quienes[j] not in vistos)
            pares.update((i, j) for j in islice(enfrente, CERCANOS) if self.principal[i] == self.principal[j])
        return pares

    def cota(self, i: int, j: int) -> int:
        """Lo menos que pueden costar dos; crece al alejarse en la tabla, que va por principal."""
        return (self.principal[i] - self.principal[j]) ** 2 * self.pesos.pesos[3]


def emparejar_exacto(
    cuantos: int,
    costo: Callable[[int, int], int],
    candidatos: set[tuple[int, int]] | None = None,
    cota: Callable[[int, int], int] = lambda i, j: 0,
) -> list[tuple[int, int]]:
    """Los pares de costo mínimo entre 0 y `cuantos` − 1, que es par y todos se pueden enfrentar.

    `cota(i, j)` no pasa del costo y no baja cuando j se aleja de i: así no hay que mirar a los muy lejanos.
    """
    if candidatos is None or cuantos <= COMPLETO:
        candidatos = set(combinations(range(cuantos), 2))
    usados = {par: costo(*par) for par in sorted(candidatos)}
    while True:
        pareo = Pareo(cuantos, [(i, j, cuesta) for (i, j), cuesta in sorted(usados.items())])
        con = pareo.resolver()
        if con is None:
            faltan = {par: costo(*par) for par in combinations(range(cuantos), 2) if par not in usados}
        else:
            faltan = _convendrian(pareo, usados, costo, cota)
            if not faltan:
                return sorted((i, j) for i, j in enumerate(con) if i < j)
        usados |= faltan


def _convendrian(
    pareo: Pareo,
    usados: Mapping[tuple[int, int], int],
    costo: Callable[[int, int], int],
    cota: Callable[[int, int], int],
) -> dict[tuple[int, int], int]:
    """Las aristas que no se dieron y cuya holgura es negativa: con ellas el óptimo podría ser otro."""
    faltan: dict[tuple[int, int], int] = {}
    dual = pareo.dual[: pareo.n]
    # lo más que puede ser el dual de alguien que va después
    mayores = list(accumulate(reversed(dual), max))[::-1]
    for i, suyo in enumerate(dual):
        sumas = pareo.flores_de(i)
        for j in range(i + 1, pareo.n):
            doble = 2 * cota(i, j)
            if doble >= suyo + mayores[j]:
                break
            if doble < suyo + dual[j] and (i, j) not in usados:
                cuesta = costo(i, j)
                holgura = 2 * cuesta - suyo - dual[j]
                if holgura < 0 and holgura + pareo.en_comun(sumas, j) < 0:
                    faltan[i, j] = cuesta
    return faltan
