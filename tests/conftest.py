"""Lo común a todas las pruebas: qué se salta y cómo se dice, Chromium y los perfiles de Hypothesis.

`EXIGIR=postgres,redis,navegador` convierte en falla lo que se saltaría, y también que no corra ninguna.
"""

import gc
import os
import shutil
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from hypothesis import settings as perfil
from pytest_django import DjangoDbBlocker

from tests.plantilla import base_copiada, borrar_plantilla
from tests.vueltas import de_ninguna, en_postgres, en_sqlite

MARCAS = ("navegador", "postgres", "redis")
SEGUNDOS_EN_NAVEGADOR = 300
EXIGIDAS = {marca.strip() for marca in os.environ.get("EXIGIR", "").split(",") if marca.strip()}
# primero el de sin ventanas (paquete chromium-headless-shell): mismo motor y un 20 % menos de procesador
CHROMIUM = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
)  # fmt: skip
# Chromium abre con cada ventana dos páginas escondidas para su barra de direcciones: es casi la mitad de lo que cuesta
# un teléfono. La última lista de `--disable-features` reemplaza a la de Playwright: lo suyo que importa va aquí.
SIN_ESTO = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
    "AimEnabled", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying",
    "OptimizationHints", "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning",
)  # fmt: skip
CHROME_DE_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")

perfil.register_profile("casa", deadline=None)
perfil.register_profile("noche", deadline=None, max_examples=3000)
perfil.load_profile("noche" if os.environ.get("PERFIL") == "noche" else "casa")


def buscar_chromium() -> str | None:
    """El Chromium del sistema; `CHROMIUM=ruta` manda."""
    candidatos = [os.environ.get("CHROMIUM", ""), *CHROMIUM, str(CHROME_DE_MAC)]
    return next((ruta for nombre in candidatos if nombre and (ruta := shutil.which(nombre))), None)


def motivo_para_saltar(marca: str) -> str | None:
    """Por qué no se puede correr lo que lleva esta marca; `None` si se puede."""
    if marca == "navegador" and buscar_chromium() is None:
        return "no hay Chromium: instálalo o di dónde está con CHROMIUM=ruta"
    if marca == "postgres" and settings.DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
        return "la base no es PostgreSQL: pon DATABASE_URL_PRUEBAS y usa `make test`"
    if marca == "redis" and not settings.REDIS_URL:
        return "no hay Redis: pon REDIS_URL_PRUEBAS y usa `make test`"
    return None


def anotar_falla(reporte: pytest.TestReport | pytest.CollectReport) -> None:
    """En cuanto pasa, para quien corre varias vueltas (`tests/correr.py`): una corrida cortada también las dice."""
    donde = os.environ.get("ANOTAR_FALLAS")
    if donde and reporte.failed:
        with Path(donde).open("a", encoding="utf-8") as archivo:
            archivo.write(f"{reporte.nodeid}\n")


class Vigia:
    """Lleva la cuenta de lo marcado: qué corrió y qué se saltó."""

    def __init__(self) -> None:
        self.corridas: Counter[str] = Counter()
        self.saltadas: Counter[str] = Counter()

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Un archivo que ni se pudo leer también se anota."""
        anotar_falla(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Cada reporte trae sus marcas, también desde los trabajadores de xdist."""
        anotar_falla(report)
        for marca in getattr(report, "marcas", ()):
            if report.skipped:
                self.saltadas[marca] += 1
            elif report.when == "call" and report.passed:
                self.corridas[marca] += 1

    def incumplidas(self) -> list[str]:
        """Lo exigido que se saltó o que no corrió ni una vez."""
        return sorted(m for m in EXIGIDAS if self.saltadas[m] or not self.corridas[m])

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Lo exigido que no corrió hace fallar la corrida."""
        if self.incumplidas() and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """La línea final en español."""
        for marca in MARCAS:
            if self.saltadas[marca]:
                motivo = motivo_para_saltar(marca) or "cada prueba dice por qué"
                terminalreporter.write_line(f"SE SALTARON: {marca}, {self.saltadas[marca]} pruebas ({motivo})")
        for marca in self.incumplidas():
            terminalreporter.write_line(f"FALLA: se exigía «{marca}» y se saltó o no corrió ninguna", red=True)


def pytest_configure(config: pytest.Config) -> None:
    """El vigía va sólo en el proceso principal."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Vigia(), "vigia-de-marcas")


def pytest_unconfigure(config: pytest.Config) -> None:
    """El proceso principal acaba después que sus trabajadores."""
    if not hasattr(config, "workerinput"):
        borrar_plantilla()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Más plazo a lo que pasa en Chromium; fuera lo que no es de esta vuelta (`tests/vueltas.py`) o es de noche."""
    for prueba in items:
        if prueba.get_closest_marker("navegador") and not prueba.get_closest_marker("timeout"):
            larga = prueba.get_closest_marker("larga")
            # en una máquina tres o cuatro veces más lenta la larga también acaba
            prueba.add_marker(pytest.mark.timeout(max(SEGUNDOS_EN_NAVEGADOR, 6 * larga.args[0] if larga else 0)))
    if huerfanas := [prueba.nodeid for prueba in items if de_ninguna(prueba)]:
        raise pytest.UsageError("No corren en ninguna vuelta:", *huerfanas)
    de_noche = os.environ.get("PERFIL") == "noche"
    repartidas = os.environ.get("LO_DEMAS_EN_POSTGRES") == "1" and not de_noche

    def le_toca(prueba: pytest.Item) -> bool:
        if prueba.get_closest_marker("noche") and not de_noche:
            return False
        if os.environ.get("SOLO_SERVICIOS") == "1":
            return en_postgres(prueba, de_noche=de_noche)
        return en_sqlite(prueba, repartidas=repartidas)

    fuera = {prueba for prueba in items if not le_toca(prueba)}
    if fuera:
        config.hook.pytest_deselected(items=[prueba for prueba in items if prueba in fuera])
        items[:] = [prueba for prueba in items if prueba not in fuera]
    items.sort(key=_turno)


def _turno(prueba: pytest.Item) -> tuple[int, bool]:
    """Primero las largas, de mayor a menor, y las de navegador; las cortas del final emparejan a los trabajadores."""
    larga = prueba.get_closest_marker("larga")
    return -(larga.args[0] if larga else 0), prueba.get_closest_marker("navegador") is None


def pytest_collection_finish(session: pytest.Session) -> None:
    """Lo cargado y las pruebas mismas no se van hasta el final: que el recolector no las recorra cada vez (un 12 %)."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Salta con motivo lo que no se puede correr; si se exige, falla."""
    for marca in MARCAS:
        motivo = motivo_para_saltar(marca) if item.get_closest_marker(marca) else None
        if motivo and marca in EXIGIDAS:
            pytest.fail(f"Se exige «{marca}» y {motivo}", pytrace=False)
        elif motivo:
            pytest.skip(motivo)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Anota las marcas en el reporte, que sí viaja entre procesos."""
    reporte = yield
    reporte.marcas = [marca for marca in MARCAS if item.get_closest_marker(marca)]  # type: ignore[attr-defined]
    return reporte


@pytest.fixture(scope="session")
def carpeta_de_bases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Común a todos los trabajadores, y a las dos vueltas: las bases que se copian se preparan una vez por corrida."""
    propia = tmp_path_factory.getbasetemp()
    comun = os.environ.get("CARPETA_DE_BASES")
    carpeta = Path(comun) if comun else (propia.parent if os.environ.get("PYTEST_XDIST_WORKER") else propia) / "bases"
    carpeta.mkdir(exist_ok=True)
    return carpeta


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
    carpeta_de_bases: Path,
) -> Iterator[None]:
    """La de cada trabajador es una copia. Al final corta lo que dejaron abierto los hilos de las pruebas: PostgreSQL no
    borra una base en uso."""
    with django_db_blocker.unblock(), base_copiada(carpeta_de_bases):
        with django_db_blocker.block():
            yield
        # si la última fue de navegador, su lazo sigue vivo en este hilo; a esto no le estorba
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )


@pytest.fixture
def una_vez() -> None:
    """Sólo en la vuelta de SQLite: lo que levanta sus propios servidores, o no depende de la base."""
    if settings.DATABASES["default"]["ENGINE"].endswith("postgresql"):
        pytest.skip("corre en la vuelta de SQLite: en ésta sería lo mismo")


@pytest.fixture(scope="session")
def direccion_chromium() -> str:
    """Ruta del Chromium del sistema; para pruebas con la marca `navegador`."""
    ruta = buscar_chromium()
    if ruta is None:
        pytest.skip("no hay Chromium")
    return ruta


@pytest.fixture(scope="session")
def opciones_chromium(direccion_chromium: str) -> dict[str, Any]:
    """Para `playwright.chromium.launch(**opciones_chromium)`: sirve también como root y en contenedor."""
    argumentos = ["--no-sandbox", "--disable-dev-shm-usage", f"--disable-features={','.join(SIN_ESTO)}"]
    return {"executable_path": direccion_chromium, "args": argumentos}
