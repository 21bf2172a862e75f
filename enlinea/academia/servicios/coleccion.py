"""Contestar un ejercicio de la casa y llevar el avance de cada cuenta (D594)."""

from collections.abc import Iterable
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


def casa_recibir(*, cuenta_id: int, claves: Iterable[str], ahora: datetime) -> int:
    """Los que resolvió sin cuenta, como resueltos en la suya; devuelve cuántos no tenía (D721).

    Lo ya resuelto ni se toca. No cuentan «a la primera»: sin cuenta no se apuntó cuántas veces se intentó.
    """
    suyas = sorted(coleccion().keys() & set(claves))
    with transaction.atomic():
        faltan = [EjercicioDeLaCasa(cuenta_id=cuenta_id, clave=clave) for clave in suyas]
        EjercicioDeLaCasa.objects.bulk_create(faltan, ignore_conflicts=True)
        sin_resolver = EjercicioDeLaCasa.objects.filter(cuenta_id=cuenta_id, clave__in=suyas, resuelto=None)
        nuevos = list(sin_resolver.select_for_update().order_by("pk"))
        for uno in nuevos:
            uno.ficha, uno.extremo = coleccion()[uno.clave].mejor
            uno.intentos, uno.resuelto = uno.intentos + 1, ahora
        EjercicioDeLaCasa.objects.bulk_update(nuevos, ["ficha", "extremo", "intentos", "resuelto"])
        return len(nuevos)


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
