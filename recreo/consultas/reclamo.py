"""Los Recreos terminados que parecen de una persona y nadie ha reclamado (D505)."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from recreo.consultas import ResumenRecreo, resumen
from recreo.models import Jugador, Recreo

A_LA_VEZ = 20


@dataclass(frozen=True, slots=True)
class PorReclamar:
    """Uno de ésos, y con qué nombre estaba."""

    recreo_id: int
    resumen: ResumenRecreo
    nombre: str
    por_correo: bool


def sin_reclamar(cuenta_id: int, correo: str, llave: str) -> list[PorReclamar]:
    """Donde apuntaron su correo o jugó con este teléfono, sin cuenta, del más nuevo al más viejo.

    Sólo se le pregunta a quien ya entró: que ese correo es suyo lo dijo el código que le llegó. A nadie más se le dice
    si un correo está en algún Recreo.
    """
    filas = suyos_sin_cuenta(cuenta_id, correo, llave).select_related("recreo").order_by("-recreo__creado", "-pk")
    return [
        PorReclamar(j.recreo_id, resumen(j.recreo), j.nombre, bool(correo) and j.correo == correo)
        for j in filas[:A_LA_VEZ]
    ]


@dataclass(frozen=True, slots=True)
class PorDeshacer:
    """Lo que acaba de decir de un Recreo, que todavía se deshace (D604)."""

    jugador_id: int
    resumen: ResumenRecreo
    nombre: str
    mios: bool


def por_deshacer(dichos: Mapping[int, bool]) -> list[PorDeshacer]:
    """De cada lugar (su `Jugador`) y si dijo que era suyo, el último arriba. Quien pregunta responde de que lo dijo."""
    filas = Jugador.objects.select_related("recreo").in_bulk(list(dichos))
    return [
        PorDeshacer(pk, resumen(filas[pk].recreo), filas[pk].nombre, mios)
        for pk, mios in reversed(list(dichos.items()))
        if pk in filas
    ]


def suyos_sin_cuenta(cuenta_id: int, correo: str, llave: str) -> QuerySet[Jugador]:
    """Los lugares sueltos con ese correo o esa llave, de Recreos terminados donde la cuenta no está."""
    suyo = Q(pk=None)
    if correo:
        suyo |= Q(correo=correo)
    if llave:
        suyo |= Q(llave=llave, correo="")
    ya_esta = Jugador.objects.filter(cuenta=cuenta_id).values("recreo")
    return Jugador.objects.filter(suyo, cuenta=None, recreo__estado=Recreo.Estado.TERMINADO).exclude(recreo__in=ya_esta)
