"""Bandera de los archivos dorados: `pytest tests/reglas --regenera` los vuelve a escribir."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenera", action="store_true", default=False, help="reescribe los archivos dorados")


@pytest.fixture
def regenera(request: pytest.FixtureRequest) -> bool:
    # Con `pytest` desde la raíz este conftest se carga tarde y la bandera no existe: entonces no se regenera.
    return bool(request.config.getoption("--regenera", default=False))
