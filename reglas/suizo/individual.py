"""Emparejar en Individual (TO7, TO8, TO13): búsqueda por iteraciones contadas, nunca por reloj.

Como el objetivo es una suma sobre parejas y contrarios, una mesa cuesta doce consultas y su mejor reparto es el menor
de tres. Se empieza por la tabla, de cuatro en cuatro; se rehacen, exactas, cada dos mesas cercanas (35 modos de partir
ocho personas); y luego, un número fijo de patadas: una persona de cada una de tres mesas cercanas
pasa a la siguiente, se reparan, y si empeora se deja como estaba.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from operator import add

from reglas.suizo.objetivo import ObjetivoIndividual
from reglas.suizo.sorteo import Dado
from reglas.suizo.tipos import DE_MESA

Mesas = list[tuple[int, int, int, int]]
"""Por asiento: parejas 0-2 y 1-3."""

_PARES = {par: n for n, par in enumerate(combinations(range(8), 2))}
_CUARTETOS = tuple(combinations(range(8), 4))
"""Los 70; el complemento del n es el 69 − n."""
_LUGARES = tuple(tuple(_PARES[par] for par in combinations(cuarteto, 2)) for cuarteto in _CUARTETOS)
_MITADES = len(_CUARTETOS) // 2
VECINAS = 7
"""Con cuántas mesas adelante se rehace cada una; en salones chicos, con todas."""
BARRIDOS = 6
PATADAS = ((8, 600), (16, 2800), (32, 4500), (64, 4500), (128, 2200), (256, 1000))
"""Hasta cuántas mesas, cuántas patadas."""
PATADAS_DE_MAS = 100


class _Fila(dict[int, int]):
    """Lo que cuesta alguien con cada quien; se calcula la primera vez que se pregunta."""

    def __init__(self, i: int, cuesta: Callable[[int, int], int]) -> None:
        super().__init__()
        self._i, self._cuesta = i, cuesta

    def __missing__(self, j: int) -> int:
        self[j] = costo = self._cuesta(self._i, j)
        return costo


class Busqueda:
    """Las mesas de una partida mientras se mejoran; `costos` va al paso de `mesas`."""

    def __init__(self, objetivo: ObjetivoIndividual, orden: Sequence[Sequence[int]], semilla: str) -> None:
        enfrente, juntos = objetivo.empacado(False), objetivo.empacado(True)
        cuantos = range(len(objetivo.quienes))
        self._enfrente = [_Fila(i, enfrente) for i in cuantos]
        # lo que cambia si en lugar de contrarios van de pareja
        self._juntos = [_Fila(i, lambda i, j: juntos(i, j) - enfrente(i, j)) for i in cuantos]
        self._dado = Dado("individual", semilla)
        self._unidad = objetivo.pesos.pesos[-2]
        """Debajo de esto sólo queda el sorteo de la partida."""
        self._quietas: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
        """Las dos mesas que ya se partieron de todos los modos y no mejoraban: no se vuelven a partir."""
        self.mesas: Mesas = []
        self.costos: list[int] = []
        for cuatro in orden:
            costo, mesa = self.mejor_reparto(cuatro)
            self.mesas.append(mesa)
            self.costos.append(costo)

    @property
    def costo(self) -> int:
        """El de todas las mesas, empacado."""
        return sum(self.costos)

    def mejor_reparto(self, cuatro: Sequence[int]) -> tuple[int, tuple[int, int, int, int]]:
        """De los tres modos de hacer dos parejas con cuatro, el que menos cuesta, y cuánto."""
        a, b, c, d = cuatro
        enfrente, juntos = self._enfrente, self._juntos
        fija = sum(enfrente[i][j] for i, j in combinations(cuatro, 2))
        repartos = (
            (juntos[a][d] + juntos[b][c], (a, b, d, c)),
            (juntos[a][c] + juntos[b][d], (a, b, c, d)),
            (juntos[a][b] + juntos[c][d], (a, c, b, d)),
        )
        # a igual costo, el primero: 1.º y 4.º contra 2.º y 3.º
        mejor = min(repartos, key=lambda reparto: reparto[0])
        return fija + mejor[0], mejor[1]

    def rehacer(self, t: int, s: int) -> bool:
        """Parte del mejor modo a los ocho de dos mesas; dice si mejoró."""
        dos = self.mesas[t], self.mesas[s]
        if dos in self._quietas:
            return False
        actual = self.costos[t] + self.costos[s]
        ocho = sorted(self.mesas[t] + self.mesas[s])
        o = [self._enfrente[i][j] for i, j in combinations(ocho, 2)]
        p = [self._juntos[i][j] for i, j in combinations(ocho, 2)]
        costos = [
            o[a] + o[b] + o[c] + o[d] + o[e] + o[f] + min(p[a] + p[f], p[b] + p[e], p[c] + p[d])
            for a, b, c, d, e, f in _LUGARES
        ]
        sumas = list(map(add, costos[:_MITADES], reversed(costos)))
        menor = min(sumas)
        if menor >= actual:
            self._quietas.add(dos)
            return False
        unos = _CUARTETOS[sumas.index(menor)]
        self.costos[t], self.mesas[t] = self.mejor_reparto([ocho[i] for i in unos])
        self.costos[s], self.mesas[s] = self.mejor_reparto([ocho[i] for i in range(8) if i not in unos])
        return True

    def alternativa(self, t: int, s: int) -> tuple[int, Sequence[tuple[int, int, int, int]]]:
        """El mejor modo de partir a los ocho de dos mesas que no sea el que hay, y cuánto más cuesta: para la hoja."""
        ocho = sorted(self.mesas[t] + self.mesas[s])
        opciones = []
        for unos in combinations(ocho[1:], DE_MESA - 1):
            mitad = {ocho[0], *unos}
            if mitad in (set(self.mesas[t]), set(self.mesas[s])):
                continue
            una, otra = self.mejor_reparto(sorted(mitad)), self.mejor_reparto([i for i in ocho if i not in mitad])
            opciones.append((una[0] + otra[0], (una[1], otra[1])))
        costo, mesas = min(opciones)
        return costo - self.costos[t] - self.costos[s], mesas

    def barrer(self, vecinas: int) -> None:
        """Rehace cada dos mesas cercanas hasta que ninguna mejora, o se acaban los barridos."""
        cuantas = len(self.mesas)
        cambio = [0] * cuantas
        for barrido in range(1, BARRIDOS + 1):
            movio = False
            for t in range(cuantas):
                for s in range(t + 1, min(cuantas, t + 1 + vecinas)):
                    if max(cambio[t], cambio[s]) < barrido - 1 or self._nada_que_ganar(t, s):
                        continue
                    if self.rehacer(t, s):
                        cambio[t] = cambio[s] = barrido
                        movio = True
            if not movio:
                return

    def _nada_que_ganar(self, t: int, s: int) -> bool:
        return self.costos[t] + self.costos[s] < self._unidad

    def patear(self, veces: int, vecinas: int) -> None:
        """Da la vuelta a uno de cada una de tres mesas cercanas, repara, y conserva si no empeora."""
        cuantas = len(self.mesas)
        if cuantas < 3:
            return
        for _ in range(veces):
            t = self._donde()
            if t is None:
                return
            self._patada(self._tres(t, vecinas), vecinas)

    def _donde(self) -> int | None:
        """Una mesa de las que algo cuestan; de dos al azar, la más cara. None si ya no hay qué mejorar."""
        caras = [t for t, costo in enumerate(self.costos) if costo >= self._unidad]
        if not caras:
            return None
        unas = caras[self._dado.menor_que(len(caras))], caras[self._dado.menor_que(len(caras))]
        return max(unas, key=lambda t: self.costos[t])

    def _tres(self, t: int, vecinas: int) -> list[int]:
        desde = max(0, min(t - vecinas // 2, len(self.mesas) - vecinas - 1))
        otras = [s for s in range(desde, min(len(self.mesas), desde + vecinas + 1)) if s != t]
        una = otras.pop(self._dado.menor_que(len(otras)))
        return [t, una, otras[self._dado.menor_que(len(otras))]]

    def _patada(self, tres: list[int], vecinas: int) -> None:
        antes = {t: (self.mesas[t], self.costos[t]) for t in tres}
        nuevas = [list(self.mesas[t]) for t in tres]
        lugares = [self._dado.menor_que(DE_MESA) for _ in tres]
        salen = [mesa[lugar] for mesa, lugar in zip(nuevas, lugares, strict=True)]
        for n, t in enumerate(tres):
            nuevas[n][lugares[n]] = salen[n - 1]
            self.costos[t], self.mesas[t] = self.mejor_reparto(sorted(nuevas[n]))
        self._reparar(tres, antes, vecinas)
        if sum(self.costos[t] for t in antes) > sum(costo for _, costo in antes.values()):
            for t, (mesa, costo) in antes.items():
                self.mesas[t], self.costos[t] = mesa, costo

    def _reparar(self, tres: list[int], antes: dict[int, tuple[tuple[int, int, int, int], int]], vecinas: int) -> None:
        """Rehace las tres entre sí hasta que nada mejora y, si quedaron cerca de lo que había, con una vecina."""
        self._hasta_que_nada_mejora(tres)
        otra = self._tres(tres[0], vecinas)[1]
        if otra in antes:
            return
        antes[otra] = self.mesas[otra], self.costos[otra]
        self._hasta_que_nada_mejora([*tres, otra])

    def _hasta_que_nada_mejora(self, cuales: list[int]) -> None:
        mejoran = True
        while mejoran:
            # todas las parejas de mesas, aunque la primera ya haya mejorado
            mejoran = sum(self.rehacer(t, s) for t, s in combinations(cuales, 2)) > 0


def buscar(objetivo: ObjetivoIndividual, orden: Sequence[Sequence[int]], semilla: str) -> Busqueda:
    """Las mejores mesas que halla, a partir de `orden`. El esfuerzo depende sólo de cuántas mesas son (TO13)."""
    busqueda = Busqueda(objetivo, orden, semilla)
    cuantas = len(busqueda.mesas)
    vecinas = max(1, cuantas - 1) if cuantas <= 2 * VECINAS else VECINAS
    busqueda.barrer(vecinas)
    patadas = next((veces for hasta, veces in PATADAS if cuantas <= hasta), PATADAS_DE_MAS)
    busqueda.patear(patadas, vecinas)
    return busqueda
