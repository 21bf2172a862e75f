"""Lo que espera a que un barrido lo haga aparte: cada cosa la toma uno a la vez y, si muere, otro la vuelve a intentar.

Quien la tomó la tiene hasta que vence su plazo. A los tres intentos sin acabar queda fallida.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models import Q, QuerySet

from enlinea.models import Analisis, Calculo

Pendiente = TypeVar("Pendiente", Analisis, Calculo)
HOLGURA = timedelta(seconds=60)
INTENTOS = 3


def tomar(cola: QuerySet[Pendiente], ahora: datetime, plazo: Callable[[Pendiente], timedelta]) -> Pendiente | None:
    """El más viejo que nadie tenga, ya a nombre de quien llama; `None` si no hay. El agotado queda fallido."""
    libres = Q(tomado_hasta__isnull=True) | Q(tomado_hasta__lt=ahora)
    with transaction.atomic():
        pendientes = cola.select_for_update(skip_locked=True).filter(libres, estado=Analisis.Estado.PENDIENTE)
        pendientes.filter(intentos__gte=INTENTOS).update(estado=Analisis.Estado.FALLIDO)
        # el que ya falló espera a los demás: no los detiene
        uno = pendientes.order_by("intentos", "creado", "pk").first()
        if uno is None:
            return None
        uno.intentos += 1
        uno.tomado_hasta = ahora + plazo(uno) + HOLGURA
        uno.save(update_fields=["intentos", "tomado_hasta"])
    return uno


def dejar(cola: QuerySet[Pendiente], uno: Pendiente) -> None:
    """Este servidor se apaga: lo hará otro, y el intento no cuenta."""
    cola.filter(pk=uno.pk, estado=Analisis.Estado.PENDIENTE).update(intentos=uno.intentos - 1, tomado_hasta=None)


def soltar(cola: QuerySet[Pendiente], uno: Pendiente) -> None:
    """No se pudo: queda para otro intento o, si ya no hay, fallido. Al que otro acabó no se le hace nada."""
    estado = Analisis.Estado.FALLIDO if uno.intentos >= INTENTOS else Analisis.Estado.PENDIENTE
    cola.filter(pk=uno.pk).exclude(estado=Analisis.Estado.LISTO).update(estado=estado, tomado_hasta=None)
