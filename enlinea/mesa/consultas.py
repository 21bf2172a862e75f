"""El lugar de una cuenta en una mesa: lo que decide si puede abrir su página."""

from dataclasses import dataclass

from enlinea.models import Lugar, Mesa
from reglas.reglamento import AMIGOS, Reglamento, reglamento_de_texto


@dataclass(frozen=True, slots=True)
class MiLugar:
    """Una mesa vista por quien la pide; `sentado` si aceptó y la mesa sigue viva."""

    mesa_id: int
    nombre: str
    meta: str
    modo: str
    estado: str
    sentado: bool
    invitado: bool
    se_mira: bool = False
    reglamento: Reglamento = AMIGOS


def mi_lugar(mesa_id: int, cuenta_id: int) -> MiLugar | None:
    """El lugar de la cuenta en esa mesa, o None si no es suya (o no existe: no se distingue)."""
    lugar = Lugar.objects.filter(mesa__id=mesa_id, cuenta_id=cuenta_id).select_related("mesa").first()
    if lugar is None:
        return None
    mesa = lugar.mesa
    return MiLugar(
        mesa_id=mesa.pk,
        nombre=mesa.nombre,
        meta=mesa.meta,
        modo=mesa.modo,
        estado=mesa.estado,
        sentado=lugar.activo and mesa.estado == Mesa.Estado.LISTA,
        invitado=lugar.activo and mesa.estado in (Mesa.Estado.ABIERTA, Mesa.Estado.INVITANDO),
        se_mira=mesa.se_mira,
        reglamento=reglamento_de_texto(mesa.reglamento),
    )


def mesa_viva_de(cuenta_id: int) -> int | None:
    """La mesa lista en que la cuenta tiene lugar activo."""
    lugar = Lugar.objects.filter(cuenta_id=cuenta_id, activo=True, mesa__estado=Mesa.Estado.LISTA).first()
    return lugar.mesa_id if lugar else None
