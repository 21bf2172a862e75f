"""«Está en esta lista» con UN parámetro: con miles de valores, un marcador por cada uno cuesta más que buscar."""

import json
from collections.abc import Collection, Iterable
from typing import Literal
from uuid import UUID

from django.db import connection
from django.db.models.expressions import RawSQL

Tipo = Literal["bigint", "text", "uuid"]


def en_lista(valores: Collection[int] | Collection[str] | Collection[UUID], tipo: Tipo) -> RawSQL:
    """Para `filter(campo__in=en_lista(...))`. `tipo` es el de la columna."""
    return RawSQL(abierta(tipo), [escrita(valores, tipo)])


def abierta(tipo: Tipo) -> str:
    """La lista como tabla, con un marcador para lo que da `escrita`."""
    return f"SELECT unnest(%s::{tipo}[])" if connection.vendor == "postgresql" else "SELECT value FROM json_each(%s)"


def escrita(valores: Collection[int] | Collection[str] | Collection[UUID], tipo: Tipo) -> str:
    """La lista en un solo dato, como la entiende esta base."""
    if connection.vendor == "postgresql":
        return (arreglo_de_textos if tipo == "text" else arreglo)(valores)
    # SQLite guarda un uuid como texto, sin guiones
    return json.dumps([UUID(str(v)).hex for v in valores] if tipo == "uuid" else list(valores))


def arreglo(valores: Iterable[object]) -> str:
    """Un arreglo de PostgreSQL, escrito: números o uuid, que no llevan comillas.

    El controlador escribe los arreglos de a un elemento en Python: miles detienen al intérprete varios milisegundos.
    """
    return "{" + ",".join(map(str, valores)) + "}"


def arreglo_de_textos(valores: Iterable[object]) -> str:
    """Lo mismo, de textos: cada uno entre comillas."""
    return "{" + ",".join('"' + str(v).replace("\\", "\\\\").replace('"', '\\"') + '"' for v in valores) + "}"
