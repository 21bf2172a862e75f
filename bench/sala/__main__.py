"""`python -m bench.sala`: lo que pesa y lo que cuesta que alguien llegue a la Sala y otro se vaya."""

import argparse
import asyncio
import os
import statistics
import time
from datetime import timedelta
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.utils import timezone  # noqa: E402

from bench.comun.gasto import maquina  # noqa: E402
from enlinea.sala.consultas.estado import EstadoSala, Persona  # noqa: E402
from enlinea.sala.consumidor import ConsumidorDeSala, Mirada  # noqa: E402
from enlinea.sala.pantallas import comunes  # noqa: E402

AHORA = timezone.now()


def estado(cuantos: int, vuelta: int) -> EstadoSala:
    """En cada vuelta se fue el más antiguo y llegó uno nuevo."""
    cuentas = range(1 + vuelta, 1 + vuelta + cuantos)
    personas = tuple(Persona(c, f"Jugador número {c}", AHORA + timedelta(seconds=c), c % 5 + 1) for c in cuentas)
    todas = frozenset(range(1, cuantos + 1000))
    # separadas: que ninguna espere a la anterior
    instante = AHORA + timedelta(seconds=10 * vuelta)
    return EstadoSala(instante, todas, personas, dict.fromkeys(todas, timezone.now()), todas, {}, (), {}, {})


class Pestana(ConsumidorDeSala):
    """El consumidor de verdad, sin servidor debajo: cuenta lo que saldría."""

    def __init__(self, cuenta: int, pantalla: str) -> None:
        super().__init__()
        self.cuenta, self.mirada, self.version, self.avisada = cuenta, Mirada(pantalla), 0, False
        self.sesion, self.turno, self.dentro = f"s{cuenta}", asyncio.Lock(), True
        self.octetos = 0

    async def send(self, text_data: Any = None, bytes_data: Any = None, close: bool = False) -> None:
        """A ninguna parte."""
        self.octetos = len(text_data.encode())


async def medir(cuantos: int, pantalla: str, vueltas: int) -> tuple[int, int, float, float]:
    """Octetos al llegar y por cambio, y milisegundos de pintar y de mandar a todos, por cambio."""
    pestanas = [Pestana(c, pantalla) for c in range(1, cuantos + 1)]
    todo = comunes(estado(cuantos, 0))
    for p in pestanas:
        # lo propio de cada quien no se mide
        p.mirada.ultimas, p.mirada.llave = {"tuya": ""}, (None, None)
        await p.mirar_cambio(estado(cuantos, 0), todo)
    enteros, pinta, manda = pestanas[0].octetos, [], []
    for vuelta in range(1, vueltas + 1):
        ahora = estado(cuantos, vuelta)
        empezo = time.process_time()
        todo = comunes(ahora, todo)
        pintado = time.process_time()
        for p in pestanas:
            await p.mirar_cambio(ahora, todo)
        pinta.append(pintado - empezo)
        manda.append(time.process_time() - pintado)
    return enteros, pestanas[0].octetos, 1e3 * statistics.median(pinta), 1e3 * statistics.median(manda)


def main() -> None:
    """Corre lo pedido y escribe la tabla."""
    a = argparse.ArgumentParser(prog="python -m bench.sala", description=__doc__, add_help=False)
    a.add_argument("-h", "--help", action="help", help="enseña esto y termina")
    a.add_argument("--personas", default="50,300,1000", help="cuántas hay")
    a.add_argument("--vueltas", type=int, default=15, help="cambios por tamaño; se da la mediana")
    d = a.parse_args()
    print(maquina())
    print("| personas | página | al llegar (octetos) | por cambio, a cada quien | pintar (ms) | mandar a todos (ms) |")
    print("|---" * 6 + "|")
    for cuantos in map(int, d.personas.split(",")):
        for pantalla in ("sala", "armar"):
            enteros, cambio, pinta, manda = asyncio.run(medir(cuantos, pantalla, d.vueltas))
            print(f"| {cuantos:,} | {pantalla} | {enteros:,} | {cambio:,} | {pinta:.1f} | {manda:.1f} |", flush=True)


if __name__ == "__main__":
    main()
