"""Lo que comparten las órdenes de una peña: tomarla, quién la pide y con qué papel."""

from collections.abc import Collection
from typing import TypeVar
from uuid import UUID

from django.db.models import F

from config.comun.escrito import llano
from recreo.errores import ErrorDeServicio
from recreo.models import Cita, Cuota, Miembro, PagoEntreMiembros, Pena

Papel = Miembro.Papel
ENCARGADOS = (Papel.ENCARGADO,)
CAJA = (Papel.ENCARGADO, Papel.TESORERO)
CUALQUIERA = tuple(Papel)
MIEMBROS = 60
"""A lo más por peña, contando a quienes salieron."""


def tomar(pena_id: int, cuenta_id: int | None, papeles: Collection[str] = CUALQUIERA) -> tuple[Pena, Miembro]:
    """La peña, bloqueada, y quien pide. Va dentro de una transacción.

    Errores: `pena_inexistente` (también para quien no es de ella: no se le dice que existe), `solo_encargado`,
    `solo_tesorero`.
    """
    pena = Pena.objects.select_for_update(no_key=True).filter(pk=pena_id).first()
    yo = (
        Miembro.objects.filter(pena=pena, cuenta=cuenta_id, salio=None).first()
        if pena is not None and cuenta_id is not None
        else None
    )
    if pena is None or yo is None:
        raise ErrorDeServicio("pena_inexistente")
    if yo.papel not in papeles:
        raise ErrorDeServicio("solo_tesorero" if Papel.TESORERO in papeles else "solo_encargado")
    return pena, yo


Hecho = TypeVar("Hecho", Cita, Cuota, PagoEntreMiembros)


def ya_hecho(de: type[Hecho], pena: Pena, id_orden: UUID) -> Hecho | None:
    """Lo que esa orden ya dejó en la peña. Error: `orden_ajena` si lo dejó en otra."""
    hecho = de.objects.filter(orden=id_orden).first()
    if hecho is not None and hecho.pena_id != pena.pk:
        raise ErrorDeServicio("orden_ajena")
    return hecho


def uno_de(pena: Pena, miembro_id: int) -> Miembro:
    """Ese miembro, esté o haya salido. Error: `miembro_inexistente`."""
    miembro = Miembro.objects.filter(pena=pena, pk=miembro_id).first()
    if miembro is None:
        raise ErrorDeServicio("miembro_inexistente")
    return miembro


def nombre_libre(pena: Pena, nombre: str, menos: int = 0) -> str:
    """El nombre, limpio y sin que otro de la peña lo tenga. Errores: `miembro_sin_nombre`, `miembro_repetido`."""
    limpio = " ".join(nombre.split())[:40]
    if not limpio:
        raise ErrorDeServicio("miembro_sin_nombre")
    otros = Miembro.objects.filter(pena=pena).exclude(pk=menos).values_list("nombre", flat=True)
    if llano(limpio) in {llano(otro) for otro in otros}:
        raise ErrorDeServicio("miembro_repetido", nombre=limpio)
    return limpio


def exigir_lugar(pena: Pena) -> None:
    """Cabe uno más. Error: `pena_llena`."""
    if Miembro.objects.filter(pena=pena).count() >= MIEMBROS:
        raise ErrorDeServicio("pena_llena", maximo=MIEMBROS)


def cambio_lo_sumado(pena_id: int) -> None:
    """Lo que se suma cambió: los resúmenes se hacen otra vez."""
    Pena.objects.filter(pk=pena_id).update(version=F("version") + 1)
