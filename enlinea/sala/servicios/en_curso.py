"""Cómo van las mesas que se juegan, apuntado para que la Sala lo enseñe (D476). Fuera del camino de la jugada."""

from collections.abc import Collection
from typing import NamedTuple

from enlinea.models import EnCurso, Mesa


class ComoVa(NamedTuple):
    """Lo que se apunta de una mesa; `lugares`: por asiento, quién va (su lugar al armarla)."""

    mesa_id: int
    partida: int
    mano: int
    marcador: tuple[str, ...]
    """De cada bando."""
    lugares: str


def en_curso_guardar(vienen: Collection[ComoVa]) -> None:
    """De una vez, en orden de mesa: dos procesos a la vez no se traban."""
    filas = [
        EnCurso(
            mesa_id=c.mesa_id, partida=c.partida, mano=c.mano, marcador_0=c.marcador[0], marcador_1=c.marcador[1],
            marcador_mas=",".join(c.marcador[2:]), lugares=c.lugares,
        )
        for c in sorted(vienen)
    ]  # fmt: skip
    EnCurso.objects.bulk_create(
        filas,
        update_conflicts=True,
        unique_fields=["mesa"],
        update_fields=["partida", "mano", "marcador_0", "marcador_1", "marcador_mas", "lugares"],
    )


def en_curso_limpiar() -> int:
    """Borra lo de las mesas que ya terminaron; devuelve cuántas."""
    return EnCurso.objects.exclude(mesa__estado=Mesa.Estado.LISTA).delete()[0]
