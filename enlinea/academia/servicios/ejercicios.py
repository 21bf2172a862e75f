"""«Aprende de tus errores»: plantear un ejercicio, contestarlo y llevar su progreso (AC3, D131)."""

from datetime import datetime

from django.db import transaction

from enlinea.academia.consultas.analisis import problema_de
from enlinea.academia.consultas.fuente import Fuente
from enlinea.academia.servicios.calculos import sabido_pedir
from enlinea.errores import ErrorDeServicio
from enlinea.models import Ejercicio


def ejercicio_plantear(*, cuenta_id: int, ejercicio_id: int, ahora: datetime) -> None:
    """Apunta desde cuándo lo tiene delante, una sola vez: lo que mire desde ahí ya no es «a la primera»."""
    Ejercicio.objects.filter(pk=ejercicio_id, cuenta_id=cuenta_id, abierto=None).update(abierto=ahora)


def ejercicio_contar(*, fuente: Fuente, ejercicio: Ejercicio, ahora: datetime) -> bool:
    """Pide que se cuente si se podía saber, para calificarlo con eso (D519); `False` si la fila está llena."""
    try:
        sabido_pedir(fuente=fuente, mano=ejercicio.mano, jugada=ejercicio.jugada, ahora=ahora)
    except ErrorDeServicio:
        return False
    return True


def ejercicio_responder(*, cuenta_id: int, ejercicio_id: int, ficha: int, extremo: int, ahora: datetime) -> bool:
    """¿Acierta? Cuenta el intento y guarda lo contestado y con qué se calificó; resuelto una vez, ya no cambia.

    Errores: `ejercicio_inexistente` (también si es de otra cuenta) y `jugada_ajena` si ahí no se podía tirar eso.
    """
    problema = problema_de(ejercicio_id, cuenta_id)
    if problema is None:
        raise ErrorDeServicio("ejercicio_inexistente")
    if all((f, e) != (ficha, extremo) for f, e, _valor in problema.valores):
        raise ErrorDeServicio("jugada_ajena")
    acerto = problema.acierta((ficha, extremo))
    _anotar(ejercicio_id, (ficha, extremo), ahora if acerto else None, con_lo_visto=problema.visto is not None)
    return acerto


def ejercicio_ver_solucion(*, cuenta_id: int, ejercicio_id: int) -> None:
    """Enseña la solución sin contestar: es un intento que no acertó, y el ejercicio queda pendiente.

    Errores: `ejercicio_inexistente` (también si es de otra cuenta).
    """
    if not Ejercicio.objects.filter(pk=ejercicio_id, cuenta_id=cuenta_id).exists():
        raise ErrorDeServicio("ejercicio_inexistente")
    _anotar(ejercicio_id, (None, None), None)


def _anotar(
    ejercicio_id: int,
    jugada: tuple[int | None, int | None],
    acerto_en: datetime | None,
    *,
    con_lo_visto: bool = False,
) -> None:
    with transaction.atomic():
        suyo = Ejercicio.objects.select_for_update().get(pk=ejercicio_id)
        suyo.ficha, suyo.extremo = jugada
        suyo.acerto, suyo.con_lo_visto = acerto_en is not None, con_lo_visto
        if suyo.resuelto is None:
            suyo.intentos += 1
            suyo.a_la_primera = acerto_en is not None and suyo.intentos == 1
            suyo.resuelto = acerto_en
        suyo.save(update_fields=["ficha", "extremo", "acerto", "con_lo_visto", "intentos", "a_la_primera", "resuelto"])


def analisis_visto(*, cuenta_id: int, partida_id: int, mano: int) -> None:
    """Leyó el análisis de esa mano (desde 0): los ejercicios de ella que tenía planteados ya no salen a la primera."""
    Ejercicio.objects.filter(
        cuenta_id=cuenta_id, partida_id=partida_id, mano=mano, abierto__isnull=False, intentos=0
    ).update(intentos=1)
