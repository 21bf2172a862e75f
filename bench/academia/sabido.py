"""Cuánto tarda «¿Se podía saber?» según las fichas jugadas, cuántas manos alcanza a mirar y con qué error.

Segundos de procesador, en un núcleo.

    python -m bench.academia.sabido                    # 5 posiciones por renglón
    python -m bench.academia.sabido --posiciones 20 --semilla 7
"""

import argparse
import random
import statistics
from functools import partial

from bench.academia.__main__ import jugada_entera, segundos
from bench.automatas.__main__ import repartir
from reglas.analisis.sabido import Sabido, sabido_de
from reglas.automatas import VistaDeAsiento, mirar
from reglas.tipos import Meta

JUGADAS = (0, 2, 4, 8, 12, 16)


def vistas(jugadas: int, cuantas: int, semilla: int) -> list[VistaDeAsiento]:
    """De manos de automáticos a esa altura, con algo que decidir."""
    azar, salen = random.Random(semilla), []
    while len(salen) < cuantas:
        mano = jugada_entera(repartir(azar), Meta.CIEN)
        if jugadas < len(mano.posiciones):
            vista = mirar(mano.posiciones[jugadas], Meta.CIEN)
            salen += [vista] if len(vista.opciones) > 1 else []
    return salen


def main() -> None:
    """Escribe la tabla: medianas, y lo peor."""
    argumentos = argparse.ArgumentParser(description="Lo que tarda «¿Se podía saber?»")
    argumentos.add_argument("--posiciones", type=int, default=5)
    argumentos.add_argument("--semilla", type=int, default=2026)
    pedido = argumentos.parse_args()
    print("| Fichas jugadas | Manos posibles | Manos miradas | Error de la más vista | Mediana s | Peor s |")
    print("|---|---|---|---|---|---|")
    for jugadas in JUGADAS:
        hechos: list[Sabido] = []
        tiempos = [
            segundos(partial(_anotar, hechos, vista)) for vista in vistas(jugadas, pedido.posiciones, pedido.semilla)
        ]
        errores = [max(uno.error(cuenta) for cuenta in uno.cuentas) for uno in hechos]
        cuantas, muestras = (statistics.median_low([cual(uno) for uno in hechos]) for cual in (_posibles, _miradas))
        print(
            f"| {jugadas} | {cuantas:,} | {muestras} | {statistics.median_low(errores) / 10:.1f} % "
            f"| {statistics.median(tiempos):.1f} | {max(tiempos):.1f} |",
            flush=True,
        )


def _anotar(hechos: list[Sabido], vista: VistaDeAsiento) -> None:
    hechos.append(sabido_de(vista, 1))


def _posibles(uno: Sabido) -> int:
    return uno.cuantas


def _miradas(uno: Sabido) -> int:
    return uno.muestras


if __name__ == "__main__":
    main()
