"""Las pruebas de torneos emparejan aquí mismo; la del subproceso dice `aparte_de_verdad`."""

import pytest
from django.core.cache import cache

from tests.torneos.salon import emparejar_aqui
from torneos.consultas import hojas, torneo
from torneos.servicios import ensayo


@pytest.fixture(autouse=True)
def sin_cuentas_de_otra() -> None:
    """Cuántos se apuntaron por cada red se recuerda una hora: lo de la corrida anterior no cuenta en ésta."""
    cache.clear()
    # al deshacer cada prueba se repiten los números de torneo y de resultado: ni la tabla ni la hoja son las de otra
    for recordado in (torneo._tabla, hojas.hoja_recordada, hojas._motivos_de_hoy):
        recordado.cache_clear()


@pytest.fixture(autouse=True)
def emparejan_aqui(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "aparte_de_verdad" not in request.fixturenames:
        monkeypatch.setattr(ensayo.aparte, "correr", emparejar_aqui)


@pytest.fixture
def aparte_de_verdad(monkeypatch: pytest.MonkeyPatch) -> None:
    """Con el subproceso de verdad. Aquí no cede: en una máquina llena de pruebas, quien siempre cede no acaba."""
    monkeypatch.setattr(ensayo.aparte, "_ociar", lambda _pid: None)
    monkeypatch.setattr(ensayo.aparte.shutil, "which", lambda _orden: None)


@pytest.fixture
def pocos_bastan(monkeypatch: pytest.MonkeyPatch) -> None:
    """En pantallas hacen falta más de 32 personas; para lo demás, con dos mesas se ve."""
    monkeypatch.setattr(ensayo, "MINIMO_DE_MUCHOS", ensayo.MINIMO)
