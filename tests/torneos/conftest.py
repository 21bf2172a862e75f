"""Las pruebas de torneos emparejan aquí mismo; la del subproceso dice `aparte_de_verdad`."""

import pytest

from tests.torneos.salon import emparejar_aqui
from torneos.servicios import ensayo


@pytest.fixture(autouse=True)
def emparejan_aqui(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "aparte_de_verdad" not in request.fixturenames:
        monkeypatch.setattr(ensayo.aparte, "correr", emparejar_aqui)


@pytest.fixture
def aparte_de_verdad() -> None:
    """Con el subproceso de verdad."""
