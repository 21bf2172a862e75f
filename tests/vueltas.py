"""En qué vuelta corre cada prueba: en SQLite, en PostgreSQL y Redis, o de noche en las dos (`tests/correr.py`)."""

import pytest
from django.test import TransactionTestCase

DE_BASE = {"db", "transactional_db", "django_db_reset_sequences", "django_db_serialized_rollback", "live_server"}
# Lo que la base distingue (candados, diario, respaldo, cuentas en SQL): de día también corre en las dos.
EN_LAS_DOS = (
    "tests/config/", "tests/enlinea/mesa/test_diario", "tests/enlinea/mesa/test_trasvase", "tests/enlinea/muestras/",
    "tests/enlinea/clasificacion/", "tests/enlinea/estadistica/test_contar.py",
    "tests/enlinea/sala/test_servicios_sala.py", "tests/recreo/test_carreras",
    "tests/recreo/test_restricciones.py", "tests/recreo/test_vivo.py", "tests/suscripciones/test_servicios.py",
    "tests/test_migraciones.py", "tests/torneos/test_carreras.py",
)  # fmt: skip


def toca_servicios(prueba: pytest.Item) -> bool:
    """¿Usa la base o pide PostgreSQL o Redis? Lo demás da lo mismo en cualquier base."""
    if _marcada(prueba, "django_db", "postgres", "redis") or DE_BASE & set(getattr(prueba, "fixturenames", ())):
        return True
    clase = getattr(prueba, "cls", None)
    return clase is not None and issubclass(clase, TransactionTestCase)


def en_postgres(prueba: pytest.Item, *, de_noche: bool) -> bool:
    """Lo que toca la base o Redis. De día no lo marcado `una_base`: recorre cada ruta con cada papel, y las consultas
    que hace ya las repite quien las prueba."""
    return toca_servicios(prueba) and (de_noche or not _marcada(prueba, "una_base"))


def en_sqlite(prueba: pytest.Item, *, repartidas: bool) -> bool:
    """Todo; `repartidas`, menos lo que ya corre en la de PostgreSQL y da lo mismo en cualquier base."""
    return not repartidas or not _basta_en_postgres(prueba)


def de_ninguna(prueba: pytest.Item) -> bool:
    """¿Se quedaría sin correr de día, con PostgreSQL, Redis y Chromium a la mano? Cuenta lo que cada vuelta deja fuera
    por su marca (`tests/correr.py`) y lo que en PostgreSQL se salta."""
    if _marcada(prueba, "noche"):
        return False
    alla = en_postgres(prueba, de_noche=False) and not _marcada(prueba, "navegador") and not _solo_sqlite(prueba)
    aqui = en_sqlite(prueba, repartidas=True) and not _marcada(prueba, "postgres", "redis")
    return not alla and not aqui


def _basta_en_postgres(prueba: pytest.Item) -> bool:
    if not toca_servicios(prueba) or prueba.nodeid.startswith(EN_LAS_DOS):
        return False
    return not _marcada(prueba, "navegador", "una_base") and not _solo_sqlite(prueba)


def _solo_sqlite(prueba: pytest.Item) -> bool:
    variantes = getattr(getattr(prueba, "callspec", None), "params", {})
    return "una_vez" in getattr(prueba, "fixturenames", ()) or "sqlite" in variantes.values()


def _marcada(prueba: pytest.Item, *marcas: str) -> bool:
    return any(prueba.get_closest_marker(marca) for marca in marcas)
