"""Emparejamiento perfecto de costo mínimo, exacto y con enteros (TO9): el método de Edmonds con variables duales.

Se crece a la vez un árbol desde cada vértice suelto; un ciclo impar se encoge en una *flor* y se trata como un vértice;
si no hay más aristas justas, se mueven los duales lo menos que haga falta. Como en Galil (1986), con búsqueda de muchos
árboles. Los duales arrancan pares y los pesos van al doble, así que ninguna mitad deja de ser entera.

Un vértice o flor lleva etiqueta S (a distancia par de una raíz), T (impar) o ninguna. Las aristas se nombran por su
número k y sus extremos por 2k y 2k + 1: `p ^ 1` es el otro extremo.
"""

from collections.abc import Iterator, Sequence

SIN, S, T, MARCA = 0, 1, 2, 5
NADA = -1


class Pareo:
    """Sobre los vértices 0 a n − 1 y unas aristas (i, j, costo); cada par a lo más una vez."""

    def __init__(self, n: int, aristas: Sequence[tuple[int, int, int]]) -> None:
        self.n, self.aristas = n, aristas
        self.extremo = [v for i, j, _ in aristas for v in (i, j)]
        self.vecinos: list[list[int]] = [[] for _ in range(n)]
        for k, (i, j, _) in enumerate(aristas):
            self.vecinos[i].append(2 * k + 1)
            self.vecinos[j].append(2 * k)
        self.doble = [2 * costo for _, _, costo in aristas]
        self.pareja = [NADA] * n
        """Por vértice, el extremo remoto de su arista del emparejamiento."""
        self.etiqueta = [SIN] * (2 * n)
        self.llegada = [NADA] * (2 * n)
        self.flor_de = list(range(n))
        self.madre = [NADA] * (2 * n)
        self.hijas: list[list[int]] = [[] for _ in range(2 * n)]
        self.base = [*range(n), *[NADA] * n]
        self.enlaces: list[list[int]] = [[] for _ in range(2 * n)]
        self.mejor = [NADA] * (2 * n)
        self.mejores: list[list[int] | None] = [None] * (2 * n)
        self.libres = list(range(n, 2 * n))
        self.dual = [self._arranque(v) for v in range(n)] + [0] * n
        self.justa = [False] * len(aristas)
        self.cola: list[int] = []

    def _arranque(self, v: int) -> int:
        """Lo menos que cuesta una arista suya, hacia abajo hasta un par: ninguna arista queda en contra."""
        menor = min((self.doble[p >> 1] // 2 for p in self.vecinos[v]), default=0)
        return menor - menor % 2

    def holgura(self, k: int) -> int:
        """Lo que le falta a una arista, fuera de las flores, para ser justa; nunca es negativo."""
        return self.doble[k] - self.dual[self.extremo[2 * k]] - self.dual[self.extremo[2 * k + 1]]

    def hojas(self, b: int) -> Iterator[int]:
        """Los vértices de una flor."""
        if b < self.n:
            yield b
            return
        for hija in self.hijas[b]:
            yield from self.hojas(hija)

    # -- etiquetas ----------------------------------------------------------------------------------------------------

    def _etiquetar(self, v: int, etiqueta: int, p: int) -> None:
        b = self.flor_de[v]
        self.etiqueta[v] = self.etiqueta[b] = etiqueta
        self.llegada[v] = self.llegada[b] = p
        self.mejor[v] = self.mejor[b] = NADA
        if etiqueta == S:
            self.cola.extend(self.hojas(b))
        else:
            base = self.base[b]
            suya = self.pareja[base]
            self._etiquetar(self.extremo[suya], S, suya ^ 1)

    def _ancestro(self, v: int, w: int) -> int:
        """La base de la flor que cierran dos vértices S, o NADA si son de árboles distintos."""
        camino: list[int] = []
        base = NADA
        while v != NADA or w != NADA:
            b = self.flor_de[v]
            if self.etiqueta[b] == MARCA:
                base = self.base[b]
                break
            camino.append(b)
            self.etiqueta[b] = MARCA
            if self.llegada[b] == NADA:
                v = NADA
            else:
                t = self.flor_de[self.extremo[self.llegada[b]]]
                v = self.extremo[self.llegada[t]]
            if w != NADA:
                v, w = w, v
        for b in camino:
            self.etiqueta[b] = S
        return base

    # -- flores -------------------------------------------------------------------------------------------------------

    def _rama(self, b: int, base: int, p: int) -> tuple[list[int], list[int]]:
        """De una flor S hacia arriba, hasta la de la base: por dónde pasa y por qué extremos."""
        camino: list[int] = []
        enlaces: list[int] = [p]
        while b != base:
            camino.append(b)
            enlaces.append(self.llegada[b])
            b = self.flor_de[self.extremo[self.llegada[b]]]
        return camino, enlaces

    def _encoger(self, base: int, k: int) -> None:
        """Hace una flor nueva del ciclo impar que cierra la arista k."""
        v, w = self.extremo[2 * k], self.extremo[2 * k + 1]
        raiz = self.flor_de[base]
        b = self.libres.pop()
        self.base[b], self.madre[b], self.madre[raiz] = base, NADA, b
        unos, de_unos = self._rama(self.flor_de[v], raiz, NADA)
        otros, de_otros = self._rama(self.flor_de[w], raiz, NADA)
        self.hijas[b] = [raiz, *reversed(unos), *otros]
        # enlaces[i] une a la hija i con la i + 1, y es el extremo del lado de la i
        self.enlaces[b] = [*reversed(de_unos[1:]), 2 * k, *[p ^ 1 for p in de_otros[1:]]]
        for hija in self.hijas[b][1:]:
            self.madre[hija] = b
        self.etiqueta[b], self.llegada[b], self.dual[b] = S, self.llegada[raiz], 0
        for hoja in self.hojas(b):
            if self.etiqueta[self.flor_de[hoja]] == T:
                self.cola.append(hoja)
            self.flor_de[hoja] = b
        self._juntar_mejores(b)

    def _juntar_mejores(self, b: int) -> None:
        """La arista de menos holgura de la flor nueva a cada una de las demás S."""
        mejor_a: dict[int, int] = {}
        for hija in self.hijas[b]:
            suyas = self.mejores[hija]
            if suyas is None:
                suyas = [p >> 1 for hoja in self.hojas(hija) for p in self.vecinos[hoja]]
            for k in suyas:
                i, j = self.extremo[2 * k], self.extremo[2 * k + 1]
                otra = self.flor_de[i if self.flor_de[j] == b else j]
                if otra != b and self.etiqueta[otra] == S:
                    vista = mejor_a.get(otra)
                    if vista is None or self.holgura(k) < self.holgura(vista):
                        mejor_a[otra] = k
            self.mejores[hija], self.mejor[hija] = None, NADA
        lista = list(mejor_a.values())
        self.mejores[b] = lista
        self.mejor[b] = min(lista, key=self.holgura, default=NADA)

    def _abrir(self, b: int, al_final: bool) -> None:
        """Deshace una flor de dual cero: sus hijas vuelven a valer por sí."""
        for hija in self.hijas[b]:
            self.madre[hija] = NADA
            if hija < self.n:
                self.flor_de[hija] = hija
            elif al_final and self.dual[hija] == 0:
                self._abrir(hija, al_final)
            else:
                for hoja in self.hojas(hija):
                    self.flor_de[hoja] = hija
        if not al_final and self.etiqueta[b] == T:
            self._reetiquetar(b)
        self.etiqueta[b], self.llegada[b], self.base[b] = SIN, NADA, NADA
        self.hijas[b], self.enlaces[b], self.mejores[b], self.mejor[b] = [], [], None, NADA
        self.libres.append(b)

    def _reetiquetar(self, b: int) -> None:
        """De una flor T que se abre, las hijas del camino par siguen en el árbol y las otras quedan sueltas."""
        hijas, enlaces = self.hijas[b], self.enlaces[b]
        entrada = self.flor_de[self.extremo[self.llegada[b] ^ 1]]
        j = hijas.index(entrada)
        # hacia la base por el lado en que faltan pasos pares
        paso, lado = (1, 0) if j % 2 else (-1, 1)
        if j % 2:
            j -= len(hijas)
        p = self.llegada[b]
        while j != 0:
            self.etiqueta[self.extremo[p ^ 1]] = SIN
            self.etiqueta[self.extremo[enlaces[j - lado] ^ lado ^ 1]] = SIN
            self._etiquetar(self.extremo[p ^ 1], T, p)
            self.justa[enlaces[j - lado] >> 1] = True
            j += paso
            p = enlaces[j - lado] ^ lado
            self.justa[p >> 1] = True
            j += paso
        hija = hijas[j]
        self.etiqueta[self.extremo[p ^ 1]] = self.etiqueta[hija] = T
        self.llegada[self.extremo[p ^ 1]] = self.llegada[hija] = p
        self.mejor[hija] = NADA
        j += paso
        while hijas[j] != entrada:
            hija = hijas[j]
            if self.etiqueta[hija] != S:
                tocada = next((hoja for hoja in self.hojas(hija) if self.etiqueta[hoja] != SIN), NADA)
                if tocada != NADA:
                    self.etiqueta[tocada] = SIN
                    self.etiqueta[self.extremo[self.pareja[self.base[hija]]]] = SIN
                    self._etiquetar(tocada, T, self.llegada[tocada])
            j += paso

    # -- aumentar -----------------------------------------------------------------------------------------------------

    def _girar(self, b: int, v: int) -> None:
        """Dentro de una flor, cambia las aristas del camino de v a la base: v queda como base."""
        hija = v
        while self.madre[hija] != b:
            hija = self.madre[hija]
        if hija >= self.n:
            self._girar(hija, v)
        hijas, enlaces = self.hijas[b], self.enlaces[b]
        i = j = hijas.index(hija)
        paso, lado = (1, 0) if i % 2 else (-1, 1)
        if i % 2:
            j -= len(hijas)
        while j != 0:
            j += paso
            p = enlaces[j - lado] ^ lado
            if hijas[j] >= self.n:
                self._girar(hijas[j], self.extremo[p])
            j += paso
            if hijas[j] >= self.n:
                self._girar(hijas[j], self.extremo[p ^ 1])
            self.pareja[self.extremo[p]] = p ^ 1
            self.pareja[self.extremo[p ^ 1]] = p
        self.hijas[b] = hijas[i:] + hijas[:i]
        self.enlaces[b] = enlaces[i:] + enlaces[:i]
        self.base[b] = self.base[self.hijas[b][0]]

    def _aumentar(self, k: int) -> None:
        """La arista k une dos árboles: cambia las aristas de los dos caminos a sus raíces."""
        for v, p in ((self.extremo[2 * k], 2 * k + 1), (self.extremo[2 * k + 1], 2 * k)):
            while True:
                b = self.flor_de[v]
                if b >= self.n:
                    self._girar(b, v)
                self.pareja[v] = p
                if self.llegada[b] == NADA:
                    break
                t = self.flor_de[self.extremo[self.llegada[b]]]
                v = self.extremo[self.llegada[t]]
                w = self.extremo[self.llegada[t] ^ 1]
                if t >= self.n:
                    self._girar(t, w)
                self.pareja[w] = self.llegada[t]
                p = self.llegada[t] ^ 1

    # -- la búsqueda --------------------------------------------------------------------------------------------------

    def resolver(self) -> list[int] | None:
        """Con quién va cada vértice, o None si no hay emparejamiento perfecto."""
        self._avaro()
        for _ in range(self.n):
            if NADA not in self.pareja:
                break
            self._comenzar()
            if not self._crecer():
                return None
            for b in range(self.n, 2 * self.n):
                if self.madre[b] == NADA and self.base[b] != NADA and self.etiqueta[b] == S and self.dual[b] == 0:
                    self._abrir(b, True)
        return None if NADA in self.pareja else [self.extremo[p] for p in self.pareja]

    def _avaro(self) -> None:
        """De entrada, las aristas justas que quepan."""
        for k, (i, j, _) in enumerate(self.aristas):
            if self.pareja[i] == NADA and self.pareja[j] == NADA and self.holgura(k) == 0:
                self.pareja[i], self.pareja[j] = 2 * k + 1, 2 * k

    def _comenzar(self) -> None:
        n = self.n
        self.etiqueta[:] = [SIN] * (2 * n)
        self.mejor[:] = [NADA] * (2 * n)
        self.mejores[n:] = [None] * n
        self.justa[:] = [False] * len(self.aristas)
        self.cola.clear()
        for v in range(n):
            if self.pareja[v] == NADA and self.etiqueta[self.flor_de[v]] == SIN:
                self._etiquetar(v, S, NADA)

    def _crecer(self) -> bool:
        """Hasta aumentar una vez; False si ya no se puede."""
        while True:
            while self.cola:
                if self._mirar(self.cola.pop()):
                    return True
            if not self._mover_duales():
                return False

    def _mirar(self, v: int) -> bool:
        """Las aristas de un vértice S; True si una aumentó."""
        for p in self.vecinos[v]:
            k, w = p >> 1, self.extremo[p]
            b, otra = self.flor_de[v], self.flor_de[w]
            if b == otra:
                continue
            holgura = 0
            if not self.justa[k]:
                holgura = self.holgura(k)
                self.justa[k] = holgura <= 0
            if self.justa[k]:
                if self.etiqueta[otra] == SIN:
                    self._etiquetar(w, T, p ^ 1)
                elif self.etiqueta[otra] == S:
                    base = self._ancestro(v, w)
                    if base == NADA:
                        self._aumentar(k)
                        return True
                    self._encoger(base, k)
                elif self.etiqueta[w] == SIN:
                    self.etiqueta[w], self.llegada[w] = T, p ^ 1
            elif self.etiqueta[otra] == S:
                if self.mejor[b] == NADA or holgura < self.holgura(self.mejor[b]):
                    self.mejor[b] = k
            elif self.etiqueta[w] == SIN and (self.mejor[w] == NADA or holgura < self.holgura(self.mejor[w])):
                self.mejor[w] = k
        return False

    def _mover_duales(self) -> bool:
        """Lo menos que hace justa otra arista o deja en cero una flor T; False si nada lo impide ni lo logra."""
        n = self.n
        menor: int | None = None
        arista = flor = NADA
        for v in range(n):
            if self.mejor[v] != NADA and self.etiqueta[self.flor_de[v]] == SIN:
                holgura = self.holgura(self.mejor[v])
                if menor is None or holgura < menor:
                    menor, arista = holgura, self.mejor[v]
        for b in range(2 * n):
            if self.madre[b] != NADA or self.base[b] == NADA:
                continue
            if self.etiqueta[b] == S and self.mejor[b] != NADA:
                holgura = self.holgura(self.mejor[b]) // 2
                if menor is None or holgura < menor:
                    menor, arista = holgura, self.mejor[b]
            elif b >= n and self.etiqueta[b] == T and (menor is None or self.dual[b] < menor):
                menor, arista, flor = self.dual[b], NADA, b
        if menor is None:
            return False
        self._sumar(menor)
        if arista == NADA:
            self._abrir(flor, False)
        else:
            self.justa[arista] = True
            i, j = self.extremo[2 * arista], self.extremo[2 * arista + 1]
            self.cola.append(i if self.etiqueta[self.flor_de[i]] == S else j)
        return True

    def _sumar(self, cuanto: int) -> None:
        for v in range(self.n):
            etiqueta = self.etiqueta[self.flor_de[v]]
            self.dual[v] += cuanto if etiqueta == S else -cuanto if etiqueta == T else 0
        for b in range(self.n, 2 * self.n):
            if self.madre[b] == NADA and self.base[b] != NADA:
                self.dual[b] += cuanto if self.etiqueta[b] == S else -cuanto if self.etiqueta[b] == T else 0

    def flores_de(self, i: int) -> dict[int, int]:
        """Por flor que tiene a i (y NADA), el doble de los duales de ella y de las que la contienen."""
        cadena = []
        b = self.madre[i]
        while b != NADA:
            cadena.append(b)
            b = self.madre[b]
        suma, sumas = 0, {NADA: 0}
        for b in reversed(cadena):
            suma += 2 * self.dual[b]
            sumas[b] = suma
        return sumas

    def en_comun(self, sumas: dict[int, int], j: int) -> int:
        """Lo que la arista de i (de quien son las sumas) con j puede rebasar; `sumas` se va completando."""
        camino = []
        b = self.madre[j]
        while b not in sumas:
            camino.append(b)
            b = self.madre[b]
        for otra in camino:
            sumas[otra] = sumas[b]
        return sumas[b]
