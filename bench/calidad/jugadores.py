"""Quiénes juegan en la medición: honrados que sólo ven lo suyo, y videntes que a veces miran las cuatro manos."""

import random
from collections.abc import Callable
from functools import partial

from reglas import mano as reglas_mano
from reglas.analisis.exacto import Solucion, mejor_de
from reglas.automatas import elegir, mirar
from reglas.calidad.publico import Dado, coherentes, lo_que_conviene
from reglas.fichas import mascara
from reglas.mano import Mano, legales, repartida, saltar_pases, tirar
from reglas.tipos import Meta

Par = tuple[int, int]
Jugador = Callable[[Mano, Meta, int], Par]
"""Recibe la mano entera y una semilla; el honrado no mira lo ajeno."""
MEZCLA = 24
TRAS = 6
"""Antes de tantas fichas todos tiran como el sencillo: ahí no se mide."""
DESCUIDO = 0.25
"""De cada cuatro jugadas ajenas, el lector da por buena una cualquiera."""


def sencillo(mano: Mano, meta: Meta, semilla: int) -> Par:
    """El automático de la mesa de práctica."""
    return elegir(mirar(mano, meta), semilla)


def al_azar(mano: Mano, meta: Meta, semilla: int) -> Par:
    """Cualquier jugada legal."""
    opciones = legales(mano)
    return opciones[Dado(semilla, len(mano.cadena), 77).tirar(len(opciones))]


def fuerte(mano: Mano, meta: Meta, semilla: int) -> Par:
    """Lo que conviene en promedio según lo público: la misma idea que la referencia, con otros repartos."""
    if len(mano.cadena) < 3 * TRAS:
        return sencillo(mano, meta, semilla)
    sumas = lo_que_conviene(mano, meta, MEZCLA, Dado(semilla, len(mano.cadena), 11))
    return legales(mano)[max(range(len(sumas)), key=lambda i: sumas[i])]


def lector(mano: Mano, meta: Meta, semilla: int) -> Par:
    """Honrado que además lee lo jugado sabiendo de memoria cómo juegan los otros tres: más no se puede leer."""
    if len(mano.cadena) < 3 * TRAS:
        return sencillo(mano, meta, semilla)
    repartos = list(coherentes(mano, 6 * MEZCLA, Dado(semilla, len(mano.cadena), 13)))
    pesos = [_verosimil(mano, meta, semilla, manos) for manos in repartos]
    azar = random.Random(semilla * 100 + len(mano.cadena))
    signo = -1 if mano.turno & 1 else 1
    sumas = [0] * len(legales(mano))
    for manos in azar.choices(repartos, pesos, k=MEZCLA):
        for i, una in enumerate(Solucion(manos, meta).alternativas(mano._replace(manos=manos))):
            sumas[i] += signo * una.valor
    return legales(mano)[max(range(len(sumas)), key=lambda i: sumas[i])]


def _verosimil(mano: Mano, meta: Meta, semilla: int, manos: tuple[int, int, int, int]) -> float:
    """Qué tan de esperarse era lo jugado por los otros con esas manos."""
    cadena, completas, peso = mano.cadena, list(manos), 1.0
    for i in range(0, len(cadena), 3):
        completas[cadena[i + 2]] |= 1 << cadena[i]
    estado = repartida((completas[0], completas[1], completas[2], completas[3]), mano.salidor)
    for i in range(0, len(cadena), 3):
        estado = saltar_pases(estado)
        opciones = legales(estado)
        if estado.turno != mano.turno and len(opciones) > 1:
            acierta = sencillo(estado, meta, semilla) == (cadena[i], cadena[i + 1])
            peso *= (1 - DESCUIDO) * acierta + DESCUIDO / len(opciones)
        estado = tirar(estado, cadena[i], cadena[i + 1])
    return peso


def vidente(cuanto: float, mano: Mano, meta: Meta, semilla: int) -> Par:
    """De cada cien veces, `cuanto` tira la mejor con las cuatro manos a la vista; las demás, como el sencillo."""
    if len(mano.cadena) < 3 * TRAS or Dado(semilla, len(mano.cadena), 17).tirar(1000) >= 1000 * cuanto:
        return sencillo(mano, meta, semilla)
    mejor = mejor_de(Solucion(mano.manos, meta).alternativas(mano), mano.turno)
    return mejor.ficha, mejor.extremo


JUGADORES: dict[str, Jugador] = {
    "al azar": al_azar,
    "sencillo": sencillo,
    "fuerte": fuerte,
    "lector": lector,
    "vidente 1 de 4": partial(vidente, 0.25),
    "vidente 1 de 2": partial(vidente, 0.5),
    "vidente siempre": partial(vidente, 1.0),
}


def jugar(semilla: int, meta: Meta, suyos: tuple[Jugador, Jugador, Jugador, Jugador]) -> tuple[Mano, ...]:
    """Los estados de una mano al azar, como los da `reglas.repeticion`; `suyos`, por asiento."""
    azar = random.Random(semilla)
    fichas = list(range(28))
    azar.shuffle(fichas)
    a, b, c, d = (mascara(fichas[i : i + 7]) for i in (0, 7, 14, 21))
    estados = [reglas_mano.repartida((a, b, c, d), semilla & 3)]
    while estados[-1].desenlace is None:
        mano = estados[-1]
        estados.append(saltar_pases(tirar(mano, *suyos[mano.turno](mano, meta, semilla))))
    return tuple(estados)
