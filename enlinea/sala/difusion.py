"""Único lugar desde el que se avisa «cambió la Sala». No lleva datos: cada proceso relee lo suyo."""

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

GRUPO = "sala"


def avisar() -> None:
    """A todos los procesos. Perder un aviso no importa: cada uno relee la Sala solo, cada poco."""
    capa = get_channel_layer()
    if capa is not None:
        async_to_sync(capa.group_send)(GRUPO, {"type": "sala.cambio"})


def avisar_al_confirmar() -> None:
    """Cuando la transacción quede; si se deshace, nada."""
    transaction.on_commit(avisar, robust=True)
