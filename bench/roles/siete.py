"""El rol de 7, buscado entero: con una mesa caben todos los programas que importan (RG12).

Cada quien descansa cuatro o cinco veces de once. Si nadie descansa dos seguidas, la mesa que sigue son los tres que
descansaron y otro más: se prueban todos, con todas sus parejas. La primera es `1-2/3-4`, que cualquiera lo es con
otros números, y el par que se repite va en la última. Ningún par se enfrenta más de tres veces.
"""

from dataclasses import dataclass, field

from bench.roles.recocido import Mesa

TAMANO, PARTIDAS, DESCANSOS, TOPE = 7, 11, 5, 3


@dataclass
class Busqueda:
    """Lo andado y lo mejor que va: de contrarios, la suma de los cuadrados de lo que se apartan de dos."""

    mejor: int = 1 << 30
    solucion: list[Mesa] = field(default_factory=list)
    camino: list[Mesa] = field(default_factory=list)
    contra: dict[frozenset[int], int] = field(default_factory=dict)
    vistos: int = 0

    def andar(self, juntos: frozenset[frozenset[int]], descansos: tuple[int, ...]) -> None:
        """Prueba todo lo que sigue del camino."""
        self.vistos += 1
        if len(self.camino) == PARTIDAS:
            self._medir()
            return
        descansaron = set(range(TAMANO)) - set(self.camino[-1])
        for otro in self.camino[-1]:
            sienta = sorted({*descansaron, otro})
            quedan = tuple(d + (j not in sienta) for j, d in enumerate(descansos))
            if max(quedan) > DESCANSOS:
                continue
            a, b, c, d = sienta
            for mesa in ((a, b, c, d), (a, c, b, d), (a, d, b, c)):
                self._probar(mesa, juntos, quedan)

    def _probar(self, mesa: Mesa, juntos: frozenset[frozenset[int]], descansos: tuple[int, ...]) -> None:
        a, b, c, d = mesa
        parejas = {frozenset((a, b)), frozenset((c, d))}
        ultima = len(self.camino) == PARTIDAS - 1
        if len(parejas & juntos) != ultima:
            return
        rivales = [frozenset((x, y)) for x in (a, b) for y in (c, d)]
        self._contar(rivales, 1)
        if all(self.contra[par] <= TOPE for par in rivales):
            self.camino.append(mesa)
            self.andar(juntos | parejas, descansos)
            self.camino.pop()
        self._contar(rivales, -1)

    def _contar(self, rivales: list[frozenset[int]], cuanto: int) -> None:
        for par in rivales:
            self.contra[par] = self.contra.get(par, 0) + cuanto

    def _medir(self) -> None:
        pares = [frozenset((a, b)) for a in range(TAMANO) for b in range(a)]
        aparte = sum((self.contra.get(par, 0) - 2) ** 2 for par in pares)
        if aparte < self.mejor:
            self.mejor, self.solucion = aparte, list(self.camino)


def buscar() -> Busqueda:
    """El mejor rol de 7 en que nadie descansa dos seguidas: unos veinte segundos."""
    b = Busqueda(camino=[(0, 1, 2, 3)])
    primeras = [frozenset((x, y)) for x in (0, 1) for y in (2, 3)]
    b._contar(primeras, 1)
    b.andar(frozenset({frozenset((0, 1)), frozenset((2, 3))}), (0, 0, 0, 0, 1, 1, 1))
    return b
