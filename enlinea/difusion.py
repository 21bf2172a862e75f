"""Único lugar desde el que se avisa «cambió la Sala». No lleva datos: cada proceso relee lo suyo."""

from django.db import transaction

from config.vivo.publicar import difundir

GRUPO = "sala"


def avisar() -> None:
    """A todos los procesos. Perder un aviso no importa: cada uno relee la Sala solo, cada poco."""
    difundir(GRUPO, {"type": "sala.cambio"})


def avisar_al_confirmar() -> None:
    """Cuando la transacción quede; si se deshace, nada."""
    transaction.on_commit(avisar, robust=True)
