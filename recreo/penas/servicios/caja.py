"""Cuotas y pagos entre miembros. La aplicación apunta y saca cuentas; no mueve dinero."""

from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from recreo.errores import ErrorDeServicio
from recreo.models import Cuota, CuotaDeMiembro, Miembro, PagoEntreMiembros, Pena
from recreo.penas.servicios.base import CAJA, CUALQUIERA, Papel, tomar, uno_de, ya_hecho
from recreo.penas.servicios.cuentas import rehacer
from reglas.apuestas import importe_valido

IMPORTE_MAXIMO = Decimal("999999.99")
CUOTAS = 400


def _exigir_importe(importe: Decimal) -> None:
    if not (importe_valido(importe) and 0 < importe <= IMPORTE_MAXIMO):
        raise ErrorDeServicio("importe_de_caja")


@transaction.atomic
def cuota_poner(
    *,
    pena_id: int,
    cuenta_id: int,
    id_orden: UUID,
    concepto: str,
    importe: Decimal,
    vence: date | None = None,
    ahora: datetime | None = None,
) -> Cuota:
    """Una cuota para quienes están hoy. La misma orden da la misma. Errores: los de `tomar`, `orden_ajena`,
    `falta_concepto`, `importe_de_caja`, `muchas_cuotas`."""
    pena, _yo = tomar(pena_id, cuenta_id, CAJA)
    hecha = ya_hecho(Cuota, pena, id_orden)
    if hecha is not None:
        return hecha
    limpio = " ".join(concepto.split())[:60]
    if not limpio:
        raise ErrorDeServicio("falta_concepto")
    _exigir_importe(importe)
    if pena.cuotas.count() >= CUOTAS:
        raise ErrorDeServicio("muchas_cuotas", maximo=CUOTAS)
    cuota = Cuota.objects.create(
        pena=pena, orden=id_orden, concepto=limpio, importe=importe, vence=vence, puesta=ahora or timezone.now()
    )
    estan = Miembro.objects.filter(pena=pena, salio=None)
    CuotaDeMiembro.objects.bulk_create(CuotaDeMiembro(cuota=cuota, miembro=m) for m in estan)
    return cuota


@transaction.atomic
def cuota_marcar(
    *, pena_id: int, cuenta_id: int, cuota: int, estado: str, ahora: datetime | None = None
) -> CuotaDeMiembro:
    """Pagada, exenta o pendiente; se puede cambiar de nuevo. Errores: los de `tomar`, `cuota_inexistente`."""
    pena, yo = tomar(pena_id, cuenta_id, CAJA)
    suya = CuotaDeMiembro.objects.filter(cuota__pena=pena, pk=cuota).first()
    if suya is None:
        raise ErrorDeServicio("cuota_inexistente")
    suya.estado, suya.cambio, suya.apunto = CuotaDeMiembro.Estado(estado), ahora or timezone.now(), yo
    suya.save(update_fields=["estado", "cambio", "apunto"])
    return suya


@transaction.atomic
def cuota_quitar(*, pena_id: int, cuenta_id: int, cuota: int) -> None:
    """Quita una cuota puesta por error, si nadie la ha pagado. Errores: los de `tomar`, `cuota_inexistente`,
    `cuota_con_pagos`."""
    pena, _yo = tomar(pena_id, cuenta_id, CAJA)
    una = Cuota.objects.filter(pena=pena, pk=cuota).first()
    if una is None:
        raise ErrorDeServicio("cuota_inexistente")
    if una.de_cada_quien.filter(estado=CuotaDeMiembro.Estado.PAGADA).exists():
        raise ErrorDeServicio("cuota_con_pagos")
    una.delete()


@transaction.atomic
def pago_apuntar(
    *,
    pena_id: int,
    cuenta_id: int,
    id_orden: UUID,
    de: int,
    a: int,
    importe: Decimal,
    ahora: datetime | None = None,
) -> PagoEntreMiembros:
    """«`de` le pagó a `a`»: lo apunta quien cobró o quien lleva la caja, y el saldo cambia al momento.

    Errores: los de `tomar`, `orden_ajena`, `miembro_inexistente`, `pago_a_si_mismo`, `importe_de_caja`, `pago_ajeno`.
    """
    pena, yo = tomar(pena_id, cuenta_id, CUALQUIERA)
    hecho = ya_hecho(PagoEntreMiembros, pena, id_orden)
    if hecho is not None:
        return hecho
    quien_paga, quien_cobra = uno_de(pena, de), uno_de(pena, a)
    if quien_paga == quien_cobra:
        raise ErrorDeServicio("pago_a_si_mismo")
    _exigir_importe(importe)
    _exigir_que_sea_suyo(yo, quien_cobra)
    pago = PagoEntreMiembros.objects.create(
        pena=pena, orden=id_orden, de=quien_paga, a=quien_cobra, importe=importe,
        instante=ahora or timezone.now(), apunto=yo,
    )  # fmt: skip
    rehacer(pena)
    return pago


def _exigir_que_sea_suyo(yo: Miembro, cobra: Miembro) -> None:
    """Que ya se pagó lo dice quien recibió el dinero, o quien lleva la caja; nunca quien debe. Error: `pago_ajeno`."""
    if yo.papel == Papel.MIEMBRO and yo.pk != cobra.pk:
        raise ErrorDeServicio("pago_ajeno", nombre=cobra.nombre)


@transaction.atomic
def pago_anular(*, pena_id: int, cuenta_id: int, pago: int, ahora: datetime | None = None) -> None:
    """Deshace un pago apuntado por error. Errores: los de `tomar`, `pago_inexistente`, `pago_ajeno`."""
    pena, yo = tomar(pena_id, cuenta_id, CUALQUIERA)
    uno = _pago(pena, pago)
    _exigir_que_sea_suyo(yo, uno.a)
    uno.anulado = uno.anulado or ahora or timezone.now()
    uno.save(update_fields=["anulado"])
    rehacer(pena)


def _pago(pena: Pena, pago_id: int) -> PagoEntreMiembros:
    uno = PagoEntreMiembros.objects.select_related("a").filter(pena=pena, pk=pago_id).first()
    if uno is None:
        raise ErrorDeServicio("pago_inexistente")
    return uno
