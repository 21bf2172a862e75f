"""Un renglón del diario y su llave."""

from typing import NamedTuple, TypeAlias
from uuid import UUID

from reglas.mesa.eventos import Evento


class Renglon(NamedTuple):
    """Una orden confirmada. `eventos` es JSON, y dentro se mide con la hora de las mesas; `instante` es la fecha, en ms
    desde 1970 según la base (`docs/decisiones/011`).
    """

    mesa: int
    num: int
    id_orden: UUID
    asiento: int
    esquema: int
    eventos: str
    instante: int


class Leido(NamedTuple):
    """Un renglón con sus eventos ya leídos; `fecha`, ms desde 1970."""

    num: int
    eventos: list[Evento]
    fecha: int


Llave: TypeAlias = tuple[int, int, UUID]
"""Mesa, `num` e `id_orden`: con qué se reconoce un renglón."""
