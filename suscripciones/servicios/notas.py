"""Notas de la casa: lo que quien atiende deja dicho de una persona (D511)."""

import uuid
from datetime import datetime

from django.db import transaction

from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import NotaDeLaCasa
from suscripciones.models.oficina import LARGO_DE_NOTA
from suscripciones.servicios.base import bloquear_cuenta, comprobar_administrador


def nota_escribir(*, cuenta_id: int, texto: str, por_id: int, ahora: datetime, id_orden: uuid.UUID) -> NotaDeLaCasa:
    """Agrega una nota; la misma orden no la agrega dos veces.

    Errores: `sin_permiso`, `nota_vacia`, `nota_larga`, `cuenta_desconocida`, `orden_ajena`.
    """
    comprobar_administrador(por_id, "add_notadelacasa")
    limpio = " ".join(texto.split())
    if not limpio:
        raise ErrorDeSuscripcion("nota_vacia")
    if len(limpio) > LARGO_DE_NOTA:
        raise ErrorDeSuscripcion("nota_larga", tope=LARGO_DE_NOTA)
    with transaction.atomic():
        bloquear_cuenta(cuenta_id)
        nota, _nueva = NotaDeLaCasa.objects.get_or_create(
            id_orden=id_orden, defaults={"cuenta_id": cuenta_id, "texto": limpio, "escrita": ahora, "por_id": por_id}
        )
    if (nota.cuenta_id, nota.texto) != (cuenta_id, limpio):
        raise ErrorDeSuscripcion("orden_ajena")
    return nota
