"""¿Se podía saber? Qué tan seguido era la mejor cada jugada, con lo que ese asiento veía (AC3, D517).

Se sacan manos ajenas entre las coherentes con lo jugado y los pases, todas igual de probables, y cada una se resuelve
exacta. De cada jugada se cuenta en cuántas era de las mejores. Es una muestra: dice de cuántas y con qué error. Si las
manos posibles caben en la muestra se miran todas, y entonces no hay error.

Lo que alguien quiso decir al tirar no cuenta: sólo lo que su jugada o su pase hacen imposible.
"""

from collections.abc import Iterator
from math import isqrt
from typing import Any, NamedTuple

from reglas import lectura
from reglas.analisis.actas import repetir_analizable
from reglas.analisis.exacto import SIGNO, Solucion
from reglas.analisis.reparticiones import Reparticiones
from reglas.automatas import MIL, Opcion, VistaDeAsiento, mirar
from reglas.errores import ErrorDeRegla
from reglas.fichas import TEXTOS
from reglas.mano import EXTREMOS, en_curso

MUESTRAS = 200
TRABAJO = 1_500_000
"""Posiciones buscadas entre todas las muestras, tras las que ya no se empieza otra."""
_64 = (1 << 64) - 1


class Cuenta(NamedTuple):
    """Lo de una jugada en la muestra."""

    opcion: Opcion
    veces: int
    """Muestras en que era de las mejores."""
    suma: int
    """De lo que vale para su pareja."""
    cuadrados: int


class Sabido(NamedTuple):
    """La respuesta, para un asiento en turno."""

    cuantas: int
    """Reparticiones coherentes con lo que ese asiento ve."""
    muestras: int
    cuentas: tuple[Cuenta, ...]

    @property
    def completo(self) -> bool:
        """Se miraron todas: no hay error."""
        return self.muestras == self.cuantas

    def milesimas(self, cuenta: Cuenta) -> int:
        """De las muestras, en cuántas era de las mejores."""
        return (MIL * cuenta.veces + self.muestras // 2) // self.muestras

    def error(self, cuenta: Cuenta) -> int:
        """El error estándar de esas milésimas. Con uno de más de cada lado: cero de cincuenta no es nunca."""
        if self.completo:
            return 0
        p = (cuenta.veces + 1) * MIL // (self.muestras + 2)
        return isqrt(p * (MIL - p) // self.muestras)

    def media(self, cuenta: Cuenta) -> int:
        """Lo que deja en promedio, en décimas."""
        return _redondear(10 * cuenta.suma, self.muestras)

    def error_de_la_media(self, cuenta: Cuenta) -> int:
        """El error estándar de la media, en décimas."""
        n = self.muestras
        if self.completo or n < 2:
            return 0
        return isqrt(100 * (n * cuenta.cuadrados - cuenta.suma**2) // (n * n * (n - 1)))

    @property
    def buenas(self) -> frozenset[Opcion]:
        """La más veces mejor y las que la muestra no distingue de ella: a menos de dos errores de la diferencia."""
        tope = max(cuenta.veces for cuenta in self.cuentas)
        return frozenset(cuenta.opcion for cuenta in self.cuentas if self._es_como(tope, cuenta.veces))

    def _es_como(self, tope: int, veces: int) -> bool:
        d, n = tope - veces, self.muestras
        # d² ≤ 4·(t + v − d²/n), que es lo que varía la diferencia de dos cuentas de la misma muestra
        return d == 0 or (not self.completo and d * d * (n + 4) <= 4 * n * (tope + veces))


def sabido_de(vista: VistaDeAsiento, semilla: int, muestras: int = MUESTRAS, trabajo: int = TRABAJO) -> Sabido:
    """Lo que valían sus jugadas con lo que veía. Misma vista, misma semilla y mismos topes: lo mismo."""
    reparticiones = Reparticiones(vista)
    llevan = {opcion: [0, 0, 0] for opcion in vista.opciones}
    signo, hechas, buscado = SIGNO[vista.asiento], 0, 0
    for numero in numeros(reparticiones.cuantas, muestras, semilla):
        if hechas and buscado >= trabajo and reparticiones.cuantas > muestras:
            break
        manos = reparticiones.manos(numero)
        solucion = Solucion(manos, vista.meta)
        mano = en_curso(manos, vista.salidor, vista.asiento, vista.a, vista.b)
        valores = {(ficha, extremo): signo * valor for ficha, extremo, valor in solucion.alternativas(mano)}
        tope = max(valores.values())
        for opcion, valor in valores.items():
            lleva = llevan[opcion]
            lleva[0] += valor == tope
            lleva[1] += valor
            lleva[2] += valor * valor
        hechas, buscado = hechas + 1, buscado + solucion.trabajo
    cuentas = tuple(Cuenta(opcion, *lleva) for opcion, lleva in llevan.items())
    return Sabido(reparticiones.cuantas, hechas, cuentas)


def numeros(cuantas: int, muestras: int, semilla: int) -> Iterator[int]:
    """Qué reparticiones mirar: todas si caben; si no, al azar de la semilla, cada una igual de probable."""
    if cuantas <= muestras:
        yield from range(cuantas)
        return
    # lo que sobra arriba se tira: repartido con el resto, unas saldrían más que otras
    limite = (1 << 64) // cuantas * cuantas
    azar = _revuelto(semilla)
    for _ in range(muestras):
        yield next(uno for uno in azar if uno < limite) % cuantas


def _revuelto(semilla: int) -> Iterator[int]:
    """Enteros de 64 bits (splitmix64); sin repetir la misma semilla, sin relación entre sí."""
    x = semilla & _64
    while True:
        x = (x + 0x9E3779B97F4A7C15) & _64
        z = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & _64
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _64
        yield z ^ z >> 31


def _redondear(arriba: int, abajo: int) -> int:
    signo = -1 if arriba < 0 else 1
    return signo * ((2 * abs(arriba) + abajo) // (2 * abajo))


def informe_de_sabido(datos: Any) -> dict[str, Any]:
    """La orden `se-podia-saber`: `{"acta", "semilla", "muestras" (opcional)}`, con el acta hasta antes de la jugada.

    Del acta se mira la última mano, y de ella sólo lo que ve quien sigue. Levanta lo que `analizar` y
    `jugada_tras_el_fin` si esa mano ya acabó.
    """
    pedido = lectura.objeto(datos, "pedido")
    partida = repetir_analizable(pedido.get("acta"))
    semilla = lectura.entero(pedido, "semilla")
    muestras = lectura.entero_opcional(pedido, "muestras") or MUESTRAS
    if not partida.manos or partida.manos[-1].final.desenlace is not None:
        raise ErrorDeRegla("jugada_tras_el_fin")
    vista = mirar(partida.manos[-1].final, partida.meta)
    return como_datos(sabido_de(vista, semilla, muestras))


def como_datos(sabido: Sabido) -> dict[str, Any]:
    """Para JSON; `milesimas` y su `error`, `media` y su `error_de_la_media` en décimas de tanto (o de juego)."""
    buenas = sabido.buenas
    return {
        "cuantas": sabido.cuantas,
        "muestras": sabido.muestras,
        "jugadas": [
            {
                "ficha": TEXTOS[cuenta.opcion[0]],
                "extremo": EXTREMOS[cuenta.opcion[1]] or None,
                "milesimas": sabido.milesimas(cuenta),
                "error": sabido.error(cuenta),
                "media": sabido.media(cuenta),
                "error_de_la_media": sabido.error_de_la_media(cuenta),
                "buena": cuenta.opcion in buenas,
            }
            for cuenta in sabido.cuentas
        ],
    }
