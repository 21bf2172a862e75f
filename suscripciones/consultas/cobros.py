"""Qué se puede pagar y cómo, qué pagó alguien y a quién se le acaba (SU2)."""

import uuid
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils import timezone

from suscripciones import pasarelas
from suscripciones.cobros.dinero import EN_LINEA, SOLO_EN_PESOS, Forma, Moneda, escrito
from suscripciones.consultas import Vigencia, vigencia
from suscripciones.models import Cobro, DatosDeFactura, Plan
from suscripciones.periodos import DIAS_DE_AVISO, dias_que_quedan, periodo, ultimo_dia

SE_RECUERDA = 600
"""Segundos que se recuerda hasta cuándo vale la de cada quien: el aviso va en cada página."""


@dataclass(frozen=True, slots=True)
class Manera:
    """Una forma de pagar un plan: en qué moneda, cómo y cuánto."""

    moneda: Moneda
    forma: Forma
    importe: Decimal

    @property
    def clave(self) -> str:
        """La que viaja en el formulario."""
        return f"{self.moneda}-{self.forma}"

    @property
    def cuanto(self) -> str:
        """«36.00 USD»."""
        return escrito(self.importe, self.moneda)


def plan_en_venta(clave: str) -> Plan | None:
    """El de esa clave, si se ofrece."""
    return Plan.objects.filter(clave=clave, activo=True).first()


def maneras_de(plan: Plan) -> list[Manera]:
    """Las de ese plan: cada moneda que tiene precio, con lo que sabe cobrar alguien en ella."""
    hay = {Moneda(moneda): precio for moneda, precio in plan.precios.items()}
    return [
        Manera(moneda, forma, precio)
        for moneda, precio in hay.items()
        for forma in pasarelas.formas(moneda)
        if forma in EN_LINEA and (forma not in SOLO_EN_PESOS or moneda == Moneda.MXN)
    ]


def se_cobra_en_linea() -> bool:
    """¿Hay quien cobre?"""
    return bool(pasarelas.activas())


def se_paga_en_pesos() -> bool:
    """¿Algún plan en venta tiene precio en pesos y hay quien lo cobre? Sólo entonces se nombran OXXO y SPEI."""
    con_pesos = Plan.objects.filter(activo=True, precio_mxn__isnull=False).exists()
    return con_pesos and Forma.OXXO in pasarelas.formas(Moneda.MXN)


def origenes_de_pago() -> tuple[str, ...]:
    """A dónde puede mandar el formulario de pagar."""
    return tuple(origen for una in pasarelas.activas().values() for origen in una.origenes)


def lo_que_daria(cuenta_id: int, plan: Plan, ahora: datetime) -> tuple[date, date]:
    """Primero y último día que daría pagar ese plan ahora: lo que ya se tiene no se pierde."""
    zona = timezone.get_current_timezone()
    inicio, fin = periodo(vigencia(cuenta_id, ahora).hasta, plan.meses, ahora, zona)
    return timezone.localdate(inicio), ultimo_dia(fin, zona)


def pagos_de(cuenta_id: int) -> QuerySet[Cobro]:
    """Los suyos, del más nuevo al más viejo; lo que se empezó y venció sin pagar no se enseña."""
    suyos = Cobro.objects.filter(cuenta_id=cuenta_id).select_related("plan", "suscripcion")
    return suyos.exclude(estado__in=(Cobro.Estado.VENCIDO, Cobro.Estado.FALLIDO))


def pago_de(folio: uuid.UUID, cuenta_id: int) -> Cobro | None:
    """Ése, si es suyo."""
    return Cobro.objects.filter(folio=folio, cuenta_id=cuenta_id).select_related("plan", "cuenta").first()


def pago_en_espera(cuenta_id: int, ahora: datetime) -> Cobro | None:
    """El comprobante que ya tiene y todavía puede pagar: para que no pague dos veces lo mismo."""
    suyos = Cobro.objects.filter(cuenta_id=cuenta_id, estado=Cobro.Estado.COMPROBANTE).select_related("plan")
    return suyos.exclude(vence__lt=ahora).first()


def factura_de(cuenta_id: int) -> DatosDeFactura | None:
    """Sus datos para facturar."""
    return DatosDeFactura.objects.filter(cuenta_id=cuenta_id).first()


def por_vencer(cuenta_id: int, ahora: datetime) -> Vigencia | None:
    """Cómo está, si le quedan quince días o menos; vacío si le queda más o ya venció. Se recuerda diez minutos."""
    clave = f"vence:{cuenta_id}"
    hasta: Any = cache.get(clave)
    if hasta is None:
        hasta = vigencia(cuenta_id, ahora).hasta or ""
        cache.set(clave, hasta, SE_RECUERDA)
    if not hasta or hasta <= ahora or hasta > ahora + timedelta(days=DIAS_DE_AVISO + 2):
        return None
    dias = dias_que_quedan(hasta, ahora, timezone.get_current_timezone())
    return Vigencia("por_vencer", hasta, dias) if dias <= DIAS_DE_AVISO else None


def por_vencer_olvidar(cuenta_id: int) -> None:
    """Cambió lo que tiene: que no se diga lo de antes."""
    cache.delete_many([f"vence:{cuenta_id}"])
