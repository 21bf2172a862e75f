"""Una consulta del ORM que se arma una sola vez y después sólo cambia de datos.

Armar una cuesta más de un milisegundo de puro Python, y el lazo de las mesas espera al intérprete mientras: lo que se
pregunta varias veces por segundo se escribe una vez con huecos, y cada pregunta manda sólo sus datos.
"""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import connection, models
from django.db.backends.base.base import BaseDatabaseWrapper

from config.base.en_lista import Tipo, abierta, escrita

M = TypeVar("M", bound=models.Model)
Dato = Collection[int] | Collection[str] | Collection[UUID] | datetime


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

    def __call__(self, *datos: Dato) -> list[tuple[Any, ...]]:
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


class ArmadaDeModelo(Generic[M]):
    """Como `Armada`, y da las filas de `modelo` que daría el ORM: `armar` las pide enteras, sin anotar nada."""

    def __init__(self, modelo: type[M], armar: Callable[..., models.QuerySet[M]], *tipos: Tipo | None) -> None:
        self._modelo, self._armada = modelo, Armada(armar, *tipos)
        self._se_traducen: dict[str, list[tuple[int, Any]]] = {}

    def __call__(self, *datos: Dato) -> list[M]:
        """Las filas con estos datos, en el orden de los huecos."""
        se_traducen = self._se_traducen.get(connection.vendor)
        if se_traducen is None:
            se_traducen = self._se_traducen[connection.vendor] = self._columnas()
        # los traductores son de la conexión: guardarlos no la dejaría cerrarse
        traductores = [(n, columna, _traductores(columna)) for n, columna in se_traducen]
        campos = [c.attname for c in self._modelo._meta.concrete_fields]
        filas = (_traducida(fila, traductores) for fila in self._armada(*datos))
        return [self._modelo.from_db(connection.alias, campos, fila) for fila in filas]

    def _columnas(self) -> list[tuple[int, Any]]:
        """Las que esta base no da como las quiere su campo."""
        todas = [c.get_col(self._modelo._meta.db_table) for c in self._modelo._meta.concrete_fields]
        return [(n, columna) for n, columna in enumerate(todas) if _traductores(columna)]


def _traductores(columna: Any) -> list[Any]:
    suyos: list[Any] = connection.ops.get_db_converters(columna) + columna.get_db_converters(connection)
    return suyos


def _traducida(fila: tuple[Any, ...], traductores: list[tuple[int, Any, list[Any]]]) -> list[Any]:
    valores = list(fila)
    for n, columna, suyos in traductores:
        for traducir in suyos:
            valores[n] = traducir(valores[n], columna, connection)
    return valores
