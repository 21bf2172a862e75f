"""«Aprende de tus errores»: plantear un ejercicio, contestarlo y llevar su progreso (AC3, D131)."""

from datetime import datetime

from django.db import transaction

from enlinea.academia.consultas.analisis import problema_de
from enlinea.errores import ErrorDeServicio
from enlinea.models import Ejercicio


def ejercicio_plantear(*, cuenta_id: int, ejercicio_id: int, ahora: datetime) -> None:
    """Apunta desde cuándo lo tiene delante, una sola vez: lo que mire desde ahí ya no es «a la primera»."""
    Ejercicio.objects.filter(pk=ejercicio_id, cuenta_id=cuenta_id, abierto=None).update(abierto=ahora)


def ejercicio_responder(*, cuenta_id: int, ejercicio_id: int, ficha: int, extremo: int, ahora: datetime) -> bool:
    """¿Es de las mejores? Cuenta el intento y guarda lo contestado; resuelto una vez, ya no cambia.

    Errores: `ejercicio_inexistente` (también si es de otra cuenta) y `jugada_ajena` si ahí no se podía tirar eso.
    """
    problema = problema_de(ejercicio_id, cuenta_id)
    if problema is None:
        raise ErrorDeServicio("ejercicio_inexistente")
    valor = next((v for f, e, v in problema.valores if (f, e) == (ficha, extremo)), None)
    if valor is None:
        raise ErrorDeServicio("jugada_ajena")
    acerto = valor == problema.mejor
    _anotar(ejercicio_id, (ficha, extremo), ahora if acerto else None)
    return acerto


def ejercicio_ver_solucion(*, cuenta_id: int, ejercicio_id: int) -> None:
    """Enseña la solución sin contestar: es un intento que no acertó, y el ejercicio queda pendiente.

    Errores: `ejercicio_inexistente` (también si es de otra cuenta).
    """
    if not Ejercicio.objects.filter(pk=ejercicio_id, cuenta_id=cuenta_id).exists():
        raise ErrorDeServicio("ejercicio_inexistente")
    _anotar(ejercicio_id, (None, None), None)


def _anotar(ejercicio_id: int, jugada: tuple[int | None, int | None], acerto_en: datetime | None) -> None:
    with transaction.atomic():
        suyo = Ejercicio.objects.select_for_update().get(pk=ejercicio_id)
        suyo.ficha, suyo.extremo = jugada
        if suyo.resuelto is None:
            suyo.intentos += 1
            suyo.a_la_primera = acerto_en is not None and suyo.intentos == 1
            suyo.resuelto = acerto_en
        suyo.save(update_fields=["ficha", "extremo", "intentos", "a_la_primera", "resuelto"])


def analisis_visto(*, cuenta_id: int, partida_id: int, mano: int) -> None:
    """Leyó el análisis de esa mano (desde 0): los ejercicios de ella que tenía planteados ya no salen a la primera."""
    Ejercicio.objects.filter(
        cuenta_id=cuenta_id, partida_id=partida_id, mano=mano, abierto__isnull=False, intentos=0
    ).update(intentos=1)
