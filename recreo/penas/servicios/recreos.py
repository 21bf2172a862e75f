"""Un Recreo que se empieza desde la peña, con la gente de la vez pasada o la que venga hoy."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from recreo import servicios
from recreo.errores import ErrorDeServicio
from recreo.identidad import Quien
from recreo.models import JuegoDePena, Miembro, Orden, Pena, Recreo
from recreo.penas.servicios.base import CUALQUIERA, Papel, tomar
from recreo.servicios import DatosJugador
from reglas.roles import TAMANOS, TAMANOS_RONDA, tipo_que_vale
from reglas.tipos import Meta, TipoDeRol


@dataclass(frozen=True, slots=True)
class Ambito:
    """Cómo se juega: lo de la vez pasada o lo de siempre."""

    nombre: str
    lugar: str
    meta: Meta
    importe: Decimal
    pago_extraordinario: bool
    rol: TipoDeRol
    procedencia: str = ""


def recreo_desde_pena(
    *,
    pena_id: int,
    cuenta_id: int,
    id_orden: UUID,
    miembros: Sequence[int],
    de_fuera: Sequence[str] = (),
    ahora: datetime | None = None,
) -> Recreo:
    """Un Recreo en preparación con esa gente, para ajustarlo y empezar; quien lo pide lo organiza y es el 1 (RE2).

    Los correos sólo se copian si quien lo pide lleva la peña: los demás no los conocen. La misma orden da el mismo.
    Errores: los de `tomar`, `miembro_inexistente`, `cuantos_juegan` (de 4 a 16), y los de `recreo_crear` y
    `jugadores_guardar`.
    """
    instante = ahora or timezone.now()
    with transaction.atomic():
        pena, yo = tomar(pena_id, cuenta_id, CUALQUIERA)
        # el ámbito sale del último Recreo, que ya puede ser éste: repetida, no se vuelve a armar
        hecha = Orden.objects.filter(id_orden=id_orden, recreo__de_pena__pena=pena, recreo__organizador=cuenta_id)
        if (previa := hecha.select_related("recreo").first()) is not None:
            return previa.recreo
        elegidos = _elegidos(pena, yo, miembros)
        demas = [" ".join(n.split())[:40] for n in de_fuera if n.strip()]
        tamano = len(elegidos) + len(demas)
        if tamano not in TAMANOS:
            raise ErrorDeServicio("cuantos_juegan", cuantos=tamano)
        como = ambito_de(pena, tamano)
        recreo = servicios.recreo_crear(
            cuenta_id=cuenta_id, id_orden=id_orden, tamano=tamano, nombre=como.nombre, lugar=como.lugar, meta=como.meta,
            importe=como.importe, pago_extraordinario=como.pago_extraordinario, procedencia=como.procedencia,
            rol=como.rol, ahora=instante,
        )  # fmt: skip
        JuegoDePena.objects.create(recreo=recreo, pena=pena, dia=timezone.localdate(instante))
        servicios.jugadores_guardar(
            recreo_id=recreo.pk, quien=Quien(cuenta_id=cuenta_id), id_orden=uuid5(id_orden, "gente"),
            jugadores=_renglones(yo, elegidos, demas, con_correos=yo.papel == Papel.ENCARGADO), ahora=instante,
        )  # fmt: skip
        return recreo


def _elegidos(pena: Pena, yo: Miembro, cuales: Sequence[int]) -> list[Miembro]:
    """En el orden dado y sin repetir, con quien organiza primero."""
    estan = {m.pk: m for m in Miembro.objects.filter(pena=pena, salio=None)}
    orden = dict.fromkeys((yo.pk, *cuales))
    if not set(orden) <= set(estan):
        raise ErrorDeServicio("miembro_inexistente")
    return [estan[pk] for pk in orden]


def _renglones(
    yo: Miembro, elegidos: Sequence[Miembro], demas: Sequence[str], *, con_correos: bool
) -> list[DatosJugador]:
    de_casa = [(m.nombre, m.correo if con_correos and m != yo else "") for m in elegidos]
    todos = de_casa + [(nombre, "") for nombre in demas]
    return [DatosJugador(n, nombre, correo) for n, (nombre, correo) in enumerate(todos, start=1)]


def ambito_de(pena: Pena, tamano: int) -> Ambito:
    """El del último Recreo de la peña que no se canceló; lo que no cabe en ese tamaño, fuera."""
    jugados = JuegoDePena.objects.filter(pena=pena).exclude(recreo__estado=Recreo.Estado.CANCELADO)
    ultimo = jugados.select_related("recreo").order_by("-dia", "-pk").first()
    previo = ultimo.recreo if ultimo is not None else None
    if previo is None:
        return Ambito(pena.nombre, pena.lugar, Meta.CIEN, Decimal(0), False, tipo_que_vale(tamano, TipoDeRol.OFICIAL))
    ronda = tamano in TAMANOS_RONDA
    return Ambito(
        pena.nombre,
        pena.lugar or previo.lugar,
        Meta(previo.meta),
        previo.importe if ronda else Decimal(0),
        previo.pago_extraordinario and ronda,
        tipo_que_vale(tamano, TipoDeRol(previo.rol)),
        previo.procedencia,
    )
