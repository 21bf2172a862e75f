"""Cuánto tarda el análisis exacto: todas las alternativas desde la salida, desde la segunda jugada, y manos enteras.

Segundos de procesador, en un núcleo y sin nada sabido de antes en cada medida.

    python -m bench.academia                     # 200 repartos por meta, tres corridas
    python -m bench.academia --repartos 500 --semilla 7 --corridas 5
"""

import argparse
import platform
import random
import statistics
import time
from collections.abc import Callable

from bench.automatas.__main__ import repartir
from reglas.analisis.actas import analizar_mano
from reglas.analisis.exacto import Solucion
from reglas.automatas import elegir, mirar
from reglas.mano import Mano, legales, saltar_pases, tirar
from reglas.tipos import Meta
from reglas.verificacion import ManoRepetida


def tras_la_salida(mano: Mano, azar: random.Random) -> Mano:
    """La segunda jugada: salió una ficha cualquiera."""
    return saltar_pases(tirar(mano, *azar.choice(legales(mano))))


def jugada_entera(mano: Mano, meta: Meta) -> ManoRepetida:
    """La mano que hacen cuatro automáticos sencillos."""
    posiciones = []
    while mano.desenlace is None:
        posiciones.append(mano)
        mano = saltar_pases(tirar(mano, *elegir(mirar(mano, meta), 1)))
    return ManoRepetida(tuple(posiciones), mano)


def segundos(medir: Callable[[], object]) -> float:
    """De procesador."""
    antes = time.process_time()
    medir()
    return time.process_time() - antes


def medir(meta: Meta, repartos: int, semilla: int) -> dict[str, list[float]]:
    """Los tiempos de cada reparto, de menor a mayor."""
    azar = random.Random(semilla)
    tiempos: dict[str, list[float]] = {"salida": [], "segunda": [], "mano entera": []}
    for _ in range(repartos):
        mano = repartir(azar)
        segunda, entera = tras_la_salida(mano, azar), jugada_entera(mano, meta)
        tiempos["salida"].append(segundos(lambda mano=mano: Solucion(mano.manos, meta).alternativas(mano)))
        tiempos["segunda"].append(segundos(lambda una=segunda: Solucion(una.manos, meta).alternativas(una)))
        tiempos["mano entera"].append(segundos(lambda una=entera: analizar_mano(una, meta)))
    return {cual: sorted(unos) for cual, unos in tiempos.items()}


def main() -> None:
    """Escribe la tabla: mediana de las corridas."""
    argumentos = argparse.ArgumentParser(description="Los tiempos del análisis exacto")
    argumentos.add_argument("--repartos", type=int, default=200)
    argumentos.add_argument("--semilla", type=int, default=2026)
    argumentos.add_argument("--corridas", type=int, default=3)
    pedido = argumentos.parse_args()
    print(f"{platform.platform()}, Python {platform.python_version()}: {pedido.repartos} repartos por meta")
    print("meta            qué          mediana ms   p95 ms  peor ms")
    for meta in Meta:
        corridas = [medir(meta, pedido.repartos, pedido.semilla) for _ in range(pedido.corridas)]
        for cual in corridas[0]:
            cuentas = [
                (una[cual][len(una[cual]) // 2], una[cual][len(una[cual]) * 95 // 100], una[cual][-1])
                for una in corridas
            ]
            mediana, p95, peor = (1000 * statistics.median(columna) for columna in zip(*cuentas, strict=True))
            print(f"{meta:14}  {cual:11}  {mediana:10.0f}  {p95:7.0f}  {peor:7.0f}", flush=True)


if __name__ == "__main__":
    main()
