"""Las dos horas de las mesas (`docs/decisiones/011`).

Con `ahora` se miden turnos y ausencias: es tiempo transcurrido, que cada proceso lleva con su reloj monótono y guarda
en su latido. Ningún reloj de pared la mueve; el proceso que nace la toma donde la dejó el último latido, y lo que no
hubo proceso no transcurrió. La `fecha` dice cuándo fue algo: es la de la base y sí puede saltar.
"""

import time
from datetime import UTC, datetime

ACERCA = 250
"""Ms que se adelanta, a lo más, en cada latido hacia el proceso que vaya adelante: nadie puede empujarla de golpe."""


class Hora:
    """Las de este proceso; sin latidos guardados, las dos empiezan iguales."""

    def __init__(self) -> None:
        self._corrimiento = self._de_la_fecha = time.time_ns() - time.monotonic_ns()
        self.puesta = False
        """Si ya se tomó la de los demás procesos, o no los hubo nunca."""

    def ahora(self) -> int:
        """Milisegundos transcurridos; no vuelve atrás ni brinca. Se parecen a los de 1970, pero no son una fecha."""
        return (time.monotonic_ns() + self._corrimiento) // 1_000_000

    def fecha(self) -> int:
        """Milisegundos desde 1970, según la base: para decir cuándo, nunca para medir cuánto."""
        return (time.monotonic_ns() + self._de_la_fecha) // 1_000_000

    def seguir(self, ultimo: int | None) -> None:
        """Al nacer el proceso: sigue donde quedó el último latido (ms) de cualquiera. Ya puesta, no hace nada."""
        if not self.puesta and ultimo is not None:
            self._corrimiento = ultimo * 1_000_000 - time.monotonic_ns()
        self.puesta = True

    def acercar(self, otra: int) -> None:
        """Hacia la (ms) de quien vaya adelante, sin brincar: así todos los procesos acaban midiendo con la misma."""
        adelante = otra - self.ahora()
        if adelante > 0:
            self._corrimiento += min(adelante, ACERCA) * 1_000_000

    def ajustar(self, de_la_base: int, tardo_ns: int) -> None:
        """Pone la fecha con una lectura de la base; `tardo_ns` duró la pregunta, se supone que a la mitad."""
        self._de_la_fecha = de_la_base * 1_000_000 + tardo_ns // 2 - time.monotonic_ns()


def en_fecha(ms: int) -> datetime:
    """El instante de una `fecha` del diario."""
    return datetime.fromtimestamp(ms / 1000, tz=UTC)


hora = Hora()
