"""El banco del salón anda entero: reporta, empareja, publica y llega a todos los teléfonos (TO30)."""

from pathlib import Path

import pytest

from bench.torneo.__main__ import A_LOS_TELEFONOS_S, CAMPOS, correr

pytestmark = [pytest.mark.noche, pytest.mark.timeout(600)]


def test_una_muestra_de_32_personas_de_punta_a_punta(tmp_path: Path) -> None:
    hecho = correr(f"sqlite:///{tmp_path / 'salon.sqlite3'}", 32, 5.0)
    assert set(CAMPOS) < set(hecho)
    assert (hecho["mesas"], hecho["telefonos"]) == (8, 32)
    assert hecho["de_la_ultima_mesa"] <= A_LOS_TELEFONOS_S
