"""El automático que calcula: reparte lo que no ve de varias maneras posibles, las resuelve y tira lo que más deja.

Decide con lo que su asiento puede saber (EL8): las manos ajenas se sortean entre las coherentes con lo jugado y los
pases. Cada una se resuelve con las cuatro manos a la vista; al promedio de cada opción se añade lo que opina
el sencillo: quien resuelve con todo a la vista cree que los demás saben lo que no saben, y solo juega peor. Con casi
todas las fichas por jugar tira como el sencillo: resolver eso cuesta mucho y dice poco.

En los otros juegos no se resuelve: se acaba la mano de cada repartición con sencillos (VA1).

Es determinista: misma vista, misma semilla y mismo tope, misma jugada, mientras `sigue` no lo corte por tiempo.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from reglas.analisis.exacto import SIGNO, Solucion
from reglas.analisis.reparticiones import Reparticiones
from reglas.automatas import Opcion, VistaDeAsiento, elegir, mirar, puntuar
from reglas.mano import Aparte, ManoAparte, contar, en_curso, saltar_pases, tirar
from reglas.tipos import NADIE

MIL = 1000
COSTO_DE_ACABAR = 600
"""Lo que acabar una mano pesa en el tope de trabajo, en posiciones buscadas: tarda lo que ésas."""
Estimacion = tuple[dict[Opcion, int], int]
"""Lo que vale cada opción para quien tira, y lo que costó saberlo."""


class Esfuerzo(NamedTuple):
    """Hasta dónde piensa."""

    muestras: int
    """Reparticiones que resuelve a lo más; si las posibles son menos, todas."""
    trabajo: int
    """Posiciones buscadas, entre todas las muestras, tras las que ya no empieza otra."""
    fichas: int = 24
    """Con más fichas sin jugar tira como el sencillo."""
    opinion: int = 1000
    """Lo que pesa el sencillo, en millonésimas de tanto por cada punto suyo (una mula son 7,200)."""


FUERTE = Esfuerzo(muestras=16, trabajo=30_000)
MEDIO = Esfuerzo(muestras=4, trabajo=6_000, fichas=16)


def siempre() -> bool:
    """Sin tope de tiempo."""
    return True


def elegir_calculando(
    vista: VistaDeAsiento, semilla: int, esfuerzo: Esfuerzo = FUERTE, sigue: Callable[[], bool] = siempre
) -> Opcion:
    """La (ficha, extremo) que tira, siempre legal. `sigue` se pregunta antes de cada muestra, para cortar por tiempo.

    `ValueError` si nada tiene cabida.
    """
    if len(vista.opciones) < 2 or sum(vista.quedan) > esfuerzo.fichas or not vista.mias & vista.mias - 1:
        return elegir(vista, semilla)
    estima = _exacto if vista.reglamento.se_analiza else jugar_hasta_el_fin
    valores = dict.fromkeys(vista.opciones, 0)
    hechas = trabajo = 0
    reparticiones = Reparticiones(vista)
    for numero in _numeros(reparticiones.cuantas, esfuerzo.muestras, semilla):
        if trabajo >= esfuerzo.trabajo or not sigue():
            break
        de_esta, costo = estima(vista, reparticiones, numero)
        for opcion, valor in de_esta.items():
            valores[opcion] += valor
        hechas, trabajo = hechas + 1, trabajo + costo
    opinion = puntuar(vista, semilla)
    if not hechas:
        return max(opinion, key=lambda opcion: opinion[opcion])
    return max(
        opinion,
        key=lambda opcion: (
            valores[opcion] * MIL * MIL // hechas + opinion[opcion][0] * esfuerzo.opinion,
            opinion[opcion],
        ),
    )


def _exacto(vista: VistaDeAsiento, reparticiones: Reparticiones, numero: int) -> Estimacion:
    """Con las cuatro manos a la vista y el mejor juego de las dos parejas."""
    manos, signo = reparticiones.manos(numero), SIGNO[vista.asiento]
    solucion = Solucion(manos, vista.meta)
    mano = en_curso(manos, vista.salidor, vista.asiento, vista.a, vista.b)
    valores = {(ficha, extremo): signo * valor for ficha, extremo, valor in solucion.alternativas(mano)}
    return valores, solucion.trabajo


def jugar_hasta_el_fin(vista: VistaDeAsiento, reparticiones: Reparticiones, numero: int) -> Estimacion:
    """Donde no hay valor exacto (pozo, o cada quien por lo suyo): cómo acaba si de ahí en adelante tiran sencillos."""
    manos, pozo = reparticiones.reparto(numero)
    # un orden cualquiera del pozo, distinto en cada repartición
    en_orden = tuple(sorted(pozo, key=lambda ficha: (ficha + 1) * 2654435761 * (numero + 1) & 0xFFFFF))
    aparte = Aparte(vista.reglamento, en_orden, robos=vista.robos)
    pases = (0,) * len(manos)
    desde = ManoAparte(manos, vista.salidor, vista.asiento, vista.a, vista.b, vista.cadena, pases, None, NADIE, aparte)
    valores, mio = {}, vista.reglamento.bando_de[vista.asiento]
    for opcion in vista.opciones:
        mano = tirar(desde, *opcion)
        while mano.desenlace is None:
            mano = saltar_pases(mano)
            mano = tirar(mano, *elegir(mirar(mano, vista.meta), numero))
        cuenta = contar(mano, vista.meta)
        valores[opcion] = cuenta.tantos if cuenta.ganadora == mio else -cuenta.tantos
    return valores, len(valores) * COSTO_DE_ACABAR


def _numeros(cuantas: int, muestras: int, semilla: int) -> Iterator[int]:
    """Qué reparticiones mirar: todas si caben; si no, al azar de la semilla (congruencial de 64 bits)."""
    if cuantas <= muestras:
        yield from range(cuantas)
        return
    x = (semilla * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & 0xFFFFFFFFFFFFFFFF
    for _ in range(muestras):
        x = (x * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        yield (x >> 20) % cuantas
