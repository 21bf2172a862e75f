"""Cuánto tarda el núcleo puro: decidir y plegar una partida, repetir diarios, los automáticos y el análisis.

    python -m bench.reglas                   # µs de procesador por cosa, en este árbol
    python -m bench.reglas --contra RUTA     # alternado con el árbol de RUTA (otra versión): cociente por cosa

El cociente es lo de alla entre lo de aquí: 1.00 es igual, más es que aquí es más rápido.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

RAIZ = Path(__file__).resolve().parents[2]
DIARIOS = RAIZ / "tests" / "datos" / "enlinea" / "diario_esquema_1"
INICIO = 1_790_000_000_000


def tareas() -> dict[str, tuple[Callable[[], None], int]]:
    """Qué hacer y en cuántas unidades se reparte lo que tarde; importa el `reglas` del árbol que se mide."""
    from reglas import mano as reglas_mano
    from reglas.analisis.exacto import Solucion
    from reglas.automatas import elegir, mirar
    from reglas.mesa import eventos as ev
    from reglas.mesa import ordenes as o
    from reglas.mesa.decidir import decidir
    from reglas.mesa.estado import Mesa, plegar
    from reglas.mesa.simulada import MesaSimulada
    from reglas.mesa.tipos import Modo
    from reglas.tipos import Meta

    azar = random.Random(17)

    def sortear() -> ev.Secreto:
        claves = tuple(f"{azar.getrandbits(64):036x}" for _ in range(28))
        return ev.Secreto("compromiso", claves, f"{azar.getrandbits(64):x}")

    class Grabada(MesaSimulada):
        """La simulada, que además guarda qué se le pidió, cuándo y qué secretos salieron."""

        def __init__(self, meta: Meta) -> None:
            self.pedidas: list[tuple[o.Orden, int]] = []
            self.secretos: list[ev.Secreto] = []
            nada = {"nonce": lambda: "n", "pensar": lambda: 900}
            super().__init__(meta, Modo.NORMAL, (0, 1, 2, 3), ahora=INICIO, sortear=self._nuevo, **nada)

        def _nuevo(self) -> ev.Secreto:
            self.secretos.append(sortear())
            return self.secretos[-1]

        def pedir(self, orden: o.Orden, tarda: int = 100) -> None:
            self.pedidas.append((orden, self.ahora + tarda))
            super().pedir(orden, tarda)

    grabadas = [Grabada(meta) for meta in Meta]
    for una in grabadas:
        una.comenzar()
        una.acabar_partida()

    def partidas() -> None:
        for una in grabadas:
            mesa, otro = Mesa(), iter(una.secretos).__next__
            for orden, ahora in una.pedidas:
                mesa = plegar(mesa, decidir(mesa, orden, ahora, otro))

    renglones = [
        [json.loads(linea)["eventos"] for linea in archivo.read_text(encoding="utf-8").splitlines()]
        for archivo in sorted(DIARIOS.glob("*.jsonl"))
    ]

    def diarios() -> None:
        for diario in renglones:
            mesa = Mesa()
            for eventos in diario:
                mesa = plegar(mesa, [ev.de_lista(datos) for datos in eventos])

    repartos = []
    for n in range(12):
        fichas = azar.sample(range(28), 28)
        manos = tuple(sum(1 << ficha for ficha in fichas[i : i + 7]) for i in (0, 7, 14, 21))
        repartos.append(reglas_mano.repartida(manos, n % 4))
    cuentas = {"jugadas": 0}

    def automatas() -> None:
        cuentas["jugadas"] = 0
        for mano in repartos:
            while mano.desenlace is None:
                mano = reglas_mano.saltar_pases(mano)
                mano = reglas_mano.tirar(mano, *elegir(mirar(mano, Meta.CIEN), 1))
                cuentas["jugadas"] += 1

    def exacto() -> None:
        for mano in repartos[:2]:
            Solucion(mano.manos, Meta.CIEN).alternativas(mano)

    automatas()
    return {
        "decidir y plegar, por orden": (partidas, sum(len(una.pedidas) for una in grabadas)),
        "repetir un diario, por renglón": (diarios, sum(map(len, renglones))),
        "el sencillo, por jugada": (automatas, cuentas["jugadas"]),
        "un reparto exacto": (exacto, 2),
    }


def atender() -> None:
    """En el proceso que mide: por cada nombre que le llega, µs de procesador por unidad."""
    hay = tareas()
    print(json.dumps(list(hay)), flush=True)
    for renglon in sys.stdin:
        hacer, unidades = hay[renglon.strip()]
        antes = time.process_time_ns()
        hacer()
        print((time.process_time_ns() - antes) / 1000 / unidades, flush=True)


class Arbol:
    """Un proceso con el `reglas` de esa raíz, que mide lo que se le pida."""

    def __init__(self, raiz: Path) -> None:
        self._proceso = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), "--atiende"],
            env={**os.environ, "PYTHONPATH": str(raiz), "PYTHONHASHSEED": "0"},
            cwd=raiz,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.nombres: list[str] = json.loads(self._lee())

    def _lee(self) -> str:
        assert self._proceso.stdout is not None
        return self._proceso.stdout.readline()

    def medir(self, nombre: str) -> float:
        """Una vez."""
        assert self._proceso.stdin is not None
        print(nombre, file=self._proceso.stdin, flush=True)
        return float(self._lee())

    def cerrar(self) -> None:
        """Que termine."""
        self._proceso.communicate()


def main() -> None:
    """Escribe la tabla."""
    argumentos = argparse.ArgumentParser(description="El núcleo puro")
    argumentos.add_argument("--contra", type=Path)
    argumentos.add_argument("--segundos", type=float, default=8, help="por cosa")
    argumentos.add_argument("--atiende", action="store_true", help=argparse.SUPPRESS)
    pedido = argumentos.parse_args()
    if pedido.atiende:
        atender()
        return
    arboles = [Arbol(raiz) for raiz in (RAIZ, pedido.contra and pedido.contra.resolve()) if raiz]
    for nombre in arboles[0].nombres:
        medidas: list[list[float]] = [[] for _ in arboles]
        orden, limite = list(range(len(arboles))), time.monotonic() + pedido.segundos
        while time.monotonic() < limite:
            # primero uno y luego el otro, y a la siguiente al revés: lo que le pase a la máquina les toca a los dos
            for cual in orden:
                medidas[cual].append(arboles[cual].medir(nombre))
            orden.reverse()
        texto = f"{nombre:32}" + "".join(f"{min(suyas):12.2f} µs" for suyas in medidas)
        if len(medidas) == 2:
            de_a_pares = median(alla / aqui for aqui, alla in zip(*medidas, strict=True))
            texto += f"   cociente {min(medidas[1]) / min(medidas[0]):.3f}, por parejas de corridas {de_a_pares:.3f}"
        print(texto, flush=True)
    for arbol in arboles:
        arbol.cerrar()


if __name__ == "__main__":
    main()
