"""Quién cobra en línea: el puerto (`puerto`) y las que hay puestas, en el orden en que se prefieren."""

from django.conf import settings

from suscripciones.cobros.dinero import Forma, Moneda
from suscripciones.pasarelas.de_mercadopago import MercadoPago
from suscripciones.pasarelas.de_stripe import Stripe
from suscripciones.pasarelas.demostracion import NOMBRE as DE_DEMOSTRACION
from suscripciones.pasarelas.demostracion import Demostracion
from suscripciones.pasarelas.puerto import Pasarela


def activas() -> dict[str, Pasarela]:
    """Las que tienen con qué cobrar. La de demostración, jamás en producción aunque la pidan."""
    hay: list[Pasarela] = []
    if settings.STRIPE_CLAVE and settings.STRIPE_FIRMA:
        hay.append(Stripe(settings.STRIPE_CLAVE, settings.STRIPE_FIRMA))
    if settings.MERCADOPAGO_CLAVE and settings.MERCADOPAGO_FIRMA:
        hay.append(MercadoPago(settings.MERCADOPAGO_CLAVE, settings.MERCADOPAGO_FIRMA))
    if settings.PASARELA_DE_DEMOSTRACION and not settings.PRODUCCION:
        hay.append(Demostracion())
    return {una.nombre: una for una in hay}


def la_que_cobra(moneda: Moneda, forma: Forma) -> Pasarela | None:
    """La primera que sabe cobrar así."""
    return next((una for una in activas().values() if forma in una.formas(moneda)), None)


def formas(moneda: Moneda) -> list[Forma]:
    """Cómo se puede pagar en esa moneda, entre todas."""
    ofrecen = {forma for una in activas().values() for forma in una.formas(moneda)}
    return [forma for forma in Forma if forma in ofrecen]


__all__ = ["DE_DEMOSTRACION", "Demostracion", "Pasarela", "activas", "formas", "la_que_cobra"]
