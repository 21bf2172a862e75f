"""Errores esperables de los servicios en línea: código estable y datos; el texto, en `enlinea.textos.errores`."""

from typing import Any


class ErrorDeServicio(Exception):
    """La orden no se aplicó y nada cambió. `codigo` es estable; `datos` permite explicar qué pasó."""

    def __init__(self, codigo: str, **datos: Any) -> None:
        super().__init__(codigo)
        self.codigo = codigo
        self.datos = datos
