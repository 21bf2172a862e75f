"""Un renglón del diario y su llave."""

from typing import NamedTuple, TypeAlias
from uuid import UUID


class Renglon(NamedTuple):
    """Una orden confirmada; `eventos` es JSON e `instante`, ms de la hora de la base."""

    mesa: int
    num: int
    id_orden: UUID
    asiento: int
    esquema: int
    eventos: str
    instante: int


Llave: TypeAlias = tuple[int, int, UUID]
"""Mesa, `num` e `id_orden`: con qué se reconoce un renglón."""
