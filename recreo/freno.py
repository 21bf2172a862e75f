"""Hasta dónde se prueba a adivinar un código: por red, y la espera crece (D236).

El enlace y el QR no pasan por aquí: llevan una clave que no se adivina. Cada intento se aparta antes de mirar y se
devuelve si acertó, así que cuarenta a la vez cuentan como cuarenta.
"""

import time

from django.core.cache import cache
from django.http import HttpRequest

from config.base.contador import sumar
from config.servidor.red import direccion_de_peticion, red_de

LIBRES = 10
"""Fallas que no esperan: un club entero tecleando mal. Luego una por espera, de 4 s, 8, 16… hasta quince minutos."""
PRIMERA, MAYOR = 4, 900
OLVIDO = 3_600
"""Segundos desde la primera falla."""


class DemasiadosIntentos(Exception):
    """Todavía no: faltan `segundos`."""

    def __init__(self, segundos: int) -> None:
        super().__init__(segundos)
        self.segundos = segundos


class Intento:
    """Uno de una red; con `acerto` deja de contar."""

    def __init__(self, red: str) -> None:
        self._llave = f"recreo:puerta:{red}" if red else ""
        self.hace_esperar = False
        """Si por él esperan los demás de su red."""

    def acerto(self) -> None:
        """No era adivinar: ni cuenta ni hace esperar a nadie."""
        if self._llave:
            sumar(self._llave, OLVIDO, -1)
        if self.hace_esperar:
            cache.delete_many([f"{self._llave}:espera"])


def intentar(peticion: HttpRequest) -> Intento:
    """Aparta un intento de la red de quien pide. Levanta `DemasiadosIntentos`. El propio equipo no se cuenta."""
    red = red_de(direccion_de_peticion(peticion))
    intento = Intento(red)
    if not red:
        return intento
    llave = f"recreo:puerta:{red}"
    van = sumar(llave, OLVIDO)
    if van <= LIBRES:
        return intento
    espera = min(PRIMERA * 2 ** min(van - LIBRES - 1, 10), MAYOR)
    if cache.add(f"{llave}:espera", time.time() + espera, timeout=espera):
        intento.hace_esperar = True
        return intento
    sumar(llave, OLVIDO, -1)
    hasta: float = cache.get(f"{llave}:espera") or 0.0
    raise DemasiadosIntentos(max(1, round(hasta - time.time())))
