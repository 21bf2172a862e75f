"""Búsqueda de roles donde no hay torneo de whist: recocido a temperatura fija, con semilla (RG12).

Lo que se busca para 6, 10, 11, 14 y 15: cada par junto una vez, como en el rol oficial. Como los pares son un número
impar, en la última partida se repite uno, al que esa partida no le suma. Los contrarios, lo más cerca de dos
veces cada par; y que nadie descanse dos partidas seguidas.

Un movimiento cambia a dos personas de lugar en una partida. Se queda con lo mejor que haya con todas las parejas
cumplidas: primero menos descansos seguidos y luego contrarios más parejos. Para al llegar a la cota (`COTA`).
"""

from dataclasses import dataclass, field
from math import exp

Mesa = tuple[int, int, int, int]
MASCARA = (1 << 64) - 1
DOBLE_JUNTO = (0, 1)
"""El par que se repite al final."""
COTA = 4
"""Quienes repiten se enfrentan 20 veces en vez de 18 (con 10; en los demás, igual de dos en dos): dos de más cada
uno. Sin pasar de tres con nadie, lo menos es tres pares de más y uno de menos (el de 0 con 1, el de 0 con a, el de 1
con b; y a con b, una): cuatro. Con dos pares no alcanza, que 0 y 1 tendrían que enfrentarse cuatro veces."""


class Azar:
    """xorshift de 64 bits: el mismo en cualquier Python."""

    def __init__(self, semilla: int) -> None:
        self.estado = (semilla * 0x9E3779B97F4A7C15 + 1) & MASCARA
        for _ in range(20):
            self.siguiente()

    def siguiente(self) -> int:
        """Los 32 bits altos del que sigue."""
        s = self.estado
        s ^= (s << 13) & MASCARA
        s ^= s >> 7
        s ^= (s << 17) & MASCARA
        self.estado = s
        return s >> 32


@dataclass
class Programa:
    """Un rol a medio buscar: `orden[p]` son todos, primero los sentados; de dos en dos son pareja, de cuatro, mesa."""

    tamano: int
    sentados: list[int]
    orden: list[list[int]]
    junto: list[list[int]] = field(default_factory=list)
    """Cuántas veces de más (o de menos) van juntos."""
    contra: list[list[int]] = field(default_factory=list)
    """Cuántas veces más (o menos) de dos se enfrentan."""

    def contar(self) -> None:
        """Cuenta todo desde cero."""
        n = self.tamano
        self.junto = [[-1] * n for _ in range(n)]
        self.contra = [[-2] * n for _ in range(n)]
        a, b = DOBLE_JUNTO
        self.junto[a][b] = self.junto[b][a] = -2
        for orden, sentados in zip(self.orden, self.sentados, strict=True):
            for t in range(0, sentados, 4):
                self.sumar(orden[t : t + 4], 1)

    def sumar(self, mesa: list[int], cuanto: int) -> None:
        """Pone (1) o quita (-1) una mesa de las cuentas."""
        a, b, c, d = mesa
        for x, y in ((a, b), (c, d)):
            self.junto[x][y] += cuanto
            self.junto[y][x] += cuanto
        for x, y in ((a, c), (a, d), (b, c), (b, d)):
            self.contra[x][y] += cuanto
            self.contra[y][x] += cuanto

    def descansa(self, partida: int, quien: int) -> bool:
        """Si no juega ésa; antes de la primera y tras la última no descansa nadie."""
        if not 0 <= partida < len(self.orden):
            return False
        return quien in self.orden[partida][self.sentados[partida] :]

    def de_mas(self) -> tuple[int, int, int]:
        """Faltas de parejas, de contrarios (al cuadrado) y descansos seguidos."""
        pares = [(a, b) for a in range(self.tamano) for b in range(a)]
        seguidos = sum(
            self.descansa(p - 1, j) for p in range(1, len(self.orden)) for j in self.orden[p][self.sentados[p] :]
        )
        juntos = sum(self.junto[a][b] ** 2 for a, b in pares)
        return juntos, sum(self.contra[a][b] ** 2 for a, b in pares), seguidos

    def tope(self) -> int:
        """Lo más que se pasa de dos enfrentamientos un par."""
        return max(max(fila) for fila in self.contra)

    def mesas(self) -> list[list[Mesa]]:
        """Las mesas, partida por partida."""
        return [
            [(o[t], o[t + 1], o[t + 2], o[t + 3]) for t in range(0, s, 4)]
            for o, s in zip(self.orden, self.sentados, strict=True)
        ]


def nuevo(tamano: int, azar: Azar) -> Programa:
    """Uno al azar con las partidas justas; en la última ya se sienta el par que se repite."""
    por_partida = tamano // 4
    mesas = (tamano * (tamano - 1) // 2 + 1) // 2
    partidas = -(-mesas // por_partida)
    sentados = [4 * por_partida] * (partidas - 1) + [4 * (mesas - (partidas - 1) * por_partida)]
    orden = []
    for p in range(partidas):
        fila, fijos = list(range(tamano)), _fijos(p, partidas)
        for i in range(tamano - 1, fijos, -1):
            j = fijos + azar.siguiente() % (i - fijos + 1)
            fila[i], fila[j] = fila[j], fila[i]
        orden.append(fila)
    programa = Programa(tamano, sentados, orden)
    programa.contar()
    return programa


def _fijos(partida: int, partidas: int) -> int:
    return 2 if partida == partidas - 1 else 0


def buscar(tamano: int, semilla: int, temperatura: float, vueltas: int) -> Programa | None:
    """Lo mejor que se encontró; None si nunca se cumplieron todas las parejas."""
    azar = Azar(semilla)
    programa = nuevo(tamano, azar)
    umbral = [(1 << 32) - 1] + [int(exp(-d / temperatura) * 4294967295.0) for d in range(1, 200)]
    juntos, contra, seguidos = programa.de_mas()
    mejor, copia = (1 << 30, 0), None
    orden, sentados, siguiente = programa.orden, programa.sentados, azar.siguiente
    partidas = len(orden)
    for _ in range(vueltas):
        p = siguiente() % partidas
        fijos = _fijos(p, partidas)
        i = fijos + siguiente() % (sentados[p] - fijos)
        j = fijos + siguiente() % (tamano - fijos)
        if i | 1 == j | 1:
            continue
        dj, dc, ds = _cambio(programa, p, i, j)
        d = dj + dc + ds
        if d > 0 and siguiente() >= umbral[min(d, 199)]:
            continue
        _mover(programa, p, i, j)
        juntos, contra, seguidos = juntos + dj, contra + dc, seguidos + ds
        if juntos == 0 and (seguidos, contra) < mejor and programa.tope() <= 1:
            mejor, copia = (seguidos, contra), [list(o) for o in orden]
            if mejor <= (0, COTA):
                break
    if copia is None:
        return None
    hallado = Programa(tamano, sentados, copia)
    hallado.contar()
    return hallado


def _cambio(g: Programa, p: int, i: int, j: int) -> tuple[int, int, int]:
    """Cuánto cambian parejas, contrarios y descansos seguidos si en `p` se cambian los lugares `i` y `j`."""
    orden = g.orden[p]
    a, b = orden[i], orden[j]
    ja, jb, ca, cb = g.junto[a], g.junto[b], g.contra[a], g.contra[b]
    x, t, o = orden[i ^ 1], i & ~3, (i & ~3) + 2 - (i & 2)
    y, z = orden[o], orden[o + 1]
    if j >= g.sentados[p]:
        seguidos = sum(g.descansa(q, a) - g.descansa(q, b) for q in (p - 1, p + 1))
        return 2 * (jb[x] - ja[x]) + 2, 2 * (cb[y] + cb[z] - ca[y] - ca[z]) + 4, seguidos
    x2 = orden[j ^ 1]
    if j & ~3 == t:
        return (2 * (jb[x] - ja[x] + ja[x2] - jb[x2]) + 4, 2 * (ca[x] - ca[x2] + cb[x2] - cb[x]) + 4, 0)
    o2 = (j & ~3) + 2 - (j & 2)
    y2, z2 = orden[o2], orden[o2 + 1]
    juntos = 2 * (jb[x] - ja[x] + ja[x2] - jb[x2]) + 4
    return juntos, 2 * (cb[y] + cb[z] - ca[y] - ca[z] + ca[y2] + ca[z2] - cb[y2] - cb[z2]) + 8, 0


def _mover(g: Programa, p: int, i: int, j: int) -> None:
    orden = g.orden[p]
    tocadas = {t for t in (i & ~3, j & ~3) if t < g.sentados[p]}
    for t in tocadas:
        g.sumar(orden[t : t + 4], -1)
    orden[i], orden[j] = orden[j], orden[i]
    for t in tocadas:
        g.sumar(orden[t : t + 4], 1)
