"""Una consulta del ORM que se arma una sola vez y después sólo cambia de datos.

Armar una cuesta más de un milisegundo de puro Python, y el lazo de las mesas espera al intérprete mientras: lo que se
pregunta varias veces por segundo se escribe una vez con huecos, y cada pregunta manda sólo sus datos.
"""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

from django.db import connection, models
from django.db.backends.base.base import BaseDatabaseWrapper

from config.base.en_lista import Tipo, abierta, escrita


class Hueco(models.Expression):
    """Donde va un dato al preguntar. Sirve de valor en `filter`; con `tipo` es una lista y sin él, una fecha."""

    output_field = models.Field()

    def __init__(self, lugar: int, tipo: Tipo | None = None) -> None:
        super().__init__()
        self.lugar, self._tipo = lugar, tipo

    def as_sql(self, compiler: Any, connection: BaseDatabaseWrapper) -> Any:
        """El marcador, y él mismo en el lugar de su dato."""
        return ("(%s)" if self._tipo is None else f"({abierta(self._tipo)})"), [self]


class Armada:
    """`armar` recibe un hueco por dato y devuelve la consulta; `tipos`, uno por hueco (None: una fecha).

    Llamarla da los renglones tal como vienen de la base. Se arma una vez por motor.
    """

    def __init__(self, armar: Callable[..., models.QuerySet[Any, Any]], *tipos: Tipo | None) -> None:
        self._armar, self._tipos = armar, tipos
        self._armadas: dict[str, tuple[str, tuple[Any, ...]]] = {}

    def __call__(self, *datos: Collection[int] | Collection[str] | datetime) -> list[tuple[Any, ...]]:
        """Pregunta con estos datos, en el orden de los huecos."""
        texto, valores = self._armadas.get(connection.vendor) or self._armada()
        suyos = [self._dato(dato, tipo) for dato, tipo in zip(datos, self._tipos, strict=True)]
        with connection.cursor() as cursor:
            cursor.execute(texto, [suyos[v.lugar] if isinstance(v, Hueco) else v for v in valores])
            filas: list[tuple[Any, ...]] = cursor.fetchall()
        return filas

    def _armada(self) -> tuple[str, tuple[Any, ...]]:
        consulta = self._armar(*(Hueco(n, tipo) for n, tipo in enumerate(self._tipos))).query
        hecha: tuple[str, tuple[Any, ...]] = consulta.get_compiler(connection=connection).as_sql()
        self._armadas[connection.vendor] = hecha
        return hecha

    @staticmethod
    def _dato(dato: Any, tipo: Tipo | None) -> Any:
        return connection.ops.adapt_datetimefield_value(dato) if tipo is None else escrita(dato, tipo)
