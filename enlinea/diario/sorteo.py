"""El azar de la casa: 28 claves UUID v4 y una semilla, de la fuente criptográfica del sistema (RG1)."""

import secrets
from uuid import UUID

from reglas.mesa.eventos import Secreto
from reglas.sorteo import compromiso_de

FICHAS, OCTETOS = 28, 16


def sortear() -> Secreto:
    """Un secreto nuevo con su compromiso. Todo el azar se pide de una vez: cada llamada al sistema cuesta."""
    azar = secrets.token_bytes(FICHAS * OCTETOS)
    claves = tuple([str(UUID(bytes=azar[n : n + OCTETOS], version=4)) for n in range(0, len(azar), OCTETOS)])
    semilla = secrets.token_hex(32)
    return Secreto(compromiso_de(claves, semilla), claves, semilla)
