"""Si este proceso y su base están bien: sin eso no vence ningún plazo que castigue (EL9)."""

import asyncio

PARADO = 3.0
"""Segundos sin cerrar una ronda con los que ya no se le da por bueno."""


class Pulso:
    """Cuándo se cerró la última ronda."""

    def __init__(self) -> None:
        self._lazo = asyncio.get_running_loop()
        self._ultimo = self._lazo.time()

    def late(self) -> bool:
        """Si este proceso y su base están bien."""
        return self.callado(self._lazo.time()) < PARADO

    def callado(self, ahora: float) -> float:
        """Segundos desde la última ronda que se cerró."""
        return ahora - self._ultimo

    def latir(self, ahora: float) -> None:
        """Se cerró otra."""
        self._ultimo = ahora
