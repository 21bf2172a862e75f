"""Contestar un ejercicio de la casa y llevar el avance de cada cuenta (D594)."""

from datetime import datetime

from django.db import transaction

from enlinea.academia.consultas.coleccion import coleccion
from enlinea.errores import ErrorDeServicio
from enlinea.models import EjercicioDeLaCasa

Opcion = tuple[int, int]


def casa_responder(*, cuenta_id: int, clave: str, jugada: Opcion, ahora: datetime) -> bool:
    """¿Acierta? Cuenta el intento y guarda lo contestado; resuelto una vez, ya no cambia.

    Errores: `ejercicio_inexistente`, y `jugada_ajena` si ahí no se podía tirar eso.
    """
    acierta = casa_calificar(clave, jugada)
    _anotar(cuenta_id, clave, jugada, ahora if acierta else None)
    return acierta


def casa_calificar(clave: str, jugada: Opcion) -> bool:
    """¿Es la buena? No guarda nada. Los mismos errores que `casa_responder`."""
    uno = coleccion().get(clave)
    if uno is None:
        raise ErrorDeServicio("ejercicio_inexistente")
    if all((ficha, extremo) != jugada for ficha, extremo, _valor in uno.opciones):
        raise ErrorDeServicio("jugada_ajena")
    return jugada == uno.mejor


def casa_ver_solucion(*, cuenta_id: int, clave: str) -> None:
    """Enseña la solución sin contestar: es un intento que no acertó. Errores: `ejercicio_inexistente`."""
    if clave not in coleccion():
        raise ErrorDeServicio("ejercicio_inexistente")
    _anotar(cuenta_id, clave, (None, None), None)


def _anotar(cuenta_id: int, clave: str, jugada: tuple[int | None, int | None], acerto_en: datetime | None) -> None:
    with transaction.atomic():
        # dos toques a la vez: la base deja entrar un renglón, y el segundo lo encuentra
        EjercicioDeLaCasa.objects.bulk_create(
            [EjercicioDeLaCasa(cuenta_id=cuenta_id, clave=clave)], ignore_conflicts=True
        )
        suyo = EjercicioDeLaCasa.objects.select_for_update().get(cuenta_id=cuenta_id, clave=clave)
        suyo.ficha, suyo.extremo = jugada
        if suyo.resuelto is None:
            suyo.intentos += 1
            suyo.a_la_primera = acerto_en is not None and suyo.intentos == 1
            suyo.resuelto = acerto_en
        suyo.save(update_fields=["ficha", "extremo", "intentos", "a_la_primera", "resuelto"])
