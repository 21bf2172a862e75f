"""Las muestras levantan lo suyo: basta con que corran en una de las dos vueltas."""

import pytest
from django.conf import settings


@pytest.fixture
def una_vez() -> None:
    """En la vuelta de SQLite; en la otra sería lo mismo."""
    if settings.DATABASES["default"]["ENGINE"].endswith("postgresql"):
        pytest.skip("ya corrió en la vuelta de SQLite: levanta sus propios servidores")
