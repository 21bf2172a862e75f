"""Errores esperables de cuentas y suscripciones: código estable y datos; el texto se forma en el borde."""

from typing import Any


class ErrorDeSuscripcion(Exception):
    """La orden no se aplicó y nada cambió."""

    def __init__(self, codigo: str, **datos: Any) -> None:
        super().__init__(codigo)
        self.codigo = codigo
        self.datos = datos
