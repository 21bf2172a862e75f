"""A quién se le avisa cuando una suspensión empieza o se levanta (SU3), o alguien sale, para que corte al momento.

Las otras apps conocen a ésta y no al revés: se apuntan en su `AppConfig.ready`. El aviso sale al confirmar; si se
pierde, cada quien lo ve solo al volver a preguntar.
"""

from collections.abc import Callable

from django.db import transaction

Oyente = Callable[[], None]

_oyentes: list[Oyente] = []


def al_suspender(funcion: Oyente) -> None:
    """Apunta una función sin datos; apuntarla dos veces no la llama dos veces."""
    if funcion not in _oyentes:
        _oyentes.append(funcion)


def avisar_corte() -> None:
    """Cambió quién está suspendido o quién salió: se dice cuando la transacción quede."""
    for funcion in _oyentes:
        transaction.on_commit(funcion, robust=True)
