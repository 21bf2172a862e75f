"""Un cobro es lo que se pliega de sus hechos: en cualquier orden y repetidos, dan lo mismo (decisión 028).

Un hecho es lo que dijo quien cobra. Sólo se agregan: el estado, lo pagado y si hay tiempo que dar se calculan de todos.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

CERO = Decimal("0.00")


class Estado(StrEnum):
    """En qué va un cobro."""

    CREADO = "creado"
    COMPROBANTE = "comprobante"
    PAGADO = "pagado"
    VENCIDO = "vencido"
    FALLIDO = "fallido"
    DEVUELTO = "devuelto"
    DISPUTADO = "disputado"


class Que(StrEnum):
    """Qué pasó."""

    COMPROBANTE = "comprobante"
    PAGADO = "pagado"
    VENCIDO = "vencido"
    FALLIDO = "fallido"
    DEVUELTO = "devuelto"
    DEVOLUCION_FALLIDA = "devolucion_fallida"
    DISPUTADO = "disputado"
    DISPUTA_GANADA = "disputa_ganada"


SIN_PAGO = (Estado.CREADO, Estado.COMPROBANTE, Estado.VENCIDO, Estado.FALLIDO)
"""Todavía no hay dinero; y en los dos últimos puede llegar tarde."""
DE_DINERO = (Que.PAGADO, Que.DEVUELTO, Que.DEVOLUCION_FALLIDA, Que.DISPUTADO, Que.DISPUTA_GANADA)


@dataclass(frozen=True, slots=True)
class Suceso:
    """Un hecho: `referencia` es el pago, la devolución o la disputa de que habla, y lo distingue de otro igual."""

    que: Que
    referencia: str
    cuando: datetime
    importe: Decimal = CERO
    moneda: str = ""


@dataclass(frozen=True, slots=True)
class Resumen:
    """Lo que dicen los hechos juntos."""

    estado: Estado
    pagado_en: datetime | None = None
    pagado: Decimal = CERO
    devuelto: Decimal = CERO
    disputado: Decimal = CERO
    aplicado: Decimal = CERO
    """Lo que ampara el tiempo dado: lo pagado menos lo devuelto, sin pasar del importe. Cero si no se da."""
    sobra: Decimal = CERO
    """Lo cobrado de más (dos pagos de lo mismo, o uno que no cubre): hay que devolverlo a mano."""

    @property
    def concede(self) -> bool:
        """¿Da tiempo de suscripción? Una vez, aunque se pague dos."""
        return self.estado == Estado.PAGADO


def plegar(importe: Decimal, moneda: str, sucesos: Iterable[Suceso]) -> Resumen:
    """Todos los hechos de un cobro, en el orden que sea, a lo que resultó.

    Sólo cuenta el dinero en la moneda del cobro. Un pago tardío vale aunque el comprobante venciera; una devolución
    entera o una disputa abierta quitan lo dado, y una disputa ganada lo regresa.
    """
    unicos = _sin_repetir(s for s in sucesos if s.que not in DE_DINERO or s.moneda == moneda)
    pagos = sorted((s for s in unicos if s.que == Que.PAGADO), key=lambda s: (s.cuando, s.referencia))
    pagado = sum((s.importe for s in pagos), CERO)
    devuelto = _menos_las(unicos, Que.DEVUELTO, Que.DEVOLUCION_FALLIDA)
    disputado = _menos_las(unicos, Que.DISPUTADO, Que.DISPUTA_GANADA)
    estado = _estado({s.que for s in unicos}, importe, pagado, devuelto, disputado)
    neto = max(CERO, pagado - devuelto - disputado)
    aplicado = min(neto, importe) if estado == Estado.PAGADO else CERO
    return Resumen(estado, _cuando_se_cubrio(pagos, importe), pagado, devuelto, disputado, aplicado, neto - aplicado)


def _sin_repetir(sucesos: Iterable[Suceso]) -> list[Suceso]:
    """De los que hablan de lo mismo, el primero en el tiempo: no importa por dónde ni cuándo se supo."""
    por_cual: dict[tuple[Que, str], Suceso] = {}
    for uno in sucesos:
        otro = por_cual.get((uno.que, uno.referencia))
        if otro is None or (uno.cuando, uno.importe) < (otro.cuando, otro.importe):
            por_cual[uno.que, uno.referencia] = uno
    return list(por_cual.values())


def _menos_las(unicos: list[Suceso], que: Que, salvo: Que) -> Decimal:
    """Lo que suman las de una clase sin las que otra clase dejó sin efecto."""
    sin_efecto = {s.referencia for s in unicos if s.que == salvo}
    return sum((s.importe for s in unicos if s.que == que and s.referencia not in sin_efecto), CERO)


def _estado(hubo: set[Que], importe: Decimal, pagado: Decimal, devuelto: Decimal, disputado: Decimal) -> Estado:
    """El dinero manda sobre el papel: primero lo que se fue, luego lo que llegó y al final lo que se esperaba."""
    if devuelto > CERO and devuelto >= pagado:
        return Estado.DEVUELTO
    if disputado > CERO:
        return Estado.DISPUTADO
    if pagado >= importe:
        return Estado.PAGADO
    for que in (Que.FALLIDO, Que.VENCIDO, Que.COMPROBANTE):
        if que in hubo:
            return Estado(que.value)
    return Estado.CREADO


def _cuando_se_cubrio(pagos: list[Suceso], importe: Decimal) -> datetime | None:
    """El instante en que lo pagado alcanzó: desde ahí corre lo contratado."""
    suma = CERO
    for pago in pagos:
        suma += pago.importe
        if suma >= importe:
            return pago.cuando
    return None
