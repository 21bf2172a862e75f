"""Modelo de la mano y la partida, escrito desde los documentos (000, 001 §7, 002 §2) y sin usar `reglas`.

Despacio y a la vista: las fichas son textos «menor-mayor», las manos listas y la cadena la fila de cuadrantes tal como
se vería en la mesa, de A (Arriba o Izquierda) a B (Abajo o Derecha).
"""

from dataclasses import dataclass, field

FICHAS = [f"{a}-{b}" for a in range(7) for b in range(a, 7)]
Jugada = tuple[str, str | None]


MARCAS = {ficha: (int(ficha[0]), int(ficha[2])) for ficha in FICHAS}


def marcas(ficha: str) -> tuple[int, int]:
    return MARCAS[ficha]


def tantos(fichas: list[str]) -> int:
    return sum(sum(MARCAS[ficha]) for ficha in fichas)


def derecha(asiento: int) -> int:
    """El turno es contrario a las manecillas: Abajo, Derecha, Arriba, Izquierda (001 §7.2.4)."""
    return {0: 1, 1: 2, 2: 3, 3: 0}[asiento]


def pareja(asiento: int) -> int:
    return {0: 0, 1: 1, 2: 0, 3: 1}[asiento]


@dataclass
class ManoModelo:
    """Una mano en la mesa; `fila` va de A a B y cada ficha está puesta en su sentido."""

    manos: list[list[str]]
    salidor: int
    turno: int = -1
    fila: list[tuple[int, int]] = field(default_factory=list)
    tiradas: list[tuple[str, str | None, int]] = field(default_factory=list)
    pases: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    fin: str | None = None
    quien: int | None = None

    def __post_init__(self) -> None:
        self.turno = self.salidor

    def terminales(self) -> tuple[int, int] | None:
        return (self.fila[0][0], self.fila[-1][1]) if self.fila else None

    def legales(self, asiento: int) -> list[Jugada]:
        """001 §7.2.5-7.2.6: casa con una terminal; si las dos son iguales, sólo en la de la derecha del salidor."""
        suyas = sorted(self.manos[asiento])
        if not self.fila:
            return [(ficha, None) for ficha in suyas]
        a, b = self.fila[0][0], self.fila[-1][1]
        puntas = [("A", a), ("B", b)]
        if a == b:
            # a la derecha de Abajo está Derecha (B); de Derecha, Arriba (A); de Arriba, Izquierda (A); de ésta, Abajo
            puntas = [({0: "B", 1: "A", 2: "A", 3: "B"}[self.salidor], a)]
        return [(ficha, extremo) for ficha in suyas for extremo, palo in puntas if palo in MARCAS[ficha]]

    def tirar(self, ficha: str, extremo: str | None) -> None:
        assert (ficha, extremo) in self.legales(self.turno), (ficha, extremo)
        self.manos[self.turno].remove(ficha)
        self._colocar(ficha, extremo)
        self.tiradas.append((ficha, extremo, self.turno))
        self.quien = self.turno
        if not self.manos[self.turno]:
            self.fin = "dominada"
        elif not any(self.legales(asiento) for asiento in range(4)):
            self.fin = "cierre"
        else:
            self.turno = derecha(self.turno)

    def _colocar(self, ficha: str, extremo: str | None) -> None:
        menor, mayor = marcas(ficha)
        if extremo is None:
            # el cuadrante mayor hacia la pareja del salidor: la de Abajo (0) está Arriba, la de Derecha (1) a la
            # Izquierda: A; la de Arriba y la de Izquierda, en B
            self.fila = [(mayor, menor)] if self.salidor in (0, 1) else [(menor, mayor)]
        elif extremo == "A":
            toca = self.fila[0][0]
            self.fila.insert(0, (menor, mayor) if mayor == toca else (mayor, menor))
        else:
            toca = self.fila[-1][1]
            self.fila.append((menor, mayor) if menor == toca else (mayor, menor))

    def pasar(self) -> None:
        assert self.fin is None and not self.legales(self.turno)
        self.pases[self.turno] += 1
        self.turno = derecha(self.turno)

    def hay_situacion_de_cierre(self) -> bool:
        """Probando cada jugada: tras alguna, ninguna ficha sin jugar casa con las terminales (EL7)."""
        sin_jugar = [una for suyas in self.manos for una in suyas]
        for ficha, extremo in self.legales(self.turno):
            antes = self.fila
            self.fila = list(antes)
            self._colocar(ficha, extremo)
            puntas = (self.fila[0][0], self.fila[-1][1])
            self.fila = antes
            if not any(una != ficha and (MARCAS[una][0] in puntas or MARCAS[una][1] in puntas) for una in sin_jugar):
                return True
        return False

    def reloj(self) -> int:
        """002 §2.1.4: 60 en situación de cierre, 5 con una sola opción, 20 lo demás."""
        if self.hay_situacion_de_cierre():
            return 60
        return 5 if len(self.legales(self.turno)) == 1 else 20

    def cuenta(self, meta: str) -> tuple[int | None, int]:
        """Pareja ganadora y tantos (002 §2.7)."""
        sobran = [
            tantos(self.manos[0]) + tantos(self.manos[2]),
            tantos(self.manos[1]) + tantos(self.manos[3]),
        ]
        assert self.quien is not None
        gana: int | None
        if self.fin == "dominada":
            gana = pareja(self.quien)
        elif meta == "juegos_ganados" or sobran[0] == sobran[1]:
            return None, 0
        else:
            gana = sobran.index(min(sobran))
        if meta == "juegos_ganados":
            return gana, 0
        return gana, sobran[1 - gana] if meta == "100" else sum(sobran)


@dataclass
class PartidaModelo:
    """El marcador de una partida (002 §1.2.3 y §2.6)."""

    meta: str
    suma: list[int] = field(default_factory=lambda: [0, 0])
    juegos: list[int] = field(default_factory=lambda: [0, 0])
    ganadora: int | None = None

    def anotar(self, gana: int | None, cuantos: int) -> None:
        assert self.ganadora is None
        if gana is None:
            return
        self.suma[gana] += cuantos
        self.juegos[gana] += 1
        if self.meta == "juegos_ganados":
            if self.juegos[gana] >= 4 and self.juegos[gana] - self.juegos[1 - gana] >= 2:
                self.ganadora = gana
        elif self.suma[gana] >= int(self.meta):
            self.suma[gana] = int(self.meta)
            self.ganadora = gana

    def marcador(self) -> list[int | str]:
        if self.meta != "juegos_ganados":
            return list(self.suma)
        a, b = self.juegos
        if self.ganadora is not None:
            return ["gana" if p == self.ganadora else self._vigesimal(self.juegos[p]) for p in (0, 1)]
        if min(a, b) >= 3 and a != b:
            return ["ventaja", "60"] if a > b else ["60", "ventaja"]
        return [self._vigesimal(a), self._vigesimal(b)]

    @staticmethod
    def _vigesimal(juegos: int) -> str:
        return ["0", "20", "40", "60"][min(juegos, 3)]
