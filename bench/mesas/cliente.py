"""Los clientes de la medida, en su propio proceso y su núcleo.

Recibe por la entrada `{"puertos", "mesas", "modo", "rondas", "segundos", "calienta", "semilla", "pasos"}` y escribe un
renglón JSON por suceso: `conectado`, `empieza`, uno `ronda` por ronda y `fin`.
"""

import asyncio
import gc
import json
import random
import sys
import time
from typing import Any

import uvloop

from bench.comun import mensajes as m
from bench.comun.jugador import Escucha, Jugador, Pedida, Pensada, conectar_todos, sentar
from bench.comun.procesos import percentil

LOS_CUATRO = 0b1111
UNA_DE_CADA = 64
"""A cuántas vistas se les revisa todo el contenido; las claves, a todas."""
REPOSO = 3.0
"""Segundos entre parar la basura del cliente y empezar a medir."""
MIRADA = 0.01
"""Segundos entre dos miradas al atraso del propio cliente."""


class Medidor(Escucha):
    """Jugadas con acuse y, de cada una, cuánto tardó en verla el último de los cuatro."""

    def __init__(self) -> None:
        self.jugadas = self.vistas = 0
        self.demoras: list[float] = []
        # por mesa, las que aún no ven los cuatro: [posición, salida, máscara de quienes ya]
        self._en_curso: dict[int, list[list[Any]]] = {}
        self.fallas: list[str] = []

    def pedido(self, j: Jugador, pedida: Pedida) -> None:
        if pedida.tipo == "tirar":
            self._en_curso.setdefault(j.mesa_id, []).append([pedida.posicion, pedida.enviada, 0])

    def visto(self, j: Jugador, vista: m.Vista) -> None:
        self.vistas += 1
        if self.vistas % UNA_DE_CADA == 0:
            self.fallas += m.faltas(vista)
        esperan = self._en_curso.get(j.mesa_id)
        if not esperan:
            return
        for una in esperan:
            if j.posicion > una[0]:
                una[2] |= 1 << j.persona
        while esperan and esperan[0][2] == LOS_CUATRO:
            assert j.enchufe is not None
            self.demoras.append((j.enchufe.llego - esperan.pop(0)[1]) * 1000)

    def acusado(self, j: Jugador, pedida: Pedida, acuse: m.Acuse) -> None:
        if pedida.tipo == "tirar":
            self.jugadas += 1

    def rechazado(self, j: Jugador, pedida: Pedida | None, rechazo: m.Rechazo) -> None:
        if pedida is not None and pedida.tipo == "tirar":
            esperan = self._en_curso.get(j.mesa_id, [])
            self._en_curso[j.mesa_id] = [una for una in esperan if una[0] != pedida.posicion]

    def ronda(self) -> tuple[int, list[float]]:
        """Lo medido desde la ronda anterior."""
        hecho = (self.jugadas, self.demoras)
        self.jugadas, self.demoras = 0, []
        return hecho


class Atraso:
    """Cuánto se atrasó el lazo de los clientes: lo que tarda en oír no es del servidor."""

    def __init__(self) -> None:
        self._lazo = asyncio.get_running_loop()
        self._peor = 0.0
        self._mirar(self._lazo.time())

    def _mirar(self, debia: float) -> None:
        ahora = self._lazo.time()
        self._peor = max(self._peor, ahora - debia)
        self._lazo.call_at(ahora + MIRADA, self._mirar, ahora + MIRADA)

    def ronda(self) -> float:
        """El peor desde la ronda anterior, ms."""
        peor, self._peor = self._peor, 0.0
        return peor * 1000


def decir(suceso: str, **datos: Any) -> None:
    """Un renglón para quien nos arrancó."""
    print(json.dumps({"suceso": suceso, **datos}), flush=True)


async def medir(pedido: dict[str, Any]) -> None:
    """Conecta, calienta y mide por rondas."""
    azar = random.Random(pedido["semilla"])
    medidor = Medidor()
    jugadores = [j for mesa in pedido["mesas"] for j in sentar(mesa, pedido["puertos"], medidor, azar)]
    for j in jugadores:
        j.revisa, j.pasos = False, pedido["pasos"]
        if pedido["modo"] == "abierto":
            j.ritmo = Pensada(1.0, azar=random.Random(azar.getrandbits(64)))
    await conectar_todos(jugadores)
    decir("conectado", sockets=len(jugadores))
    await asyncio.sleep(pedido["calienta"])
    gc.collect()
    gc.freeze()
    gc.disable()
    # recoger la basura de cuatro mil jugadores los calla a todos y luego hablan juntos: esa ráfaga es nuestra
    await asyncio.sleep(min(REPOSO, pedido["calienta"]))
    atraso = Atraso()
    medidor.ronda()
    decir("empieza")
    for numero in range(pedido["rondas"]):
        cpu, empezo = time.process_time(), time.perf_counter()
        await asyncio.sleep(pedido["segundos"])
        duro = time.perf_counter() - empezo
        jugadas, demoras = medidor.ronda()
        peor_atraso = atraso.ronda()
        decir(
            "ronda",
            ronda=numero + 1,
            jugadas=jugadas,
            por_segundo=round(jugadas / duro, 1),
            p50=round(percentil(demoras, 50), 2),
            p95=round(percentil(demoras, 95), 2),
            p99=round(percentil(demoras, 99), 2),
            peor=round(max(demoras, default=0.0), 1),
            atraso_cliente=round(peor_atraso, 1),
            cpu_cliente=round((time.process_time() - cpu) / duro * 100, 1),
            duro=duro,
        )
    decir("fin", **resumen(jugadores, medidor))
    for j in jugadores:
        j.irse()


def resumen(jugadores: list[Jugador], medidor: Medidor) -> dict[str, Any]:
    """Lo que no debería pasar: rechazos, caídas, vistas de más, tarjetas."""
    rechazos: dict[str, int] = {}
    for j in jugadores:
        for codigo, veces in j.rechazos.items():
            rechazos[codigo] = rechazos.get(codigo, 0) + veces
    fallas = [*medidor.fallas, *(f for j in jugadores for f in j.fallas)]
    partidas = sum(j.posicion[0] for j in jugadores if j.persona == 0)
    amarillas = sum(sum(j.vista.datos.amarillas) for j in jugadores if j.persona == 0 and j.vista is not None)
    return {
        "rechazos": rechazos,
        "desconexiones": sum(j.desconexiones for j in jugadores),
        "echados": sorted({j.fuera for j in jugadores if j.fuera}),
        "jugando": sum(1 for j in jugadores if j.persona == 0 and j.posicion[0] > 0),
        "partidas": partidas,
        "amarillas": amarillas,
        "vistas": medidor.vistas,
        "fallas": len(fallas),
        "muestra_de_fallas": fallas[:5],
    }


if __name__ == "__main__":
    uvloop.run(medir(json.load(sys.stdin)))
