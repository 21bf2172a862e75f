"""Guardar, borrar y devolver ramas de simulación. Cada quien sólo toca las suyas (AC2)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from enlinea.academia.consultas.fuente import Fuente
from enlinea.academia.consultas.ramas import simulada
from enlinea.errores import ErrorDeServicio
from enlinea.escrito import en_un_renglon
from enlinea.models import Rama
from reglas.errores import ErrorDeRegla
from reglas.repeticion import Jugada
from reglas.textos import redactar

RAMAS_POR_FUENTE = 60


LARGO_DE_NOMBRE = 40


def rama_guardar(
    *,
    cuenta_id: int,
    id_orden: UUID,
    fuente: Fuente,
    mano: int,
    desde: int,
    jugadas: Sequence[Jugada],
    nombre: str,
    ahora: datetime,
) -> Rama:
    """Guarda la rama, comprobada jugada por jugada; repetir `id_orden`, con lo mismo, la devuelve.

    Errores: `rama_vacia`, `rama_imposible` (con `texto`), `muchas_ramas`, `orden_ajena`, `orden_distinta`.
    """
    if not jugadas:
        raise ErrorDeServicio("rama_vacia")
    try:
        vista = simulada(fuente, mano, desde, jugadas)
    except ErrorDeRegla as error:
        raise ErrorDeServicio("rama_imposible", texto=error_de_rama(error)) from error
    except IndexError as error:
        raise ErrorDeServicio("rama_imposible", texto="") from error
    cadena = vista.fin.cadena[3 * desde :]
    dicho = en_un_renglon(nombre)[:LARGO_DE_NOMBRE].strip()
    pedido = {
        **fuente.columna(), "mano": mano, "desde": desde,
        "jugadas": [list(par) for par in zip(cadena[::3], cadena[1::3], strict=True)],
        **({"nombre": dicho} if dicho else {}),
    }  # fmt: skip
    previa = _previa(cuenta_id, id_orden, pedido)
    if previa is not None:
        return previa
    suyas = Rama.objects.filter(cuenta_id=cuenta_id, borrada__isnull=True, **fuente.columna())
    cuantas = suyas.filter(mano=mano).count()
    if suyas.count() >= RAMAS_POR_FUENTE:
        raise ErrorDeServicio("muchas_ramas", maximo=RAMAS_POR_FUENTE)
    try:
        with transaction.atomic():
            return Rama.objects.create(
                **{"nombre": f"Rama {cuantas + 1}", **pedido}, cuenta_id=cuenta_id, creada=ahora, id_orden=id_orden
            )
    except IntegrityError:
        misma = _previa(cuenta_id, id_orden, pedido)
        if misma is None:
            raise
        return misma


def error_de_rama(error: ErrorDeRegla) -> str:
    """Por qué no se puede esa jugada simulada, sin su lugar en la lista, que la persona no ve."""
    return redactar(error.codigo, {clave: valor for clave, valor in error.datos.items() if clave != "jugada"}, _)


def _previa(cuenta_id: int, id_orden: UUID, pedido: Mapping[str, Any]) -> Rama | None:
    rama = Rama.objects.filter(id_orden=id_orden).first()
    if rama is not None and rama.cuenta_id != cuenta_id:
        raise ErrorDeServicio("orden_ajena")
    if rama is not None and any(getattr(rama, campo) != valor for campo, valor in pedido.items()):
        raise ErrorDeServicio("orden_distinta")
    return rama


def rama_borrar(*, cuenta_id: int, rama_id: int, ahora: datetime) -> Rama:
    """La quita de la vista; `rama_restaurar` la devuelve. `rama_inexistente` si no es suya."""
    return _marcar(cuenta_id, rama_id, ahora)


def rama_restaurar(*, cuenta_id: int, rama_id: int) -> Rama:
    """Deshace el borrado. `rama_inexistente` si no es suya; `muchas_ramas` si ya no cabe."""
    return _marcar(cuenta_id, rama_id, None)


def _marcar(cuenta_id: int, rama_id: int, borrada: datetime | None) -> Rama:
    rama = Rama.objects.filter(pk=rama_id, cuenta_id=cuenta_id).first()
    if rama is None:
        raise ErrorDeServicio("rama_inexistente")
    if borrada is None and rama.borrada is not None:
        # si no, borrar, guardar otras y restaurar burlaría el tope
        fuente: dict[str, Any] = {"partida_id": rama.partida_id, "importada_id": rama.importada_id}
        vivas = Rama.objects.filter(cuenta_id=cuenta_id, borrada__isnull=True, **fuente)
        if vivas.count() >= RAMAS_POR_FUENTE:
            raise ErrorDeServicio("muchas_ramas", maximo=RAMAS_POR_FUENTE)
    rama.borrada = borrada
    rama.save(update_fields=["borrada"])
    return rama
