"""Cuánto calla la mesa: de que a alguien se le corta el socket a que ve, y de que tira a que se le acusa."""

import time
from dataclasses import dataclass, field

from bench.caos.testigos import Testigo
from bench.comun import mensajes as m
from bench.comun.jugador import Jugador, Pedida


@dataclass
class Silencios(Testigo):
    """Lo de `bench/caos`, y lo que cada quien esperó."""

    sin_mesa: list[float] = field(default_factory=list)
    """Segundos de cada corte: del cierre del socket a la primera vista."""
    sin_acuse: list[float] = field(default_factory=list)
    """Segundos de cada orden, de que se mandó por primera vez a su acuse."""
    detenidas: dict[int, float] = field(default_factory=dict)
    """Mesa → desde cuándo espera a alguien."""
    detenida: list[float] = field(default_factory=list)
    """Segundos que una mesa esperó a quien había perdido el socket."""
    _desde: dict[Jugador, float] = field(default_factory=dict)

    def desconectado(self, j: Jugador, codigo: int) -> None:
        super().desconectado(j, codigo)
        self._desde.setdefault(j, time.perf_counter())

    def visto(self, j: Jugador, vista: m.Vista) -> None:
        ahora = time.perf_counter()
        if (desde := self._desde.pop(j, None)) is not None:
            self.sin_mesa.append(ahora - desde)
        if vista.datos.ausentes is not None:
            self.detenidas.setdefault(j.mesa_id, ahora)
        elif (desde := self.detenidas.pop(j.mesa_id, None)) is not None:
            self.detenida.append(ahora - desde)

    def acusado(self, j: Jugador, pedida: Pedida, acuse: m.Acuse) -> None:
        super().acusado(j, pedida, acuse)
        self.sin_acuse.append(time.perf_counter() - pedida.enviada)

    def peor(self) -> float:
        """El silencio más largo que alguien vio."""
        return max([*self.sin_mesa, *self.sin_acuse, *self.detenida], default=0.0)
