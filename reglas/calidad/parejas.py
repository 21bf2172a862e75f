"""Si una pareja elige mejor de lo que permite lo público.

De cada decisión se toma `ganado`: lo que vale la ficha elegida con las cuatro manos a la vista, menos lo que vale la
que elegiría quien sólo sabe lo público desde ese asiento. Quien no ve las fichas ajenas a veces le gana y a veces
pierde: en promedio, cero o menos. Las decisiones de una mano comparten reparto, así que lo que se promedia son manos
enteras de la pareja, y se descuenta un margen por si alguien lee el juego mejor que la referencia.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from reglas.analisis.exacto import SIGNO, Solucion
from reglas.calidad.prueba import Prueba, ajustar, una_cola
from reglas.calidad.publico import Dado, lo_que_conviene
from reglas.mano import Mano, legales
from reglas.metas import Meta
from reglas.reglamento import AMIGOS

DESDE = 6
"""Fichas ya tiradas: antes, casi nada distingue a quien ve de quien no y cada reparto cuesta mucho más."""
REPARTOS = 24
TANTOS_DE_UN_JUEGO = 30
"""Lo que pesa una mano ganada a juegos ganados, para poder sumar con las de tantos."""
MARGEN = 2.0
"""Tantos por decisión que se perdonan: lo que gana, medido, quien lee el juego sabiendo de memoria a los otros tres."""
MINIMO_DE_MANOS = 40
MINIMO_DE_DECISIONES = 150
UMBRAL = 0.01
"""Si todas las parejas son honradas, una semana de cada cien señala a alguna."""
NOTABLES = 5


class Opcion(NamedTuple):
    """Una de las jugadas que pudo hacer, en tantos de su pareja."""

    ficha: int
    extremo: int
    exacto: int
    """Lo que vale con las cuatro manos a la vista."""
    publico: int
    """Lo que vale en promedio según lo que se sabía desde su asiento."""


class Decision(NamedTuple):
    """Una jugada con opciones que no valían lo mismo."""

    jugada: int
    """Su número en la mano, desde 0."""
    asiento: int
    ganado: int
    """Tantos de su pareja: la elegida menos la pública, con las cuatro manos a la vista."""
    elegida: Opcion
    publica: Opcion
    opciones: tuple[Opcion, ...]
    """Todas las legales, por ficha y extremo."""


class ManoMedida(NamedTuple):
    """Lo de una pareja en una mano."""

    decisiones: int
    ganado: int


class Veredicto(NamedTuple):
    """Lo que se mide de una pareja en todas sus manos."""

    manos: int
    decisiones: int
    por_decision: float
    """Tantos que gana por decisión sobre quien sólo sabe lo público."""
    error: float
    """Error típico de lo anterior."""
    azar: float
    """Probabilidad de salir así por azar, sin corregir."""
    ajustado: float
    """La misma, corregida por todas las parejas que se probaron."""

    @property
    def senalada(self) -> bool:
        """Si conviene que una persona la mire."""
        return self.ajustado <= UMBRAL


def decisiones_de(estados: Sequence[Mano], meta: Meta, semilla: int) -> tuple[Decision, ...]:
    """Las decisiones de los cuatro en una mano repetida (`reglas.repeticion`); vacía si nada se decidió.

    Determinista: misma mano y misma semilla, mismas decisiones. Tarda del orden de un segundo.
    """
    exacta: Solucion | None = None
    medidas = []
    for numero, (antes, despues) in enumerate(pairwise(estados)):
        if numero < DESDE or len(legales(antes)) < 2:
            continue
        exacta = exacta or Solucion(antes.manos, meta)
        medida = _medir(exacta, antes, despues, numero, Dado(semilla, numero))
        if medida is not None:
            medidas.append(medida)
    return tuple(medidas)


def _medir(exacta: Solucion, antes: Mano, despues: Mano, numero: int, dado: Dado) -> Decision | None:
    """None si todas valían lo mismo: de ahí no se aprende nada."""
    alternativas = exacta.alternativas(antes)
    if min(una.valor for una in alternativas) == max(una.valor for una in alternativas):
        return None
    escala = TANTOS_DE_UN_JUEGO if exacta.meta.tantos is None else 1
    suyo = escala * SIGNO[antes.turno]
    sumas = lo_que_conviene(antes, exacta.meta, REPARTOS, dado)
    opciones = tuple(
        Opcion(una.ficha, una.extremo, suyo * una.valor, round(escala * suma / REPARTOS))
        for una, suma in zip(alternativas, sumas, strict=True)
    )
    tirada = (despues.cadena[3 * numero], despues.cadena[3 * numero + 1])
    elegida = next(una for una in opciones if (una.ficha, una.extremo) == tirada)
    publica = opciones[max(range(len(sumas)), key=lambda i: sumas[i])]
    return Decision(numero, antes.turno, elegida.exacto - publica.exacto, elegida, publica, opciones)


def por_pareja(decisiones: Sequence[Decision]) -> tuple[ManoMedida, ManoMedida]:
    """Lo de cada pareja en la mano."""
    suyas = [[d.ganado for d in decisiones if AMIGOS.bando_de[d.asiento] == pareja] for pareja in (0, 1)]
    return (ManoMedida(len(suyas[0]), sum(suyas[0])), ManoMedida(len(suyas[1]), sum(suyas[1])))


def veredictos(parejas: Mapping[tuple[int, int], Sequence[ManoMedida]]) -> dict[tuple[int, int], Veredicto]:
    """El de cada pareja con bastantes manos y decisiones; las demás no se prueban ni cuentan en la corrección."""
    probadas = {}
    for pareja, todas in parejas.items():
        manos = [mano for mano in todas if mano.decisiones]
        if len(manos) >= MINIMO_DE_MANOS and sum(mano.decisiones for mano in manos) >= MINIMO_DE_DECISIONES:
            probadas[pareja] = (manos, _probar(manos))
    ajustados = ajustar([prueba.azar for _, prueba in probadas.values()])
    return {
        pareja: _veredicto(manos, prueba, ajustado)
        for (pareja, (manos, prueba)), ajustado in zip(probadas.items(), ajustados, strict=True)
    }


def _probar(manos: Sequence[ManoMedida]) -> Prueba:
    return una_cola([mano.ganado - MARGEN * mano.decisiones for mano in manos])


def _veredicto(manos: Sequence[ManoMedida], prueba: Prueba, ajustado: float) -> Veredicto:
    decisiones = sum(mano.decisiones for mano in manos)
    return Veredicto(
        manos=len(manos),
        decisiones=decisiones,
        por_decision=sum(mano.ganado for mano in manos) / decisiones,
        error=prueba.error * len(manos) / decisiones,
        azar=prueba.azar,
        ajustado=ajustado,
    )
