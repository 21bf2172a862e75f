"""Lo que comparten las pruebas del Recreo."""

import pytest
from django.conf import settings

EN_SQLITE = settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
BASES = [pytest.param("postgres", marks=pytest.mark.postgres), *(["sqlite"] if EN_SQLITE else [])]


@pytest.fixture(params=BASES)
def base_de_carrera(request: pytest.FixtureRequest, transactional_db: None) -> str:
    """La misma carrera, una vez por base; la marcada `postgres` se salta donde no lo hay."""
    return str(request.param)
