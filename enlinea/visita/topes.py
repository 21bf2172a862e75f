"""Cuánto puede pedir quien prueba sin cuenta: por red y entre todos (D484). Se olvida en diez minutos.

Holgado: un salón entero sale por una misma dirección. Lo que cuida es la memoria y el procesador de la casa.
"""

import time
from functools import partial

from django.core.cache import caches

from config.base.contador import sumar

CACHE = "visitas"
VENTANA = 600
"""Segundos que se cuentan juntos."""
MANOS_POR_RED, MANOS_EN_TOTAL = 60, 600
PEDIDOS_POR_RED, PEDIDOS_EN_TOTAL = 3_000, 15_000
"""Una mano son unos diez; otro tanto, mirar la partida de la casa."""
DIBUJOS_POR_RED, DIBUJOS_EN_TOTAL = 120, 1_200
"""La imagen de un estudio, cuando no está ya dibujada: unos 40 ms de procesador."""


class Lleno(Exception):
    """Por ahora no cabe: faltan `segundos`."""

    def __init__(self, segundos: int) -> None:
        super().__init__(segundos)
        self.segundos = segundos


def contar_mano(red: str) -> None:
    """Una mano nueva. Levanta `Lleno`."""
    _contar("manos", red, MANOS_POR_RED, MANOS_EN_TOTAL)


def contar_pedido(red: str) -> None:
    """Cualquier otra cosa que se pide. Levanta `Lleno`."""
    _contar("pedidos", red, PEDIDOS_POR_RED, PEDIDOS_EN_TOTAL)


def contar_dibujo(red: str) -> None:
    """Una imagen por dibujar. Levanta `Lleno`."""
    _contar("dibujos", red, DIBUJOS_POR_RED, DIBUJOS_EN_TOTAL)


def _contar(que: str, red: str, por_red: int, en_total: int) -> None:
    """Primero la red: a quien ya pasó la suya no se le descuenta a todos. El propio equipo no es red."""
    ahora = time.time()
    ventana = int(ahora // VENTANA)
    van = partial(sumar, segundos=VENTANA, en=caches[CACHE])
    if (red and van(f"{que}:{ventana}:{red}") > por_red) or van(f"{que}:{ventana}") > en_total:
        raise Lleno(max(1, int((ventana + 1) * VENTANA - ahora)))
