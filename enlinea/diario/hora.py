"""La hora de la mesa: la de la base, en milisegundos, para que todos los procesos midan con el mismo reloj."""

import time


class Hora:
    """El reloj monótono de esta máquina, corrido hasta la hora de la base."""

    def __init__(self) -> None:
        self._corrimiento = time.time_ns() - time.monotonic_ns()

    def ahora(self) -> int:
        """Milisegundos desde 1970."""
        return (time.monotonic_ns() + self._corrimiento) // 1_000_000

    def ajustar(self, de_la_base: int, tardo_ns: int) -> None:
        """Corrige con una lectura de la base; `tardo_ns` es lo que duró la pregunta, se supone que a la mitad."""
        self._corrimiento = de_la_base * 1_000_000 + tardo_ns // 2 - time.monotonic_ns()


hora = Hora()
