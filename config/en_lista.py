"""«Está en esta lista» con UN parámetro: con miles de valores, un marcador por cada uno cuesta más que buscar."""

import json
from collections.abc import Collection
from typing import Literal

from django.db import connection
from django.db.models.expressions import RawSQL

Tipo = Literal["bigint", "text"]


def en_lista(valores: Collection[int] | Collection[str], tipo: Tipo) -> RawSQL:
    """Para `filter(campo__in=en_lista(...))`. `tipo` es el de la columna."""
    if connection.vendor == "postgresql":
        return RawSQL(f"SELECT unnest(%s::{tipo}[])", [list(valores)])
    return RawSQL("SELECT value FROM json_each(%s)", [json.dumps(list(valores))])
