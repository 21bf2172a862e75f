"""Lo común a la plática de la Sala y a la de una mesa: cuánto se puede decir y qué ven los demás (002 §2.8)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from uuid import UUID

from django.db import IntegrityError, transaction

from config.comun.filtro import enmascarar
from enlinea.errores import ErrorDeServicio
from enlinea.escrito import en_un_renglon
from enlinea.models import Charla

LARGO = 300
RAFAGA, VENTANA = 5, timedelta(seconds=10)
"""Cinco mensajes cada diez segundos, por persona y lugar."""


@dataclass(frozen=True, slots=True)
class Frase:
    """Lo que verán los demás y, si el filtro tapó algo, lo que se escribió: sólo lo ve la administración."""

    texto: str
    original: str


def frase(texto: str) -> Frase:
    """`texto` limpio, en un renglón y filtrado. Errores: `texto_vacio`, `texto_largo` (más de 300 caracteres)."""
    limpio = en_un_renglon(texto)
    if not limpio:
        raise ErrorDeServicio("texto_vacio")
    if len(limpio) > LARGO:
        raise ErrorDeServicio("texto_largo")
    visible = enmascarar(limpio)
    return Frase(visible, limpio if visible != limpio else "")


def exigir_pausa(*, cuenta_id: int, mesa_id: int | None, ahora: datetime) -> None:
    """Error `despacio`, con `segundos` enteros que faltan, si ya dijo cinco en los últimos diez."""
    suyos = Charla.objects.filter(autor=cuenta_id, mesa=mesa_id, instante__gt=ahora - VENTANA)
    ultimos = list(suyos.order_by("-instante").values_list("instante", flat=True)[:RAFAGA])
    if len(ultimos) == RAFAGA:
        falta = (ultimos[-1] + VENTANA - ahora).total_seconds()
        raise ErrorDeServicio("despacio", segundos=max(1, ceil(falta)))


def charla_de_mesa_decir(
    *, mesa_id: int, cuenta_id: int, nombre: str, texto: str, id_orden: UUID, ahora: datetime
) -> Charla | None:
    """Guarda lo que se dijo en una mesa; None si ese `id_orden` ya estaba. Que tenga lugar ahí ya lo vio su socket.

    Errores: `texto_vacio`, `texto_largo`, `despacio`.
    """
    dicha = frase(texto)
    if Charla.objects.filter(id_orden=id_orden).exists():
        return None
    exigir_pausa(cuenta_id=cuenta_id, mesa_id=mesa_id, ahora=ahora)
    try:
        with transaction.atomic():
            return Charla.objects.create(
                mesa_id=mesa_id, autor_id=cuenta_id, nombre=nombre, texto=dicha.texto, original=dicha.original,
                instante=ahora, id_orden=id_orden,
            )  # fmt: skip
    except IntegrityError:
        return None
