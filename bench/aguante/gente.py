"""La gente que va y viene: en la mesa se va la señal y se vuelve; en el Recreo, el teléfono se cierra y se abre."""

import asyncio
import random

from bench.aguante.velada import Velada
from bench.comun.jugador import Jugador, Pensada, conectar_todos, sentar
from bench.mesas.cliente import Medidor
from bench.recreo.cliente import Medida

FUERA = (0.5, 6.0)
"""Segundos que alguien está sin señal: menos de lo que lo haría ausente (EL9)."""
DE_A = 10
"""De cuántos en cuántos se conectan los Recreos."""


class Salon:
    """Las mesas en línea y sus jugadores."""

    def __init__(self, mesas: list[dict], puerto: int, azar: random.Random) -> None:
        self.medidor, self._azar = Medidor(), azar
        self.jugadores: list[Jugador] = [j for mesa in mesas for j in sentar(mesa, [puerto], self.medidor, azar)]
        for j in self.jugadores:
            j.ritmo = Pensada(1.0, azar=random.Random(azar.getrandbits(64)))

    async def llenar(self) -> None:
        """Todos a sus mesas."""
        await conectar_todos(self.jugadores)

    async def ir_y_venir(self, cada: float) -> None:
        """Cada tanto, en segundos, a uno se le va la señal y vuelve."""
        while True:
            await asyncio.sleep(self._azar.expovariate(1 / cada))
            j = self._azar.choice(self.jugadores)
            if j.enchufe is None or j.fuera:
                continue
            j.reconecta = False
            j.enchufe.cortar()
            await asyncio.sleep(self._azar.uniform(*FUERA))
            j.reconecta = True
            await j.conectar()

    def fallas(self) -> list[str]:
        """Lo que ninguna persona debió ver."""
        echados = sorted({j.fuera for j in self.jugadores if j.fuera})
        vistas = [*self.medidor.fallas, *(f for j in self.jugadores for f in j.fallas)]
        return vistas + [f"echado: {motivo}" for motivo in echados]

    def irse(self) -> None:
        """Cierra todo."""
        for j in self.jugadores:
            j.irse()


class Tertulias:
    """Los Recreos, con sus dieciséis teléfonos cada uno."""

    def __init__(self, datos: list[dict], puerto: int, cada: float, azar: random.Random) -> None:
        self.recreos = [Velada(puerto, d, cada) for d in datos]
        self.medida, self._azar = Medida(), azar

    async def llenar(self) -> None:
        """Todos miran su mesa."""
        for i in range(0, len(self.recreos), DE_A):
            await asyncio.gather(*(r.conectar() for r in self.recreos[i : i + DE_A]))

    async def anotar(self, fin: float) -> None:
        """Cada mesa, a su ritmo, hasta `fin` (de `time.perf_counter`)."""
        await asyncio.gather(*(r.anotadores(fin, self.medida) for r in self.recreos))

    async def ir_y_venir(self, cada: float) -> None:
        """Cada tanto, en segundos, un teléfono se cierra y se abre."""
        while True:
            await asyncio.sleep(self._azar.expovariate(1 / cada))
            recreo = self._azar.choice(self.recreos)
            await recreo.reabrir(self._azar.randrange(len(recreo.telefonos)))

    def irse(self) -> None:
        """Cierra todo."""
        for r in self.recreos:
            r.cerrar()
