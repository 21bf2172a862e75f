"""La velada sin señal: una muestra con nombre y, con `make noche`, las quince partidas (bench/recreo_caos)."""

from pathlib import Path

import pytest

from tests.config.servidor import base_migrada
from tests.enlinea.muestras.orden import correr

pytestmark = [pytest.mark.navegador, pytest.mark.usefixtures("una_vez")]


@pytest.mark.larga(60)
@pytest.mark.timeout(300)
def test_muestra_recreo_caos_no_pierde_ni_dobla(carpeta_de_bases: Path) -> None:
    dicho = correr("recreo_caos", "--base", "sqlite", "--muestra", migrada=base_migrada(carpeta_de_bases))
    assert "fallas: 0" in dicho


@pytest.mark.noche
@pytest.mark.timeout(3_600)
def test_noche_recreo_caos_en_dos_servidores() -> None:
    assert "fallas: 0" in correr("recreo_caos", plazo=3_500)
