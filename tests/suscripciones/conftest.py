"""Cuentas de prueba; cada prueba empieza con los topes en cero."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from suscripciones import servicios
from suscripciones.models import Cuenta


@pytest.fixture(autouse=True)
def topes_en_cero() -> Iterator[None]:
    """Los topes de allauth viven en la caché."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def jefa(db: None) -> Cuenta:
    """Administradora."""
    return Cuenta.objects.create_superuser("jefa@club.mx", "domino-jefa", nombre="Jefa")


@pytest.fixture
def ana(db: None) -> Cuenta:
    """Cuenta con contraseña y correo comprobado."""
    cuenta = Cuenta.objects.create_user("ana@club.mx", "siete-mulas-y-media", nombre="Ana")
    servicios.cuenta_verificar_correo(cuenta)
    return cuenta
