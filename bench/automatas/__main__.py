"""Enfrenta al jugador automático con quien tira al azar, con las mismas fichas por los dos lados de la mesa.

Cada reparto se juega dos veces, con las parejas volteadas: la suerte del reparto se cancela.

    python -m bench.automatas            # 2 000 manos (1 000 repartos), y los tiempos por jugada
    python -m bench.automatas --manos 20000 --semilla 7
    python -m bench.automatas --niveles  # el medio y el fuerte contra el sencillo, y cuánto tardan
"""

import argparse
import random
import time
from collections.abc import Callable

from reglas import mano as reglas_mano
from reglas.automatas import VistaDeAsiento, elegir, mirar
from reglas.fichas import TANTOS, mascara
from reglas.mano import Conteo, Mano
from reglas.niveles import Nivel, elegir_como
from reglas.tipos import Meta

Jugador = Callable[[VistaDeAsiento], tuple[int, int]]


def repartir(azar: random.Random) -> Mano:
    """Un reparto y un salidor al azar."""
    fichas = list(range(28))
    azar.shuffle(fichas)
    manos = [mascara(fichas[i : i + 7]) for i in (0, 7, 14, 21)]
    return reglas_mano.repartida((manos[0], manos[1], manos[2], manos[3]), azar.randrange(4))


def jugar(mano: Mano, meta: Meta, parejas: tuple[Jugador, Jugador]) -> Conteo:
    """La mano jugada hasta el final; `parejas[p]` decide por los asientos p y p + 2."""
    while mano.desenlace is None:
        if reglas_mano.puede_tirar(mano, mano.turno):
            mano = reglas_mano.tirar(mano, *parejas[mano.turno & 1](mirar(mano, meta)))
        else:
            mano = reglas_mano.pasar(mano)
    return reglas_mano.contar(mano, meta)


def enfrentar(uno: Jugador, otro: Jugador, manos: int, meta: Meta, semilla: int) -> tuple[int, int, int, int, int]:
    """Manos ganadas por uno, por otro y empatadas, y tantos de cada uno; los repartos, dos veces cada uno."""
    azar = random.Random(semilla)
    ganadas, tantos, nadie = [0, 0], [0, 0], 0
    for _ in range(manos // 2):
        reparto = repartir(azar)
        for volteada in (0, 1):
            cuenta = jugar(reparto, meta, (otro, uno) if volteada else (uno, otro))
            if cuenta.ganadora is None:
                nadie += 1
            else:
                ganadas[cuenta.ganadora ^ volteada] += 1
                tantos[cuenta.ganadora ^ volteada] += cuenta.tantos
    return ganadas[0], ganadas[1], nadie, tantos[0], tantos[1]


def al_azar(semilla: int) -> Jugador:
    """Cualquier jugada legal, a suerte."""
    azar = random.Random(semilla)
    return lambda vista: azar.choice(vista.opciones)


def goloso(vista: VistaDeAsiento) -> tuple[int, int]:
    """La ficha más alta que quepa: lo que hace quien apenas aprende."""
    return max(vista.opciones, key=lambda opcion: (TANTOS[opcion[0]], opcion))


def automata(vista: VistaDeAsiento) -> tuple[int, int]:
    """El de la mesa de práctica."""
    return elegir(vista, 1)


class DeNivel:
    """Un automático de ese nivel; guarda los ms de procesador de cada jugada que hubo que pensar."""

    def __init__(self, nivel: Nivel) -> None:
        self.nivel = nivel
        self.ms: list[float] = []

    def __call__(self, vista: VistaDeAsiento) -> tuple[int, int]:
        antes = time.thread_time_ns()
        # en la mesa la semilla es el número de renglón; aquí, lo que va jugado y las fichas propias
        jugada = elegir_como(self.nivel, vista, 31 * len(vista.cadena) + vista.mias)
        if len(vista.opciones) > 1:
            self.ms.append((time.thread_time_ns() - antes) / 1e6)
        return jugada


def niveles(manos: int, semilla: int, metas: list[Meta], cuales: list[Nivel]) -> None:
    """La tabla de cada nivel contra el sencillo."""
    print("nivel   meta            gana  pierde  nadie  tantos a favor  en contra   ms: mediana  p95  peor")
    for nivel in cuales:
        for meta in metas:
            uno = DeNivel(nivel)
            gana, pierde, nadie, favor, contra = enfrentar(uno, automata, manos, meta, semilla)
            ms = sorted(uno.ms)
            tiempo = f"{ms[len(ms) // 2]:11.0f} {ms[len(ms) * 95 // 100]:6.0f} {ms[-1]:5.0f}"
            print(f"{nivel:7} {meta:14} {gana:5} {pierde:7} {nadie:6} {favor:15} {contra:10} {tiempo}", flush=True)


def tiempos(manos: int, semilla: int) -> list[float]:
    """Los µs de procesador de cada jugada que hubo que pensar, de menor a mayor."""
    azar, medidas = random.Random(semilla), []

    def medido(vista: VistaDeAsiento) -> tuple[int, int]:
        antes = time.thread_time_ns()
        jugada = elegir(vista, 1)
        medidas.append((time.thread_time_ns() - antes) / 1000)
        return jugada

    for _ in range(manos):
        jugar(repartir(azar), Meta.CIEN, (medido, medido))
    return sorted(medidas)


def main() -> None:
    """Escribe la tabla."""
    argumentos = argparse.ArgumentParser(description="El automático contra otros")
    argumentos.add_argument("--manos", type=int, default=2000)
    argumentos.add_argument("--semilla", type=int, default=2026)
    argumentos.add_argument("--niveles", action="store_true")
    argumentos.add_argument("--solo", choices=[nivel for nivel in Nivel if nivel is not Nivel.SIMPLE])
    argumentos.add_argument("--meta", choices=list(Meta))
    pedido = argumentos.parse_args()
    if pedido.niveles:
        metas = [Meta(pedido.meta)] if pedido.meta else list(Meta)
        cuales = [Nivel(pedido.solo)] if pedido.solo else [Nivel.MEDIO, Nivel.FUERTE]
        niveles(pedido.manos, pedido.semilla, metas, cuales)
        return
    print("contra        meta            gana  pierde  nadie  tantos a favor  en contra")
    for nombre, rival in (("al azar", al_azar(pedido.semilla)), ("la más alta", goloso)):
        for meta in Meta:
            gana, pierde, nadie, favor, contra = enfrentar(automata, rival, pedido.manos, meta, pedido.semilla)
            print(f"{nombre:13} {meta:14} {gana:5} {pierde:7} {nadie:6} {favor:15} {contra:10}")
    medidas = tiempos(200, pedido.semilla)
    cuantas, promedio = len(medidas), sum(medidas) / len(medidas)
    p99, peor = medidas[int(cuantas * 0.99)], medidas[-1]
    print(f"{cuantas} jugadas: {promedio:.0f} µs de procesador en promedio, {p99:.0f} el p99, {peor:.0f} la peor")


if __name__ == "__main__":
    main()
