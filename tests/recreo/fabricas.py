"""Fábricas mínimas: cuentas con o sin suscripción."""

from datetime import timedelta
from typing import Any

import factory
from django.utils import timezone

from suscripciones.models import Cuenta, Plan, Suscripcion, Suspension


class FabricaDeCuenta(factory.django.DjangoModelFactory):
    """Una persona que entra con su correo."""

    class Meta:
        model = Cuenta

    email = factory.Sequence(lambda n: f"persona{n}@example.com")
    nombre = factory.Sequence(lambda n: f"Persona {n}")
    password = "!"


class FabricaDeSuscripcion(factory.django.DjangoModelFactory):
    """Un periodo que vale hoy."""

    class Meta:
        model = Suscripcion

    cuenta = factory.SubFactory(FabricaDeCuenta)
    inicio = factory.LazyFunction(lambda: timezone.now() - timedelta(days=100))
    fin = factory.LazyFunction(lambda: timezone.now() + timedelta(days=80))
    importe = 20
    moneda = "USD"
    registrada_en = factory.SelfAttribute("inicio")

    @factory.lazy_attribute
    def plan(self) -> Plan:
        """Las pruebas con transacción vacían las tablas, también los planes de la migración."""
        datos = {"nombre": "Seis meses", "meses": 6, "precio": 20}
        return Plan.objects.get_or_create(clave="semestre", defaults=datos)[0]


def suscrita(**campos: Any) -> Cuenta:
    """Cuenta que puede organizar."""
    cuenta: Cuenta = FabricaDeCuenta(**campos)
    FabricaDeSuscripcion(cuenta=cuenta)
    return cuenta


def vencida() -> Cuenta:
    """Cuenta cuya suscripción ya terminó."""
    cuenta: Cuenta = FabricaDeCuenta()
    FabricaDeSuscripcion(cuenta=cuenta, fin=timezone.now() - timedelta(days=5))
    return cuenta


def suspendida() -> Cuenta:
    """Cuenta vigente, pero suspendida unos días."""
    cuenta = suscrita()
    ahora = timezone.now()
    Suspension.objects.create(cuenta=cuenta, desde=ahora, hasta=ahora + timedelta(days=3), motivo="Grosería")
    return cuenta
