"""Cobros: apuntar hechos y que el estado, el periodo y los que siguen queden como dicen todos juntos (decisión 028)."""

import uuid
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal

from django.db import transaction

from suscripciones.cobros.reglas import Que, Resumen, Suceso, plegar
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Cobro, Cuenta, HechoDeCobro, Plan, Suscripcion
from suscripciones.pasarelas.puerto import Apertura, Hecho
from suscripciones.planes import PLANES
from suscripciones.servicios.base import bloquear_cuenta
from suscripciones.servicios.lugares import lugares_acomodar
from suscripciones.servicios.recibos import recibo_mandar


def plan_elegido(clave: str) -> Plan:
    """El plan activo de esa clave; los dos del reglamento existen siempre, aunque se haya vaciado la base.

    Error: `plan_desconocido`.
    """
    for propia, nombre, meses, precio in PLANES:
        if propia == clave:
            Plan.objects.get_or_create(clave=clave, defaults={"nombre": nombre, "meses": meses, "precio": precio})
    elegido = Plan.objects.filter(clave=clave, activo=True).first()
    if elegido is None:
        raise ErrorDeSuscripcion("plan_desconocido", plan=clave)
    return elegido


def cobro_crear(
    *,
    cuenta_id: int,
    plan: str,
    moneda: str,
    forma: str,
    por: str,
    id_orden: uuid.UUID,
    ahora: datetime,
    registrado_por_id: int | None = None,
    nota: str = "",
    sin_recibo: bool = False,
) -> Cobro:
    """Aparta un cobro con el precio de hoy; la misma orden devuelve el que ya está.

    `sin_recibo`: no se le escribe a nadie al pagarse, porque se siembra.

    Errores: `cuenta_desconocida`, `plan_desconocido`, `sin_precio`, `orden_ajena`.
    """
    with transaction.atomic():
        cuenta = bloquear_cuenta(cuenta_id)
        if (repetido := _ya_creado(id_orden, cuenta_id, plan)) is not None:
            return repetido
        elegido = plan_elegido(plan)
        precio = elegido.precios.get(moneda)
        if precio is None:
            raise ErrorDeSuscripcion("sin_precio", moneda=moneda)
        return Cobro.objects.create(
            cuenta=cuenta, plan=elegido, meses=elegido.meses, importe=precio, moneda=moneda, forma=forma, por=por,
            creado=ahora, id_orden=id_orden, registrado_por_id=registrado_por_id, nota=nota,
            recibo_en=ahora if sin_recibo else None,
        )  # fmt: skip


def _ya_creado(orden: uuid.UUID, cuenta_id: int, plan: str) -> Cobro | None:
    """Lo que esa orden cobró antes; la orden de otro cobro no se reutiliza."""
    repetido = Cobro.objects.filter(id_orden=orden).select_related("plan").first()
    if repetido is not None and (repetido.cuenta_id != cuenta_id or repetido.plan.clave != plan):
        raise ErrorDeSuscripcion("orden_ajena")
    return repetido


def cobro_abierto(*, cobro_id: int, apertura: Apertura) -> None:
    """Guarda con qué número lo conoce quien cobra y a dónde se manda a la persona."""
    Cobro.objects.filter(pk=cobro_id).update(
        id_externo=apertura.id_externo, direccion=apertura.direccion, vence=apertura.vence
    )


def hechos_asentar(
    *, hechos: Iterable[Hecho], ahora: datetime, quien_id: int | None = None, motivo: str = ""
) -> list[Cobro]:
    """Apunta lo que no estaba apuntado y deja cada cobro como dicen todos sus hechos; devuelve los cobros.

    Repetidos, en desorden o a la vez desde veinte procesos dan lo mismo: se toma la cuenta antes de mirar. El hecho de
    un folio que no es nuestro se ignora.
    """
    por_folio: dict[uuid.UUID, list[Hecho]] = {}
    for hecho in hechos:
        por_folio.setdefault(hecho.folio, []).append(hecho)
    quedaron = []
    for folio, suyos in por_folio.items():
        with transaction.atomic():
            de_quien = Cobro.objects.filter(folio=folio).values_list("cuenta_id", flat=True).first()
            if de_quien is None:
                continue
            cuenta = bloquear_cuenta(de_quien)
            cobro = Cobro.objects.select_related("plan").get(folio=folio)
            if _apuntar(cobro, suyos, ahora, quien_id, motivo):
                _cuadrar(cobro, cuenta, ahora)
            quedaron.append(cobro)
    return quedaron


def _apuntar(cobro: Cobro, hechos: list[Hecho], ahora: datetime, quien_id: int | None, motivo: str) -> bool:
    """Agrega los que falten; también guarda el papel con que se paga. Falso si no había nada nuevo."""
    nuevos = False
    for hecho in hechos:
        _fila, nuevo = HechoDeCobro.objects.get_or_create(
            cobro=cobro, que=hecho.que.value, referencia=hecho.referencia, cuando=hecho.cuando, importe=hecho.importe,
            defaults={
                "moneda": hecho.moneda, "evento": hecho.evento, "recibido": ahora, "quien_id": quien_id,
                "motivo": motivo,
            },
        )  # fmt: skip
        nuevos = nuevos or nuevo
        if nuevo and hecho.que == Que.COMPROBANTE:
            cobro.papel, cobro.vence = hecho.papel or cobro.papel, hecho.vence or cobro.vence
    return nuevos


def _cuadrar(cobro: Cobro, cuenta: Cuenta, ahora: datetime) -> None:
    """El cobro, su periodo y los que siguen, como salen de los hechos."""
    antes = cobro.estado
    resumen = _plegado(cobro)
    cobro.estado, cobro.pagado_en = resumen.estado.value, resumen.pagado_en
    cobro.pagado, cobro.devuelto, cobro.sobra = resumen.pagado, resumen.devuelto, resumen.sobra
    periodo = _periodo(cobro, resumen, ahora)
    if periodo is not None:
        lugares_acomodar(cuenta_id=cuenta.pk, ahora=ahora, cambio=periodo, vale=resumen.concede)
    recibo_mandar(cobro=cobro, cuenta=cuenta, antes=antes, ahora=ahora)
    cobro.save()


def _plegado(cobro: Cobro) -> Resumen:
    filas = HechoDeCobro.objects.filter(cobro=cobro)
    return plegar(
        cobro.importe,
        cobro.moneda,
        [Suceso(Que(f.que), f.referencia, f.cuando, f.importe, f.moneda) for f in filas],
    )


def _periodo(cobro: Cobro, resumen: Resumen, ahora: datetime) -> Suscripcion | None:
    """El suyo, con lo que ampara; nace fuera de lugar y anulado, y `lugares_acomodar` lo sienta."""
    suyo = Suscripcion.objects.filter(cobro=cobro).first()
    if suyo is None:
        if not resumen.concede or resumen.pagado_en is None:
            return None
        por_mano = cobro.por == Cobro.Por.MANUAL
        suyo = Suscripcion(
            cobro=cobro, cuenta_id=cobro.cuenta_id, plan=cobro.plan, meses=cobro.meses, moneda=cobro.moneda,
            origen=Suscripcion.Origen.MANUAL if por_mano else Suscripcion.Origen.PASARELA,
            registrada_por_id=cobro.registrado_por_id, registrada_en=ahora, nota=cobro.nota, id_orden=cobro.id_orden,
        )  # fmt: skip
    suyo.pagada_en = resumen.pagado_en or suyo.pagada_en
    suyo.importe = resumen.aplicado if resumen.concede else suyo.importe or Decimal(0)
    return suyo
