"""Errores de verdad, de manos que hacen cuatro automáticos, con sus razones puestas a prueba una por una."""

import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from bench.academia.__main__ import jugada_entera
from bench.automatas.__main__ import repartir
from reglas.analisis import predicados
from reglas.analisis.actas import analizar_mano
from reglas.analisis.errores import errores_de
from reglas.analisis.estudio import caso_de
from reglas.analisis.exacto import SIGNO, Solucion
from reglas.analisis.lineas import Linea
from reglas.analisis.razones import Caso, como_razon, razones_de
from reglas.fichas import FICHAS, TEXTOS, lista
from reglas.tipos import SIN_TERMINAL, Meta

CARO = 10
"""Más tantos que éstos y ha de tener una razón concreta."""


class Revisado(NamedTuple):
    """Un error con sus razones y lo que el predicado dijo de cada una."""

    meta: Meta
    perdida: int
    razones: tuple[dict[str, Any], ...]
    falsas: tuple[str, ...]
    cuadra: bool
    """Las dos líneas acaban en lo que la frase dice."""


def errores_al_azar(semilla: int, metas: tuple[Meta, ...]) -> Iterator[Revisado]:
    """Los de una mano tras otra, sin fin y siempre los mismos para una semilla; la meta va por turno."""
    azar, numero = random.Random(semilla), 0
    while True:
        meta = metas[numero % len(metas)]
        numero += 1
        mano = jugada_entera(repartir(azar), meta)
        exacta = Solucion((*mano.posiciones, mano.final)[0].manos, meta)
        analizada = analizar_mano(mano, meta, exacta)
        for error in errores_de(analizada).errores:
            yield revisar(caso_de(exacta, analizada, error))


def revisar(caso: Caso) -> Revisado:
    """Las razones de un error, comprobadas."""
    razones = tuple([como_razon(una) for una in razones_de(caso)])
    careo = carear(caso)
    falsas = tuple([una["clave"] for una in razones if not predicados.es_verdad(una, careo, caso.perdida)])
    signo = SIGNO[careo.yo]
    cuadra = predicados.cuadra(careo, signo * caso.elegida.valor, signo * caso.mejor.valor)
    return Revisado(caso.meta, caso.perdida, razones, falsas, cuadra)


def carear(caso: Caso) -> predicados.Careo:
    """El error como lo miran los predicados: fichas en pares y líneas en texto."""
    posicion = caso.posicion
    manos = tuple([frozenset(FICHAS[ficha] for ficha in lista(bits)) for bits in posicion.manos])
    terminales = None if posicion.a == SIN_TERMINAL else (posicion.a, posicion.b)
    mesa = predicados.Mesa(manos, terminales, posicion.turno, posicion.salidor)
    asi, otra = (predicados.repetir(mesa, _jugadas(linea)) for linea in (caso.asi, caso.otra))
    return predicados.Careo(posicion.turno, str(caso.meta), asi, otra)


def _jugadas(linea: Linea) -> list[tuple[int, str, int]]:
    cadena = linea.final.cadena[len(linea.tras.cadena) - 3 :]
    return [(cadena[i + 2], TEXTOS[cadena[i]], cadena[i + 1]) for i in range(0, len(cadena), 3)]


class Cuenta:
    """Lo que va saliendo."""

    def __init__(self) -> None:
        self.errores = self.razones = self.falsas = self.no_cuadran = 0
        self.sin = self.caros = self.caros_sin = self.medias = 0
        self.perdido = self.explicado = 0
        self.claves: Counter[str] = Counter()

    def sumar(self, uno: Revisado) -> None:
        """Uno más. Lo explicado es lo de la razón que más explica: dos pueden contar lo mismo."""
        explica = max([una["explica"] for una in uno.razones], default=0)
        self.errores += 1
        self.razones += len(uno.razones)
        self.falsas += len(uno.falsas)
        self.no_cuadran += not uno.cuadra
        self.sin += not uno.razones
        self.medias += 2 * explica >= uno.perdida
        self.caros += uno.perdida > CARO
        self.caros_sin += uno.perdida > CARO and not uno.razones
        self.perdido += uno.perdida
        self.explicado += explica
        self.claves.update([una["clave"] for una in uno.razones])


def contar_errores(
    cuantos: int,
    semilla: int,
    metas: tuple[Meta, ...] = (Meta.CIEN, Meta.DOSCIENTOS),
    cuenta: Cuenta | None = None,
) -> Cuenta:
    """Los primeros `cuantos` de esa semilla, en `cuenta` si se da: así, detenido a medias, queda lo que llevaba."""
    cuenta = Cuenta() if cuenta is None else cuenta
    for uno in errores_al_azar(semilla, metas):
        cuenta.sumar(uno)
        if cuenta.errores == cuantos:
            return cuenta
    raise AssertionError


def lo_que_tarda(manos: int, semilla: int) -> tuple[float, float]:
    """Segundos de procesador de analizar esas manos con sus errores y líneas, y de sacar además sus razones."""
    azar = random.Random(semilla)
    analisis = razones = 0.0
    for _ in range(manos):
        mano = jugada_entera(repartir(azar), Meta.CIEN)
        antes = time.process_time()
        exacta = Solucion((*mano.posiciones, mano.final)[0].manos, Meta.CIEN)
        analizada = analizar_mano(mano, Meta.CIEN, exacta)
        casos = [caso_de(exacta, analizada, error) for error in errores_de(analizada).errores]
        medio = time.process_time()
        for caso in casos:
            razones_de(caso)
        analisis += medio - antes
        razones += time.process_time() - medio
    return analisis, razones
