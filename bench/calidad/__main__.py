"""Cada cuánto se señala a quien juega limpio y cuántas manos hacen falta para ver a quien mira lo ajeno.

python -m bench.calidad jugar fuerte --manos 200   # juega y agrega sus manos al archivo (despacio)
python -m bench.calidad tabla                      # con lo jugado, sortea parejas y cuenta a cuáles se señala
"""

import argparse
import json
import random
from pathlib import Path

from bench.calidad.jugadores import JUGADORES, jugar, sencillo
from reglas.calidad.parejas import MARGEN, UMBRAL, ManoMedida, decisiones_de, por_pareja
from reglas.calidad.prueba import una_cola
from reglas.tipos import Meta

ARCHIVO = Path(__file__).resolve().parents[2] / "tests" / "datos" / "reglas" / "calidad.json"
PAREJAS = 200
"""Las que se prueban en la misma semana: por tantas se corrige."""
CUANTAS = (40, 80, 160, 320, 640)


def medir(nombre: str, manos: int, semilla: int) -> list[ManoMedida]:
    """Las manos de la pareja 0, que juega así, contra dos sencillos. El lector va con otro sencillo, que conoce."""
    uno = JUGADORES[nombre]
    suyos = (uno, sencillo, sencillo if nombre == "lector" else uno, sencillo)
    medidas = []
    for numero in range(manos):
        decisiones = decisiones_de(jugar(semilla + numero, Meta.CIEN, suyos), Meta.CIEN, semilla + numero)
        if nombre == "lector":
            decisiones = tuple(d for d in decisiones if d.asiento == 0)
        if (medida := por_pareja(decisiones)[0]).decisiones:
            medidas.append(medida)
    return medidas


def senalada(azar: random.Random, manos: list[ManoMedida], cuantas: int, parejas: int) -> bool:
    """Si una pareja con esas manos se señalaría, probada junto con otras honradas (lo más estricto de Holm)."""
    suyas = azar.choices(manos, k=cuantas)
    return una_cola([m.ganado - MARGEN * m.decisiones for m in suyas]).azar * parejas <= UMBRAL


def tabla(guardadas: dict[str, list[list[int]]], veces: int) -> None:
    """Por jugador: lo que gana por decisión y de cada mil parejas así, cuántas se señalan según sus manos."""
    print(f"{'juega como':16} manos  por decisión   " + "".join(f"{n:>8}" for n in CUANTAS) + "   sola, 40 manos")
    for nombre, filas in guardadas.items():
        manos, azar = [ManoMedida(*fila) for fila in filas], random.Random(2026)
        decisiones = sum(m.decisiones for m in manos)
        media = sum(m.ganado for m in manos) / decisiones
        error = una_cola([m.ganado for m in manos]).error * len(manos) / decisiones
        de_mil = [
            1000 * sum(senalada(azar, manos, cuantas, parejas) for _ in range(veces)) / veces
            for cuantas, parejas in (*((n, PAREJAS) for n in CUANTAS), (40, 1))
        ]
        print(f"{nombre:16} {len(manos):5}  {media:+6.2f} ±{error:5.2f} " + "".join(f"{x:8.1f}" for x in de_mil))


def main() -> None:
    """Juega o escribe la tabla."""
    argumentos = argparse.ArgumentParser(description="El informe de calidad, medido")
    argumentos.add_argument("que", choices=("jugar", "tabla"))
    argumentos.add_argument("jugador", nargs="?", choices=tuple(JUGADORES), default="sencillo")
    argumentos.add_argument("--manos", type=int, default=200)
    argumentos.add_argument("--semilla", type=int, default=2026)
    argumentos.add_argument("--veces", type=int, default=2000)
    pedido = argumentos.parse_args()
    guardadas = json.loads(ARCHIVO.read_text()) if ARCHIVO.exists() else {}
    if pedido.que == "jugar":
        nuevas = [list(mano) for mano in medir(pedido.jugador, pedido.manos, pedido.semilla)]
        guardadas = json.loads(ARCHIVO.read_text()) if ARCHIVO.exists() else {}
        ARCHIVO.write_text(json.dumps({**guardadas, pedido.jugador: nuevas}, ensure_ascii=False) + "\n")
    tabla(guardadas if pedido.que == "tabla" else {pedido.jugador: nuevas}, pedido.veces)


if __name__ == "__main__":
    main()
