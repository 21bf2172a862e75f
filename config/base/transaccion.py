"""Transacciones que se repiten si la base las deshizo por haberse trabado con otra."""

from collections.abc import Callable
from typing import TypeVar

from django.db import OperationalError, connection, transaction

R = TypeVar("R")

# Dos transacciones que se esperan una a otra, o que PostgreSQL no pudo poner en fila: la base deshizo una, entera.
TRABADAS = ("40P01", "40001")
INTENTOS = 5


def en_transaccion(aplicar: Callable[[], R]) -> R:
    """Todo o nada. Si la base deshace la transacción porque se trabó con otra, se repite desde el principio."""
    anidada = connection.in_atomic_block
    for intento in range(1, INTENTOS + 1):
        try:
            with transaction.atomic():
                return aplicar()
        except OperationalError as e:
            # dentro de otra transacción no se puede repetir: la base ya la deshizo completa
            if anidada or intento == INTENTOS or getattr(e.__cause__, "sqlstate", "") not in TRABADAS:
                raise
    raise AssertionError("inalcanzable")


def de_a_uno(turno: int) -> None:
    """Hasta que acabe esta transacción, las demás que piden el mismo turno esperan. En SQLite se escribe de a uno."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [turno])
