"""Muestras con nombre de los programas que miden y castigan la mesa; las cuentas completas, con `make noche`.

Cada una levanta sus servidores. Lo que se exige está en el README de cada programa.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from django.db import connection

from tests.config.servidor import base_migrada
from tests.enlinea.muestras.orden import correr as correr_en
from tests.plantilla import direccion_de_plantilla

NOCHE = pytest.mark.noche
HORAS = pytest.mark.timeout(3_600)
pytestmark = pytest.mark.timeout(300)
Correr = Callable[..., str]


@pytest.fixture
def correr(carpeta_de_bases: Path) -> Correr:
    """Los que estrenan base copian la que ya se hizo: migrarla desde cero son seis segundos de cada uno."""
    if connection.vendor == "postgresql":
        return partial(correr_en, postgres_migrado=direccion_de_plantilla(carpeta_de_bases))
    return partial(correr_en, migrada=base_migrada(carpeta_de_bases))


# --- medir ------------------------------------------------------------------------------------------------------------
@pytest.mark.larga(20)
@pytest.mark.usefixtures("una_vez")
def test_muestra_mesas_en_lazo_cerrado_juega_y_no_recibe_nada_de_mas(correr: Correr) -> None:
    dicho = correr("mesas", "--base", "sqlite", "--mesas", "4", "--rondas", "1", "--segundos", "1", "--calienta", "0.5")
    assert "| cerrado | SQLite | 4 |" in dicho
    assert "'fallas': 0" in dicho


@NOCHE
@pytest.mark.usefixtures("una_vez")
def test_muestra_mesas_en_lazo_abierto_mide_hasta_el_ultimo(correr: Correr) -> None:
    dicho = correr(
        "mesas", "--modo", "abierto", "--base", "sqlite", "--mesas", "8", "--rondas", "1", "--segundos", "3",
        "--calienta", "2",
    )  # fmt: skip
    assert "| abierto | SQLite | 8 |" in dicho
    assert "'amarillas': 0" in dicho


# --- caos -------------------------------------------------------------------------------------------------------------
@NOCHE
@pytest.mark.usefixtures("una_vez")
def test_muestra_caos_en_sqlite_no_pierde_ni_repite(correr: Correr) -> None:
    assert "fallas: 0" in correr("caos", "--base", "sqlite", "--muestra")


@pytest.mark.larga(50)
@pytest.mark.postgres
@pytest.mark.redis
def test_muestra_caos_en_dos_servidores_no_pierde_ni_repite(correr: Correr) -> None:
    assert "fallas: 0" in correr("caos", "--base", "postgres", "--muestra")


@NOCHE
@HORAS
@pytest.mark.usefixtures("una_vez")
def test_noche_caos_en_sqlite(correr: Correr) -> None:
    correr("caos", "--base", "sqlite", plazo=3_500)


@NOCHE
@HORAS
@pytest.mark.postgres
@pytest.mark.redis
def test_noche_caos_en_dos_servidores(correr: Correr) -> None:
    correr("caos", "--base", "postgres", plazo=3_500)


# --- carreras ---------------------------------------------------------------------------------------------------------
@NOCHE
@pytest.mark.usefixtures("una_vez")
def test_muestra_carreras_en_sqlite_un_solo_ganador(correr: Correr) -> None:
    assert correr("carreras", "--muestra").count("80 carreras") == 2


@pytest.mark.postgres
def test_muestra_carreras_en_postgres_un_solo_ganador(correr: Correr) -> None:
    assert correr("carreras", "--carreras", "30", "--procesos", "3", "--base", "postgres").count("30 carreras") == 1


@NOCHE
@HORAS
@pytest.mark.usefixtures("una_vez")
def test_noche_carreras_en_sqlite(correr: Correr) -> None:
    correr("carreras", plazo=3_500)


@NOCHE
@HORAS
@pytest.mark.postgres
def test_noche_carreras_en_postgres(correr: Correr) -> None:
    correr("carreras", "--base", "postgres", plazo=3_500)


# --- secreto ----------------------------------------------------------------------------------------------------------
@pytest.mark.larga(25)
@pytest.mark.usefixtures("una_vez")
def test_muestra_secreto_nada_oculto_sale_ni_se_adivina(correr: Correr) -> None:
    assert "fallas: 0" in correr("secreto", "--muestra")


@NOCHE
@HORAS
@pytest.mark.usefixtures("una_vez")
def test_noche_secreto(correr: Correr) -> None:
    correr("secreto", plazo=3_500)


@NOCHE
@HORAS
@pytest.mark.usefixtures("una_vez")
def test_noche_secreto_con_pozo(correr: Correr) -> None:
    assert "fallas: 0" in correr("secreto", "--con-pozo", plazo=3_500)


# --- hostil -----------------------------------------------------------------------------------------------------------
@pytest.mark.larga(60)
@pytest.mark.usefixtures("una_vez")
def test_muestra_hostil_ni_rastro_ni_cambio_ni_molestia(correr: Correr) -> None:
    assert "fallas: 0" in correr("hostil", "--muestra")


@NOCHE
@pytest.mark.usefixtures("una_vez")
def test_muestra_hostil_quien_se_esconde_no_detiene_su_reloj_en_sqlite(correr: Correr) -> None:
    dicho = correr("hostil", "--reloj", "--muestra")
    assert "cierra y vuelve" in dicho and "tras reiniciar" in dicho and "fallas: 0" in dicho


@NOCHE
@pytest.mark.postgres
@pytest.mark.redis
def test_muestra_hostil_quien_se_esconde_no_detiene_su_reloj_en_dos_servidores(correr: Correr) -> None:
    dicho = correr("hostil", "--reloj", "--muestra", "--base", "postgres")
    assert "espera con el reloj saltado" in dicho and "fallas: 0" in dicho


@NOCHE
@HORAS
@pytest.mark.usefixtures("una_vez")
def test_noche_hostil_en_sqlite(correr: Correr) -> None:
    correr("hostil", plazo=3_500)


@NOCHE
@HORAS
@pytest.mark.postgres
def test_noche_hostil_en_postgres(correr: Correr) -> None:
    correr("hostil", "--base", "postgres", plazo=3_500)
