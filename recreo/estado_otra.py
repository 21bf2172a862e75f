"""Lo que de un Recreo terminado se sabe de las que armaron con los mismos y siguen vivas (D817)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Como(StrEnum):
    """Cómo está, para quien tuvo lugar en el que terminó, el suyo en el nuevo."""

    DENTRO = "dentro"
    LIBRE = "libre"
    AHORA_NO = "ahora_no"
    """Libre, y dijo que no quiere."""
    TOMADO = "tomado"
    """Ya entró otra persona en él."""
    NINGUNO = ""
    """No le tocó, o quien organiza lo cambió."""


@dataclass(frozen=True)
class OtraVista:
    """Una de ésas."""

    id: int
    codigo: str
    organiza: str
    """Cómo se llama en ella quien la armó."""
    lugares: Mapping[int, tuple[str, Como]]
    """De cada número del que terminó, su nombre en ella y cómo está su lugar."""
