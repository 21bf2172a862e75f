"""A quién se le avisa cuando alguien pudo inscribirse o dejar de estarlo (ES2).

Las otras apps conocen a ésta y no al revés: se apuntan en su `AppConfig.ready`. El aviso va en la misma transacción que
el cambio, para que nadie vea una clasificación sin el recién llegado.
"""

from collections.abc import Callable, Collection
from typing import Any

Oyente = Callable[[Collection[int]], Any]

_oyentes: list[Oyente] = []


def al_cambiar_inscripcion(funcion: Oyente) -> None:
    """Apunta una función que recibe las cuentas por revisar; apuntarla dos veces no la llama dos veces."""
    if funcion not in _oyentes:
        _oyentes.append(funcion)


def avisar_inscripcion(cuenta_id: int) -> None:
    """La suscripción o la actividad de esa cuenta acaba de cambiar."""
    for funcion in _oyentes:
        funcion([cuenta_id])
