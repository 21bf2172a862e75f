"""El azar de la casa: una clave UUID v4 por ficha y una semilla, de la fuente criptográfica del sistema (RG1)."""

import secrets
from uuid import UUID

from reglas.fichas import FICHAS
from reglas.mesa.eventos import Secreto
from reglas.sorteo import compromiso_de

OCTETOS = 16
"""De cada clave."""


def sortear() -> Secreto:
    """Un secreto nuevo con su compromiso. Todo el azar se pide de una vez: cada llamada al sistema cuesta."""
    azar = secrets.token_bytes(len(FICHAS) * OCTETOS)
    claves = tuple([str(UUID(bytes=azar[n : n + OCTETOS], version=4)) for n in range(0, len(azar), OCTETOS)])
    semilla = secrets.token_hex(32)
    return Secreto(compromiso_de(claves, semilla), claves, semilla)
