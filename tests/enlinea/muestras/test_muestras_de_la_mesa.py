"""Muestras con nombre de los programas que miden y castigan la mesa; las cuentas completas, con `make noche`.

Cada una levanta sus servidores. Lo que se exige está en el README de cada programa.
"""

import pytest

from tests.enlinea.muestras.orden import correr

NOCHE = pytest.mark.noche
HORAS = pytest.mark.timeout(3_600)
pytestmark = pytest.mark.timeout(300)


# --- medir ------------------------------------------------------------------------------------------------------------
@pytest.mark.larga(20)
@pytest.mark.usefixtures("una_vez")
def test_muestra_mesas_en_lazo_cerrado_juega_y_no_recibe_nada_de_mas() -> None:
    dicho = correr("mesas", "--base", "sqlite", "--mesas", "8", "--rondas", "1", "--segundos", "2", "--calienta", "1")
    assert "| cerrado | SQLite | 8 |" in dicho
    assert "'fallas': 0" in dicho


@pytest.mark.larga(20)
@pytest.mark.usefixtures("una_vez")
def test_muestra_mesas_en_lazo_abierto_mide_hasta_el_ultimo() -> None:
    dicho = correr(
        "mesas", "--modo", "abierto", "--base", "sqlite", "--mesas", "8", "--rondas", "1", "--segundos", "3",
        "--calienta", "2",
    )  # fmt: skip
    assert "| abierto | SQLite | 8 |" in dicho
    assert "'amarillas': 0" in dicho


# --- caos -------------------------------------------------------------------------------------------------------------
@pytest.mark.larga(45)
@pytest.mark.usefixtures("una_vez")
def test_muestra_caos_en_sqlite_no_pierde_ni_repite() -> None:
    assert "fallas: 0" in correr("caos", "--base", "sqlite", "--muestra")


@pytest.mark.larga(50)
@pytest.mark.postgres
@pytest.mark.redis
def test_muestra_caos_en_dos_servidores_no_pierde_ni_repite() -> None:
    assert "fallas: 0" in correr("caos", "--base", "postgres", "--muestra")


@NOCHE
@HORAS
@pytest.mark.usefixtures("una_vez")
def test_noche_caos_en_sqlite() -> None:
    correr("caos", "--base", "sqlite", plazo=3_500)


@NOCHE
@HORAS
@pytest.mark.postgres
@pytest.mark.redis
def test_noche_caos_en_dos_servidores() -> None:
    correr("caos", "--base", "postgres", plazo=3_500)


# --- carreras ---------------------------------------------------------------------------------------------------------
@pytest.mark.usefixtures("una_vez")
def test_muestra_carreras_en_sqlite_un_solo_ganador() -> None:
    assert correr("carreras", "--muestra").count("80 carreras") == 2


@pytest.mark.postgres
def test_muestra_carreras_en_postgres_un_solo_ganador() -> None:
    assert correr("carreras", "--muestra", "--base", "postgres").count("80 carreras") == 2


@NOCHE
@HORAS
@pytest.mark.usefixtures("una_vez")
def test_noche_carreras_en_sqlite() -> None:
    correr("carreras", plazo=3_500)


@NOCHE
@HORAS
@pytest.mark.postgres
def test_noche_carreras_en_postgres() -> None:
    correr("carreras", "--base", "postgres", plazo=3_500)


# --- secreto ----------------------------------------------------------------------------------------------------------
@pytest.mark.larga(25)
@pytest.mark.usefixtures("una_vez")
def test_muestra_secreto_nada_oculto_sale_ni_se_adivina() -> None:
    assert "fallas: 0" in correr("secreto", "--muestra")


@NOCHE
@HORAS
@pytest.mark.usefixtures("una_vez")
def test_noche_secreto() -> None:
    correr("secreto", plazo=3_500)


# --- hostil -----------------------------------------------------------------------------------------------------------
@pytest.mark.larga(60)
@pytest.mark.usefixtures("una_vez")
def test_muestra_hostil_ni_rastro_ni_cambio_ni_molestia() -> None:
    assert "fallas: 0" in correr("hostil", "--muestra")


@NOCHE
@HORAS
@pytest.mark.usefixtures("una_vez")
def test_noche_hostil_en_sqlite() -> None:
    correr("hostil", plazo=3_500)


@NOCHE
@HORAS
@pytest.mark.postgres
def test_noche_hostil_en_postgres() -> None:
    correr("hostil", "--base", "postgres", plazo=3_500)
