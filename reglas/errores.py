"""El único error esperable del paquete: una regla que no se cumple, con código estable y datos."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from reglas.textos import redactar


class ErrorDeRegla(Exception):
    """Algo que el reglamento o el formato no permiten. El texto para la persona se forma con `mensaje()`."""

    def __init__(self, codigo: str, **datos: Any) -> None:
        super().__init__(codigo)
        self.codigo = codigo
        self.datos: dict[str, Any] = datos

    def mensaje(self) -> str:
        """Texto en español: dónde, qué pasó y qué hacer."""
        return redactar(self.codigo, self.datos)

    def __str__(self) -> str:
        return self.mensaje()


@contextmanager
def situar(**donde: Any) -> Iterator[None]:
    """Agrega a los errores que nazcan dentro dónde ocurrieron, sin pisar lo que ya digan."""
    try:
        yield
    except ErrorDeRegla as error:
        error.datos = {**donde, **error.datos}
        raise
