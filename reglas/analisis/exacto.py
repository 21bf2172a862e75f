"""El valor exacto de una posición con las cuatro manos a la vista y el mejor juego de ambas parejas (AC3).

Es de cuatro por parejas y sin pozo, y en su cuenta de bits está escrito así: con otro número de bandos lo que gana uno
no es lo que pierde otro, y hace falta otra búsqueda.

Valor: tantos de la pareja 0 menos los de la 1 según la meta (RG3); a juegos ganados, +1, 0 o −1.

Cómo: preguntas de sí o no («¿la pareja en turno saca al menos g?») que se van cerrando sobre el valor. Lo que se sabe
de cada posición se guarda para todas las preguntas y todas las jugadas del mismo reparto. Lo que más ahorra: mirar
antes los hijos ya resueltos y, de los demás, primero el que deja menos fichas con cabida al contrario que sigue.

La posición es un entero, `resto`: 28 bits de fichas no jugadas (el dueño no cambia en el reparto) y tres cuentas de
ocho bits que bajan solas al restar la ficha: tantos de la pareja 0, de la 1 y el total. `e`, de 0 a 111, son las
terminales sin orden y el asiento en turno; los pases no son posiciones. Las pruebas lo igualan a una búsqueda sin poda
escrita aparte.
"""

from typing import NamedTuple

from reglas.fichas import DE_PALO, FICHAS, NUMERO, OTRO, TANTOS, de_mascara, es_mula
from reglas.mano import Mano, contar, legales, sin_jugar, tirar
from reglas.metas import AQueSeJuega, Suma
from reglas.reglamento import PorAsiento

SIGNO = (1, -1, 1, -1)
"""Por asiento: a quién le conviene que el valor sea alto y a quién bajo."""
Hijo = tuple[int, int]
"""Lo que se resta al `resto` al tirar la ficha, y la `e` que queda."""

_E = 4 * len(FICHAS)
_NADA = -999
"""Menos que cualquier valor: nada sabido."""
_DE_0, _DE_1, _TOTAL = len(FICHAS), len(FICHAS) + 8, len(FICHAS) + 16
_PREMIO_DE_MULA = 10
"""Lo que se adelanta una mula al ordenar las jugadas; sólo cambia el tiempo."""
_LO_QUE_GANA = {
    Suma.LAS_DE_LOS_PERDEDORES: (_DE_1, _DE_0),
    Suma.TODAS: (_TOTAL, _TOTAL),
    Suma.NINGUNA: (_TOTAL, _TOTAL),
}
"""Por pareja, la cuenta de `resto` que se lleva si gana la mano; sin tantos, el total es un juego."""

_CABEN = tuple(DE_PALO[FICHAS[e >> 2][0]] | DE_PALO[FICHAS[e >> 2][1]] for e in range(_E))
_SIGUE = tuple(e & ~3 | (e + 1) & 3 for e in range(_E))


class Alternativa(NamedTuple):
    """Una jugada legal y lo que vale."""

    ficha: int
    extremo: int
    valor: int
    """Tantos de la pareja 0 menos los de la 1."""


class _Jugadas(dict[int, tuple[Hijo, ...]]):
    """Por máscara de fichas con cabida, sus jugadas ya ordenadas; se llena conforme se pide."""

    def __init__(self, e: int, pesos: list[int]) -> None:
        self.e, self.pesos = e, pesos

    def __missing__(self, caben: int) -> tuple[Hijo, ...]:
        hijos: list[Hijo] = []
        sigue, terminales = (self.e + 1) & 3, FICHAS[self.e >> 2]
        mulas_y_altas = sorted(de_mascara(caben), key=lambda f: -TANTOS[f] - _PREMIO_DE_MULA * es_mula(f))
        for ficha in mulas_y_altas:
            for casa, queda in {terminales, terminales[::-1]}:
                libre = OTRO[ficha][casa]
                if libre >= 0:
                    hijos.append((self.pesos[ficha], NUMERO[libre, queda] << 2 | sigue))
        self[caben] = tuple(hijos)
        return self[caben]


_Memoria = list[dict[int, int]]
_Lado = tuple[int, int, int, int, int, list[int], list[int], list[_Jugadas], _Memoria, _Memoria]
"""Una pareja: su número; dónde están en `resto` sus tantos, los ajenos, lo que ganaría y lo que perdería; por `e`,
fichas con cabida, mano y jugadas; y por `e` y `resto`, lo menos que saca ella y lo menos que saca la otra.
"""


def _saca(lado: _Lado, otro: _Lado, resto: int, e: int, g: int) -> int:
    """Lo que saca la pareja en turno: si da ≥ `g`, saca al menos eso; si da menos, a lo más eso.

    Pide que quien está en turno tenga cabida y más de una ficha.
    """
    pareja, mios, suyos, gano, pierdo, caben, manos, jugadas, mias, suyas = lado
    mejor = _NADA
    pendientes: list[tuple[int, int, int]] = []
    for ficha, e2 in jugadas[e][resto & caben[e]]:
        n = resto - ficha
        if n & _CABEN[e2]:
            while not (puede := n & caben[e2]):
                e2 = _SIGUE[e2]
            mano, contrario = n & manos[e2], (e2 ^ pareja) & 1
            if mano & (mano - 1):
                if (v := mias[e2].get(n, _NADA)) >= g:
                    return v
                if (v := -suyas[e2].get(n, _NADA)) >= g and (v := n >> gano & 255) >= g:
                    if (v := -(n >> pierdo & 255)) >= g:
                        return v
                    orden = puede.bit_count() if contrario else -puede.bit_count() - 32
                    pendientes.append((orden << 8 | len(pendientes), n, e2))
                    continue
            else:  # con la última, y con cabida, domina
                n -= jugadas[e2][puede][0][0]
                v = -(n >> pierdo & 255) if contrario else n >> gano & 255
        else:
            dif = (n >> suyos & 255) - (n >> mios & 255)
            v = 0 if not dif else n >> gano & 255 if dif > 0 else -(n >> pierdo & 255)
        if v >= g:
            return v
        if v > mejor:
            mejor = v
    pendientes.sort()
    for _, n, e2 in pendientes:
        v = -_saca(otro, lado, n, e2, 1 - g) if (e2 ^ pareja) & 1 else _saca(lado, otro, n, e2, g)
        if v >= g:
            mias[e2][n] = v
            return v
        suyas[e2][n] = -v
        if v > mejor:
            mejor = v
    return mejor


class Solucion:
    """Los valores exactos de un reparto: recuerda lo que va sabiendo, así que conviene una por reparto.

    `manos`: máscaras de las fichas de cada asiento, las repartidas o, si se va a media mano, las que quedan.
    """

    def __init__(self, manos: PorAsiento, meta: AQueSeJuega) -> None:
        self.meta = meta
        self._pesos = [_peso(ficha, asiento & 1, meta) for ficha, asiento in enumerate(_duenos(manos))]
        self._caben = [manos[e & 3] & _CABEN[e] for e in range(_E)]
        self._manos = [manos[e & 3] for e in range(_E)]
        jugadas = [_Jugadas(e, self._pesos) for e in range(_E)]
        saben: tuple[_Memoria, _Memoria] = ([{} for _ in range(_E)], [{} for _ in range(_E)])
        self._memoria = saben
        gana = _LO_QUE_GANA[meta.suma]
        tablas = (self._caben, self._manos, jugadas)
        self._lados: tuple[_Lado, _Lado] = (
            (0, _DE_0, _DE_1, gana[0], gana[1], *tablas, saben[0], saben[1]),
            (1, _DE_1, _DE_0, gana[1], gana[0], *tablas, saben[1], saben[0]),
        )

    @property
    def trabajo(self) -> int:
        """Posiciones recordadas: lo que lleva buscado, igual en cualquier máquina."""
        return sum([len(una) for lado in self._memoria for una in lado])

    def alternativas(self, mano: Mano) -> tuple[Alternativa, ...]:
        """Las jugadas legales de quien está en turno, por ficha y extremo, cada una con su valor exacto.

        Vacía si no tiene cabida o la mano terminó.
        """
        if mano.desenlace is not None:
            return ()
        opciones = legales(mano)
        valores: dict[tuple[int, int], int] = {}
        supuesto = 0
        for ficha, extremo in sorted(opciones, key=lambda opcion: -TANTOS[opcion[0]]):
            supuesto = self._valor(tirar(mano, ficha, extremo), supuesto)
            valores[ficha, extremo] = supuesto
        return tuple(Alternativa(ficha, extremo, valores[ficha, extremo]) for ficha, extremo in opciones)

    def que_vale(self, mano: Mano, valor: int) -> tuple[int, int]:
        """Una jugada (ficha, extremo) de quien está en turno que conserva el `valor` exacto de la posición."""
        opciones = sorted(legales(mano), key=lambda opcion: -TANTOS[opcion[0]])
        return next(una for una in opciones if self._valor(tirar(mano, *una), valor) == valor)

    def valor(self, mano: Mano) -> int:
        """El de la posición, con quien esté en turno; el de una mano terminada es el de su cuenta."""
        return self._valor(mano, 0) if mano.a >= 0 else mejor_de(self.alternativas(mano), mano.turno).valor

    def _valor(self, mano: Mano, supuesto: int) -> int:
        """Con cadena ya empezada; `supuesto` es por dónde empezar a preguntar."""
        if mano.desenlace is not None:
            return valor_de_cuenta(mano, self.meta)
        resto, e = self._resto(mano), NUMERO[mano.a, mano.b] << 2 | mano.turno
        while not resto & self._caben[e]:
            e = _SIGUE[e]
        pareja, mano_suya = e & 1, resto & self._manos[e]
        lado, otro = self._lados[pareja], self._lados[1 - pareja]
        if not mano_suya & (mano_suya - 1):
            gana = resto - self._pesos[mano_suya.bit_length() - 1] >> lado[3] & 255
            return -gana if pareja else gana
        menos, mas, v = _NADA, -_NADA, -supuesto if pareja else supuesto
        while menos < mas:
            g = v + 1 if v == menos else v
            v = _saca(lado, otro, resto, e, g)
            if v >= g:
                menos = v
            else:
                mas = v
        return -v if pareja else v

    def _resto(self, mano: Mano) -> int:
        fichas = sum([self._pesos[ficha] for ficha in de_mascara(sin_jugar(mano))])
        return fichas + (1 << _TOTAL) if self.meta.suma is Suma.NINGUNA else fichas


def mejor_de(alternativas: tuple[Alternativa, ...], asiento: int) -> Alternativa:
    """La que más conviene a la pareja de `asiento`; entre iguales, la primera."""
    signo = SIGNO[asiento]
    return max(alternativas, key=lambda una: signo * una.valor)


def valor_de_cuenta(mano: Mano, meta: AQueSeJuega) -> int:
    """El de una mano terminada (RG3, RG4)."""
    cuenta = contar(mano, meta)
    if cuenta.ganadora is None:
        return 0
    tantos = 1 if meta.suma is Suma.NINGUNA else cuenta.tantos
    return -tantos if cuenta.ganadora else tantos


def _duenos(manos: PorAsiento) -> list[int]:
    """De quién es cada ficha; la que ya no está, de nadie en particular."""
    return [next((asiento for asiento, suyas in enumerate(manos) if suyas >> f & 1), 0) for f in range(len(FICHAS))]


def _peso(ficha: int, pareja: int, meta: AQueSeJuega) -> int:
    """Lo que esta ficha pone en `resto`; a juegos ganados los tantos no cuentan y todo cierre queda empatado."""
    if meta.suma is Suma.NINGUNA:
        return 1 << ficha
    return 1 << ficha | TANTOS[ficha] << (_DE_1 if pareja else _DE_0) | TANTOS[ficha] << _TOTAL
