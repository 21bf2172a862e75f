"""Dar órdenes a la vez, cada una en su hilo y con su propia conexión a la base."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from recreo import servicios
from recreo.errores import ErrorDeServicio
from recreo.models import Orden
from tests.a_la_vez import correr_a_la_vez
from tests.recreo.mesa import Mesero

a_la_vez = partial(correr_a_la_vez, ErrorDeServicio)


def codigos(quedo: list[Any]) -> list[str]:
    """El código de cada error y «ok» de cada orden aplicada, en orden alfabético."""
    return sorted(r.codigo if isinstance(r, ErrorDeServicio) else "ok" for r in quedo)


@contextmanager
def cuenta_exacta(*meseros: Mesero) -> Iterator[list[Any]]:
    """La versión de cada Recreo sube uno por orden aplicada, y cada orden aplicada queda escrita una vez."""
    antes = [(m.version, Orden.objects.filter(recreo_id=m.id).count()) for m in meseros]
    quedo: list[Any] = []
    yield quedo
    aplicadas = sum(isinstance(r, servicios.Resultado) and not r.repetida for r in quedo)
    subio = [m.version - v for m, (v, _n) in zip(meseros, antes, strict=True)]
    escritas = [Orden.objects.filter(recreo_id=m.id).count() - n for m, (_v, n) in zip(meseros, antes, strict=True)]
    assert subio == escritas
    assert sum(subio) == aplicadas
