"""Guarda lo que dejó cada Recreo terminado, desde el barrido: ninguna página espera a que se sume (D499).

Se puede tirar y volver a hacer: sale de lo anotado. Con otra versión (se reabrió y se corrigió) se hace otra vez, y el
que volvió a estar en juego deja de contar hasta que termine.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from recreo import consultas
from recreo.consultas import version as consultas_de_version
from recreo.models import Desglose, Pena, Recreo
from reglas.desglose import desglosar, escribir

CADA = 10.0
"""Segundos entre vueltas del barrido."""
POR_VUELTA = 20
"""De 10 a 60 ms cada uno: una vuelta no se come el segundo de nadie."""
PUEDE_CAMBIAR = timedelta(days=2)
"""Terminado, un Recreo se reabre durante un día (D300)."""

E = Recreo.Estado


def desgloses_poner(ahora: datetime) -> set[int]:
    """Los que faltan o cambiaron; devuelve de qué Recreos. Repetirlo no hace daño: se toma su fila."""
    tocados = set(_quitar_los_que_volvieron(ahora))
    for recreo_id in _por_hacer(ahora):
        if desglose_poner(recreo_id=recreo_id):
            tocados.add(recreo_id)
    return tocados


def desglose_poner(*, recreo_id: int) -> bool:
    """El de un Recreo, si está terminado y no es ya el de su versión. Falso si otro lo tiene tomado o nada cambió."""
    with transaction.atomic():
        tomado = Recreo.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=recreo_id).first()
        if tomado is None or tomado.estado != E.TERMINADO:
            return False
        estado = consultas.estado_de(recreo_id)
        previo = Desglose.objects.filter(recreo=tomado).first()
        if previo is not None and previo.version == estado.version:
            return False
        datos = escribir(desglosar(estado.jugado))
        Desglose.objects.update_or_create(recreo=tomado, defaults={"version": estado.version, "datos": datos})
        _avisar_a_su_pena([recreo_id])
        return True


def _avisar_a_su_pena(recreos: list[int]) -> None:
    """En la misma transacción: si el proceso muere aquí, la peña sabe que le falta volver a sumar."""
    Pena.objects.filter(juegos__recreo__in=recreos).update(version=F("version") + 1)


def _quitar_los_que_volvieron(ahora: datetime) -> Iterable[int]:
    vueltos = Desglose.objects.filter(recreo__actividad__gte=ahora - PUEDE_CAMBIAR).exclude(recreo__estado=E.TERMINADO)
    with transaction.atomic():
        ids = list(vueltos.values_list("recreo_id", flat=True))
        if ids:
            Desglose.objects.filter(recreo__in=ids).exclude(recreo__estado=E.TERMINADO).delete()
            _avisar_a_su_pena(ids)
    return ids


def _por_hacer(ahora: datetime) -> list[int]:
    """Primero los nuevos; después, los de estos días que ya no van en la versión sumada."""
    terminados = Recreo.objects.filter(estado=E.TERMINADO)
    nuevos = list(terminados.filter(desglose=None).order_by("-actividad").values_list("pk", flat=True)[:POR_VUELTA])
    recientes = dict(
        Desglose.objects.filter(recreo__estado=E.TERMINADO, recreo__actividad__gte=ahora - PUEDE_CAMBIAR).values_list(
            "recreo_id", "version"
        )
    )
    versiones = consultas_de_version.versiones(recientes) if recientes else {}
    return nuevos + [pk for pk, version in recientes.items() if versiones.get(pk) != version][:POR_VUELTA]
